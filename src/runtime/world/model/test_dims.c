#include "runtime/world/model/dims.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DIMS = 6 };

static void divided(int nnodes, int ndims, const int *given, const int *want)
{
    int dims[DIMS];
    struct fault fault;
    for (int i = 0; i < ndims; i++)
        dims[i] = given[i];
    assert_int_equal(vdims_create(nnodes, ndims, dims, &fault), FAULT_NONE);
    for (int i = 0; i < ndims; i++)
        if (dims[i] != want[i])
            fail_msg("%d nodes, dimension %d: %d, not %d", nnodes, i, dims[i], want[i]);
}

static void examples_of_the_standard(void **state)
{
    (void)state;
    divided(6, 2, (int[]){0, 0}, (int[]){3, 2});
    divided(7, 2, (int[]){0, 0}, (int[]){7, 1});
    divided(6, 3, (int[]){0, 3, 0}, (int[]){2, 3, 1});
    int dims[] = {0, 3, 0};
    struct fault fault;
    assert_int_equal(vdims_create(7, 3, dims, &fault), FAULT_DIVISION);
    assert_int_equal(fault.value, 3);
}

static void chosen_examples(void **state)
{
    (void)state;
    divided(1, 3, (int[]){0, 0, 0}, (int[]){1, 1, 1});
    divided(72, 2, (int[]){0, 0}, (int[]){9, 8});
    divided(360, 3, (int[]){0, 0, 0}, (int[]){10, 6, 6}); /* 9 8 5 also differ by 4 */
    divided(20, 4, (int[]){0, 0, 0, 0}, (int[]){5, 2, 2, 1});
    divided(24, 4, (int[]){0, 2, 0, 3}, (int[]){2, 2, 2, 3});
    divided(6, 2, (int[]){6, 0}, (int[]){6, 1});
    divided(6, 1, (int[]){6}, (int[]){6});
    divided(6, 1, (int[]){3}, (int[]){3}); /* nothing to set, and a divisor */
    divided(6, 0, NULL, NULL);
    divided(INT_MAX, 2, (int[]){0, 0}, (int[]){INT_MAX, 1}); /* a prime */
    divided(1 << 30, 3, (int[]){0, 0, 0}, (int[]){1024, 1024, 1024});
    divided(2095133040, 6, (int[]){0, 0, 0, 0, 0, 0}, (int[]){39, 38, 36, 35, 34, 33});
    divided(2095133040, 1, (int[]){0}, (int[]){2095133040});
}

/* More dimensions than factors: the primes, then ones. */
static void many_dimensions(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    static int dims[MANY];
    struct fault fault;
    assert_int_equal(vdims_create(1 << 30, MANY, dims, &fault), FAULT_NONE);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(dims[i], i < 30 ? 2 : 1);
}

static void wrong_arguments_are_told(void **state)
{
    (void)state;
    static const struct {
        int nnodes, ndims, dims[3];
        enum fault_kind kind;
        const char *argument;
        int entry;
        int64_t value;
    } cases[] = {
        {0, 2, {0, 0}, FAULT_COUNT, "nnodes", -1, 0},
        {-4, 2, {0, 0}, FAULT_COUNT, "nnodes", -1, -4},
        {4, -1, {0, 0}, FAULT_COUNT, "ndims", -1, -1},
        {4, 3, {0, 2, -1}, FAULT_DIMENSION, "dims", 2, -1},
        {4, 2, {0, 3}, FAULT_DIVISION, "dims", -1, 3},
        {4, 2, {2, 4}, FAULT_DIVISION, "dims", -1, 8},
        {6, 2, {12, 0}, FAULT_DIVISION, "dims", -1, 12},
        {6, 3, {INT_MAX, INT_MAX, INT_MAX}, FAULT_DIVISION, "dims", -1, INT_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int dims[3];
        struct fault fault;
        memcpy(dims, cases[i].dims, sizeof dims);
        assert_int_equal(vdims_create(cases[i].nnodes, cases[i].ndims, dims, &fault),
                         cases[i].kind);
        assert_int_equal(fault.kind, cases[i].kind);
        assert_string_equal(fault.argument, cases[i].argument);
        assert_int_equal(fault.entry, cases[i].entry);
        assert_int_equal(fault.value, cases[i].value);
        assert_memory_equal(dims, cases[i].dims, sizeof dims);
    }
}

/* All divisions into non-increasing extents, without the shortcuts of the search. */
struct division {
    int count;
    int extents[DIMS];
    int best[DIMS];
};

static bool better(const struct division *division)
{
    const int *new = division->extents, *old = division->best;
    int last = division->count - 1;
    if (old[0] == 0 || new[0] - new[last] != old[0] - old[last])
        return old[0] == 0 || new[0] - new[last] < old[0] - old[last];
    for (int i = last; i >= 0; i--)
        if (new[i] != old[i])
            return new[i] > old[i];
    return false;
}

static void divide_all(struct division *division, int at, int rest)
{
    if (at == division->count) {
        if (rest == 1 && better(division))
            memcpy(division->best, division->extents, sizeof division->best);
        return;
    }
    int most = at > 0 && division->extents[at - 1] < rest ? division->extents[at - 1] : rest;
    for (int extent = 1; extent <= most; extent++)
        if (rest % extent == 0) {
            division->extents[at] = extent;
            divide_all(division, at + 1, rest / extent);
        }
}

static void no_division_is_better(void **state)
{
    (void)state;
    for (int nnodes = 1; nnodes <= 400; nnodes++)
        for (int ndims = 1; ndims <= DIMS - 1; ndims++) {
            struct division division = {.count = ndims};
            divide_all(&division, 0, nnodes);
            divided(nnodes, ndims, (int[DIMS]){0}, division.best);
        }
    static const int larger[] = {2160, 2520, 2880, 5040, 7200, 9240, 10080};
    for (size_t i = 0; i < sizeof larger / sizeof *larger; i++)
        for (int ndims = 1; ndims <= 4; ndims++) {
            struct division division = {.count = ndims};
            divide_all(&division, 0, larger[i]);
            divided(larger[i], ndims, (int[DIMS]){0}, division.best);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_standard), cmocka_unit_test(chosen_examples),
        cmocka_unit_test(many_dimensions),          cmocka_unit_test(wrong_arguments_are_told),
        cmocka_unit_test(no_division_is_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
