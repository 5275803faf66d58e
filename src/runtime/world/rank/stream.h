/* stream.h: large messages, which are posted first and written then.
 *
 * So the receiver wakes while the sender copies, and copies what is there while the rest comes. The
 * sender never waits for the receiver. Only where every rank has a core: else the receiver would
 * take the sender's. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_STREAM_H
#define TUTTI_RUNTIME_WORLD_RANK_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether data of so many bytes, which lie in memory as in the payload, are sent so. */
bool stream_pays(uint64_t bytes);

/* Before the payload is posted, and after: the data go to their place in it. */
void stream_begin(uint64_t payload);
bool stream_is_open(uint64_t payload); /* begun and not written */
void stream_write(uint64_t payload, void *place, const void *from, size_t bytes);

/* Of any payload: waits until all data are there, or copies them as they come. */
void stream_await(uint64_t payload);
void stream_copy(uint64_t payload, const void *place, void *to, size_t bytes);

#endif
