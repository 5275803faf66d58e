/* buffer.h: provides buffers for trials that are much larger than the memory they take.
 *
 * A buffer has blocks of elements: element k of block b starts at b*stride + k*extent. Where
 * elements are far apart, the pages between them are never touched. Otherwise all pages are one
 * window of memory, mapped again and again. In a buffer that is written to, samples of each block
 * have pages of their own, at the same places in all blocks of all ranks. So data that a library
 * forwards from such a buffer is right at these places too; the rest is noise.
 *
 * Around each buffer is space that cannot be touched, so that an access outside is a crash.
 */
#ifndef TUTTI_SCALE_TRIAL_BUFFER_H
#define TUTTI_SCALE_TRIAL_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct layout {
    uint64_t blocks, elements; /* per block */
    uint64_t size, extent;     /* size and extent of an element */
    uint64_t stride;           /* distance of blocks, in bytes */
};

struct buffer {
    unsigned char *base; /* NULL: none */
    struct layout layout;
    bool sampled; /* only samples have memory of their own */
    unsigned char *mapping;
    size_t mapped;
};

/* A part of a block that is checked: bytes [start, start + length), counted without gaps. */
struct piece {
    uint64_t block, start;
    size_t length;
    unsigned char *address;
};

/* Opens a buffer to read from, with the rank's own data, or to write to, with poison. Returns false
 * if there is no memory. */
bool buffer_open(struct buffer *buffer, const struct layout *layout, bool real, bool writable,
                 int rank);
void buffer_close(struct buffer *buffer);

/* Returns the pieces of the blocks first to last-1 that have memory of their own, one after the
 * other. Begins if the piece is all zero. */
bool buffer_next(const struct buffer *buffer, uint64_t first, uint64_t last, struct piece *piece);

#endif
