/* buffer.h: memory for trials that is much larger than what it takes.
 *
 * A buffer has blocks of elements: element k of block b starts at b*stride + k*extent. Where
 * elements lie far apart, the pages between them are never touched. Where they do not, all pages
 * are one window of memory, mapped again and again; only samples of each block, at the same places
 * in all blocks of all ranks, are pages of their own in a buffer that is written to. So what a
 * library forwards from such a buffer is right at these places too. The rest of it is noise.
 *
 * Around each buffer lies space that cannot be touched: what goes astray is a crash.
 */
#ifndef TUTTI_SCALE_TRIAL_BUFFER_H
#define TUTTI_SCALE_TRIAL_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct layout {
    uint64_t blocks, elements; /* per block */
    uint64_t size, extent;     /* of an element */
    uint64_t stride;           /* from block to block, in bytes */
};

struct buffer {
    unsigned char *base; /* NULL: none */
    struct layout layout;
    bool sampled; /* only samples are true memory */
    unsigned char *mapping;
    size_t mapped;
};

/* The bytes of a block that are looked at: [start, start + length), counted without gaps. */
struct piece {
    uint64_t block, start;
    size_t length;
    unsigned char *address;
};

/* One to read from (the rank's own data is in it) or one to write to (poison is). False: there is
 * no memory. */
bool buffer_open(struct buffer *buffer, const struct layout *layout, bool real, bool writable,
                 int rank);
void buffer_close(struct buffer *buffer);

/* The pieces of the blocks first to last-1 that are true memory, one after the other. Starts with
 * a piece of zeroes. */
bool buffer_next(const struct buffer *buffer, uint64_t first, uint64_t last, struct piece *piece);

#endif
