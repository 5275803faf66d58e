/* test_allocation.h: lets malloc fail in a test that is linked with --wrap=malloc. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_TEST_ALLOCATION_H
#define TUTTI_RUNTIME_WORLD_MODEL_TEST_ALLOCATION_H

#include <limits.h>
#include <stddef.h>

/* The linker redirects calls of malloc to the first, and calls of the second to malloc. */
void *allocation_try(size_t size) __asm__("__wrap_malloc");
void *allocation_real(size_t size) __asm__("__real_malloc");

static int allocations_left = INT_MAX;

void *allocation_try(size_t size)
{
    if (allocations_left == 0)
        return NULL;
    if (allocations_left != INT_MAX)
        allocations_left--;
    return allocation_real(size);
}

#endif
