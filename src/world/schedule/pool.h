/* pool.h: memory of the scheduler's state, all in one piece, so that the state can be saved as it
 * is at one moment and put back later, pointers and all.
 *
 * There is one pool in a process, as there is one scheduler at a time. What is in it may point only
 * to what is in it, or to what stays as it is. */
#ifndef TUTTI_WORLD_SCHEDULE_POOL_H
#define TUTTI_WORLD_SCHEDULE_POOL_H

#include <stddef.h>

void *pool_zero(size_t count, size_t size);
void pool_free(void *memory); /* NULL is nothing */

/* As memory_room(): the list with room for one element more. */
void *pool_room(void *list, size_t count, size_t *space, size_t size);

void pool_clear(void); /* nothing in it is used any more */

/* All that is in it now. A saved pool is freed by pool_forget(); pool_restore() may be called any
 * number of times before that. */
struct pool_copy;
struct pool_copy *pool_save(size_t *bytes);
void pool_restore(const struct pool_copy *copy);
void pool_forget(struct pool_copy *copy);

#endif
