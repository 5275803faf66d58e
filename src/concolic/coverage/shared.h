/* shared.h: memory that all processes share that are forked after it was opened.
 *
 * What the files beside this one keep in it has no locks: a number that is late by one test does no
 * harm. */
#ifndef TUTTI_CONCOLIC_COVERAGE_SHARED_H
#define TUTTI_CONCOLIC_COVERAGE_SHARED_H

#include "base/error.h"

#include <stddef.h>

/* The memory is zero. NULL: there is none. */
void *shared_open(size_t size, struct error *error);
void shared_close(void *memory, size_t size); /* NULL is fine */

#endif
