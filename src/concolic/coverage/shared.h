/* shared.h: memory that is shared with all processes forked after it was opened.
 *
 * The files beside this one use it without locks: a number that is late by one test does no harm.
 */
#ifndef TUTTI_CONCOLIC_COVERAGE_SHARED_H
#define TUTTI_CONCOLIC_COVERAGE_SHARED_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Returns zeroed memory; NULL: there is not enough. */
void *shared_open(size_t size, struct error *error);
void shared_close(void *memory, size_t size); /* NULL is fine */

/* Search tables whose entries begin with their key, an _Atomic uint64_t; 0: the entry is free.
 * shared_find() returns the entry of a key, or the free entry where it belongs; NULL: no room near
 * there. shared_claim() also gives the free entry to the key. */
void *shared_find(void *entries, size_t count, size_t size, uint64_t key);
void *shared_claim(void *entries, size_t count, size_t size, uint64_t key);

#endif
