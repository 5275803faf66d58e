/* shared.h: memory that is shared with all processes forked after it was opened.
 *
 * The files beside this one use it without locks: a number that is late by one test does no harm.
 */
#ifndef TUTTI_CONCOLIC_COVERAGE_SHARED_H
#define TUTTI_CONCOLIC_COVERAGE_SHARED_H

#include "base/error.h"

#include <stddef.h>

/* Returns zeroed memory; NULL: there is none. */
void *shared_open(size_t size, struct error *error);
void shared_close(void *memory, size_t size); /* NULL is fine */

#endif
