/* bytes.h: writes and reads binary data.
 *
 * A number takes as many bytes as it needs (seven bits each, lowest first). Ids and doubles take
 * eight bytes and shares four, in the byte order of the machine: all nodes of a job have the same
 * order, and a journal stays on the machine that wrote it. A string is its length and its bytes.
 *
 * A reader never goes past its end: missing data read as 0 or NULL and mark the reader as bad; the
 * caller checks this once, at the end.
 */
#ifndef TUTTI_BASE_BYTES_H
#define TUTTI_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    unsigned char *data;
    size_t length;
    size_t space;
};

void bytes_free(struct bytes *bytes);
void bytes_clear(struct bytes *bytes); /* keeps the memory, unless it is large */

void bytes_add(struct bytes *bytes, const void *data, size_t length);
void bytes_add_kind(struct bytes *bytes, char kind);
void bytes_add_number(struct bytes *bytes, uint64_t number);
void bytes_add_id(struct bytes *bytes, uint64_t id);
void bytes_add_double(struct bytes *bytes, double value);
void bytes_add_share(struct bytes *bytes, double value);
void bytes_add_string(struct bytes *bytes, const void *data, size_t length);

/* Returns room for `length` more bytes at the end. They count as data once the caller adds them to
 * the field `length`. */
unsigned char *bytes_room(struct bytes *bytes, size_t length);

/* Removes bytes from the front. */
void bytes_drop(struct bytes *bytes, size_t length);

/* A frame is a length in four bytes and as many bytes of data. The end function takes the value
 * that the begin function returned. */
size_t bytes_begin_frame(struct bytes *bytes);
void bytes_end_frame(struct bytes *bytes, size_t begin);

struct reader {
    const unsigned char *at;
    size_t left;
    bool bad;
};

struct reader reader_of(const void *data, size_t length);
const void *reader_bytes(struct reader *reader, size_t length);
char reader_kind(struct reader *reader);
uint64_t reader_number(struct reader *reader);
uint64_t reader_id(struct reader *reader);
double reader_double(struct reader *reader);
double reader_share(struct reader *reader);
const void *reader_string(struct reader *reader, size_t *length);

/* Sets `frame` to the next frame; returns false if not all of it is there yet. */
bool reader_frame(struct reader *reader, struct reader *frame);

#endif
