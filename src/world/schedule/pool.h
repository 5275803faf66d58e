/* pool.h: memory of the scheduler's state, all in one piece, so that the state can be saved as it
 * is at one moment and put back later, pointers and all.
 *
 * A world has one pool, which serves its schedulers one after the other. What is in the pool may
 * point only into the pool, or to memory that never changes. */
#ifndef TUTTI_WORLD_SCHEDULE_POOL_H
#define TUTTI_WORLD_SCHEDULE_POOL_H

#include <stddef.h>

struct pool;

struct pool *pool_open(void); /* takes address space, not memory */
void pool_close(struct pool *pool);

void *pool_zero(struct pool *pool, size_t count, size_t size);
void pool_free(void *memory); /* NULL is fine */

struct pool *pool_of(const void *memory); /* the pool that it was taken from */

/* Returns the list with room for one more element, as memory_room() does. */
void *pool_room(struct pool *pool, void *list, size_t count, size_t *space, size_t size);

void pool_clear(struct pool *pool); /* nothing in it is used any more */

/* Saves the content. The copy is freed by pool_forget(); pool_restore() may be called any number of
 * times before that. */
struct pool_copy;
struct pool_copy *pool_save(struct pool *pool, size_t *bytes);
void pool_restore(const struct pool_copy *copy); /* of the pool that was saved */
void pool_forget(struct pool_copy *copy);

#endif
