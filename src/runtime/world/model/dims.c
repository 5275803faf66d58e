#include "runtime/world/model/dims.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

enum {
    DIVISORS_MAX = 1600, /* no int has more divisors than 2095133040 */
    FACTORS_MAX = 30,    /* or more prime factors than 2^30 */
};

/* A search for the best extents, from the smallest upwards and with larger candidates first. Among
 * divisions with the same difference, the first one found is kept. */
struct dims_search {
    int divisor_count;
    int divisors[DIVISORS_MAX]; /* of the number to divide, ascending */
    int prime;                  /* its largest prime factor, a lower bound of the largest extent */
    int count;                  /* number of extents to find */
    int extents[FACTORS_MAX];   /* those chosen until now, ascending */
    int best[FACTORS_MAX];
    int difference; /* between the largest and the smallest of `best` */
};

/* Collects the divisors of a number; returns the number of its prime factors. */
static int search_divisors(struct dims_search *search, int number)
{
    int large[DIVISORS_MAX / 2];
    int large_count = 0;
    search->divisor_count = 0;
    for (int divisor = 1; divisor <= number / divisor; divisor++) {
        if (number % divisor != 0)
            continue;
        search->divisors[search->divisor_count++] = divisor;
        if (divisor != number / divisor)
            large[large_count++] = number / divisor;
    }
    while (large_count > 0)
        search->divisors[search->divisor_count++] = large[--large_count];

    int factors = 0;
    for (int i = 1; i < search->divisor_count; i++)
        for (; number % search->divisors[i] == 0; factors++) {
            number /= search->divisors[i];
            search->prime = search->divisors[i];
        }
    return factors;
}

/* Returns -1, 0 or 1: base to the power of exponent is smaller than the number, equal, or
 * larger. */
static int power_compare(int64_t base, int exponent, int number)
{
    int64_t power = 1;
    for (int i = 0; i < exponent && power > 0; i++) {
        if (base > number / power)
            return 1;
        power *= base;
    }
    return power < number ? -1 : power > number;
}

/* Sets the extents from `at` on to factors of `rest` that are not smaller than the extent
 * before. */
static void search_from(struct dims_search *search, int at, int rest)
{
    int least = at > 0 ? search->extents[at - 1] : 1;
    int left = search->count - at;
    if (left == 1) { /* an improvement: other branches are cut */
        search->extents[at] = rest;
        memcpy(search->best, search->extents, sizeof search->best);
        search->difference = rest - search->extents[0];
        return;
    }
    for (int i = search->divisor_count - 1; i >= 0 && search->divisors[i] >= least; i--) {
        int extent = search->divisors[i];
        if (rest % extent != 0 || power_compare(extent, left, rest) > 0)
            continue;
        search->extents[at] = extent;
        /* The largest extent that would still be an improvement. If the remaining extents cannot
         * all stay below it, a smaller extent here cannot help either. */
        int64_t most = (int64_t)search->extents[0] + search->difference - 1;
        if (most < search->prime || power_compare(most, left - 1, rest / extent) < 0)
            return;
        search_from(search, at + 1, rest / extent);
    }
}

enum fault_kind vdims_create(int nnodes, int ndims, int *dims, struct fault *fault)
{
    if (nnodes < 1)
        return fault_set(fault, FAULT_COUNT, "nnodes", -1, nnodes);
    if (ndims < 0)
        return fault_set(fault, FAULT_COUNT, "ndims", -1, ndims);
    int64_t given = 1;
    int unset = 0;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0)
            return fault_set(fault, FAULT_DIMENSION, "dims", i, dims[i]);
        if (dims[i] == 0)
            unset++;
        else if (given <= nnodes) /* otherwise it is already too large, and might overflow */
            given *= dims[i];
    }
    if (nnodes % given != 0)
        return fault_set(fault, FAULT_DIVISION, "dims", -1, given);
    if (unset == 0)
        return FAULT_NONE;

    struct dims_search search = {.difference = INT_MAX};
    int number = (int)(nnodes / given);
    int factors = search_divisors(&search, number);
    search.count = factors < unset ? factors : unset; /* a dimension without a factor gets 1 */
    if (search.count > 0)
        search_from(&search, 0, number);
    int next = search.count;
    for (int i = 0; i < ndims; i++)
        if (dims[i] == 0)
            dims[i] = next > 0 ? search.best[--next] : 1;
    return FAULT_NONE;
}
