/* stream.h: large messages, which are posted first and written afterwards.
 *
 * The receiver wakes while the sender copies, and copies what is there while the rest arrives. The
 * sender never waits for the receiver. Streaming is used only if every rank has a core: otherwise
 * the receiver would take the sender's. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_STREAM_H
#define TUTTI_RUNTIME_WORLD_RANK_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether to stream this many bytes, which have the same layout in memory as in the
 * payload. */
bool stream_pays(uint64_t bytes);

/* The sender calls stream_begin() before it posts the payload and stream_write() after: this copies
 * the data to their place in it. */
void stream_begin(uint64_t payload);
bool stream_is_open(uint64_t payload); /* begun and not written */
void stream_write(uint64_t payload, void *place, const void *from, size_t bytes);

/* stream_await() waits until all data of any payload are there; stream_copy() copies them as they
 * come. */
void stream_await(uint64_t payload);
void stream_copy(uint64_t payload, const void *place, void *to, size_t bytes);

#endif
