#include "scale/fit.h"

/* A product, and how a profile says it. */
struct product {
    enum fit_unit unit;
    enum fit_part part;
    enum quantity quantity;
    bool exact; /* the quantity is this product; else it is never smaller */
};

/* In the order of caution: of rules that explain all equally well the one comes first that forbids
 * most on more ranks or with larger types. */
static const struct product of_all[] = {
    {FIT_BYTES, FIT_RANKS, QUANTITY_BYTES_RANKS, true},
    {FIT_COUNT, FIT_RANKS, QUANTITY_COUNT_RANKS, true},
    {FIT_BYTES, FIT_OTHERS, QUANTITY_BYTES_RANKS, false},
    {FIT_COUNT, FIT_OTHERS, QUANTITY_COUNT_OTHERS, true},
    {FIT_BYTES, FIT_SUBTREE, QUANTITY_BYTES_SUBTREE, true},
    {FIT_BYTES, FIT_SUBTREE_OTHERS, QUANTITY_BYTES_SUBTREE, false},
    {FIT_BYTES, FIT_ONE, QUANTITY_BYTES, true},
    {FIT_COUNT, FIT_SUBTREE, QUANTITY_COUNT_SUBTREE, true},
    {FIT_COUNT, FIT_SUBTREE_OTHERS, QUANTITY_COUNT_SUBTREE, false},
    {FIT_COUNT, FIT_ONE, QUANTITY_COUNT, true},
};
/* Of functions whose buffers have one block. */
static const struct product of_one[] = {
    {FIT_BYTES, FIT_ONE, QUANTITY_BYTES, true},
    {FIT_COUNT, FIT_ONE, QUANTITY_COUNT, true},
    {FIT_BYTES, FIT_RANKS, QUANTITY_BYTES_RANKS, true},
    {FIT_COUNT, FIT_RANKS, QUANTITY_COUNT_RANKS, true},
};
static const struct product by_extent[] = {
    {FIT_EXTENT, FIT_RANKS, QUANTITY_EXTENT_RANKS, true},
    {FIT_EXTENT, FIT_OTHERS, QUANTITY_EXTENT_RANKS, false},
    {FIT_EXTENT, FIT_SUBTREE, QUANTITY_EXTENT_RANKS, false},
    {FIT_EXTENT, FIT_SUBTREE_OTHERS, QUANTITY_EXTENT_RANKS, false},
    {FIT_EXTENT, FIT_ONE, QUANTITY_EXTENT_RANKS, false},
};
static const struct product by_displacement[] = {
    {FIT_COUNT, FIT_OTHERS, QUANTITY_COUNT_OTHERS, true},
    {FIT_COUNT, FIT_RANKS, QUANTITY_COUNT_RANKS, true},
};

struct products {
    const struct product *list;
    size_t count;
};
#define PRODUCTS(list) ((struct products){list, sizeof(list) / sizeof *(list)})

static struct products products_for(const struct function *function, enum axis axis)
{
    if (axis == AXIS_EXTENT)
        return PRODUCTS(by_extent);
    if (axis == AXIS_DISPLACEMENT)
        return PRODUCTS(by_displacement);
    struct products chosen = function_is_global(function) ? PRODUCTS(of_all) : PRODUCTS(of_one);
    if (function_is_pairwise(function))
        chosen.count = 2;
    return chosen;
}

/* What a product of one element is. */
static uint64_t factor_of(enum fit_unit unit, enum fit_part part, uint64_t size, uint64_t extent,
                          int ranks)
{
    uint64_t factor = unit == FIT_COUNT ? 1 : unit == FIT_BYTES ? size : extent;
    uint64_t subtree = 1;
    while (subtree * 2 <= (uint64_t)(ranks - 1))
        subtree *= 2;
    switch (part) {
    case FIT_ONE:
        return factor;
    case FIT_RANKS:
        return factor * (uint64_t)ranks;
    case FIT_OTHERS:
        return factor * (uint64_t)(ranks - 1);
    case FIT_SUBTREE:
        return factor * subtree;
    case FIT_SUBTREE_OTHERS:
        return factor * (subtree - 1);
    }
    return factor;
}

static bool power_of_two(int number)
{
    return (number & (number - 1)) == 0;
}

static bool applies(const struct profile_problem *problem, int ranks)
{
    return ranks >= problem->min_ranks && (!problem->power_of_two || power_of_two(ranks));
}

/* The smallest number of ranks that failed, and whether all that failed are powers of two while
 * another did not fail though it is large enough. */
static void find_ranks(const struct observation *at, size_t count, struct profile_problem *problem)
{
    bool others_fail = false, others_pass = false;
    problem->min_ranks = 0;
    for (size_t i = 0; i < count; i++)
        if (at[i].bad && (problem->min_ranks == 0 || at[i].ranks < problem->min_ranks))
            problem->min_ranks = at[i].ranks;
    for (size_t i = 0; i < count; i++)
        if (!power_of_two(at[i].ranks)) {
            others_fail = others_fail || at[i].bad;
            others_pass = others_pass || (!at[i].bad && at[i].ranks > problem->min_ranks);
        }
    problem->power_of_two = others_pass && !others_fail;
}

struct candidate {
    const struct product *product;
    uint64_t limit;
    double score; /* higher is better; negative: it does not explain the observations */
};

/* Where the limit must be, if it is one on this product. */
static struct candidate examine(const struct product *product, const struct observation *at,
                                size_t count, const struct profile_problem *problem)
{
    struct candidate result = {.product = product, .score = -1};
    uint64_t low = 0, high = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        if (!applies(problem, at[i].ranks))
            continue;
        uint64_t factor =
            factor_of(product->unit, product->part, at[i].size, at[i].extent, at[i].ranks);
        low = at[i].good * factor > low ? at[i].good * factor : low;
        high = at[i].bad && at[i].bad * factor < high ? at[i].bad * factor : high;
    }
    if (low >= high)
        return result;
    double gap = (double)(high - low) / (double)high;
    for (int bits = 31; bits <= 32; bits++) {
        uint64_t round = (uint64_t)1 << bits;
        if (round > low && round <= high) {
            result.limit = round;
            result.score = 1 - gap + (bits == 31 ? 4 : 2);
            return result;
        }
    }
    /* A limit that is no round number must be narrow to be believed. */
    result.limit = high;
    result.score = gap <= 1.0 / 8 ? 1 - gap : -1;
    return result;
}

/* The smallest product of a count that failed. */
static uint64_t smallest_bad(enum quantity quantity, const struct observation *at, size_t count)
{
    uint64_t smallest = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (at[i].bad) {
            uint64_t bad = quantity_of(quantity, at[i].bad, at[i].size, at[i].extent, at[i].ranks);
            smallest = bad < smallest ? bad : smallest;
        }
    return smallest;
}

static void classify(const struct candidate *best, enum axis axis, struct profile_problem *problem)
{
    bool of_block = problem->quantity == QUANTITY_BYTES || problem->quantity == QUANTITY_COUNT;
    problem->type = of_block ? 1 : 3;
    if (axis == AXIS_DISPLACEMENT)
        problem->class = PROFILE_DISPLACEMENT;
    else
        problem->class = best->score >= 0 && !of_block ? PROFILE_GLOBAL_BUFFER : PROFILE_SIZE;
}

struct fit fit_problem(const struct observation *observations, size_t count,
                       const struct function *function, enum axis axis,
                       struct profile_problem *problem)
{
    const struct products products = products_for(function, axis);
    struct candidate best = {.product = &products.list[0], .score = -1};
    find_ranks(observations, count, problem);
    for (size_t i = 0; i < products.count; i++) {
        struct candidate next = examine(&products.list[i], observations, count, problem);
        if (next.score > best.score + 1e-9)
            best = next;
    }
    problem->quantity = best.product->quantity;
    problem->fitted = best.score >= 0 && best.product->exact;
    problem->limit = best.limit;
    if (best.score < 0) {
        problem->limit = smallest_bad(problem->quantity, observations, count);
        problem->power_of_two = false;
    }
    classify(&best, axis, problem);
    return (struct fit){.found = best.score >= 0,
                        .unit = best.product->unit,
                        .part = best.product->part,
                        .limit = best.limit};
}

uint64_t fit_predict(const struct fit *fit, uint64_t size, uint64_t extent, int ranks)
{
    uint64_t factor = factor_of(fit->unit, fit->part, size, extent, ranks);
    return fit->found && factor ? (fit->limit + factor - 1) / factor : 0;
}
