#include "scale/fit.h"

/* Quantities by caution: of rules that explain the bounds equally well, the first one forbids most
 * on more ranks or with larger types. */
static const struct quantity of_all[] = {
    {UNIT_BYTES, PART_RANKS},  {UNIT_COUNT, PART_RANKS},   {UNIT_BYTES, PART_OTHERS},
    {UNIT_COUNT, PART_OTHERS}, {UNIT_BYTES, PART_SUBTREE}, {UNIT_BYTES, PART_BELOW},
    {UNIT_BYTES, PART_BLOCK},  {UNIT_COUNT, PART_SUBTREE}, {UNIT_COUNT, PART_BELOW},
    {UNIT_COUNT, PART_BLOCK},
};
/* The same for functions whose buffers have one block. */
static const struct quantity of_one[] = {
    {UNIT_BYTES, PART_BLOCK},
    {UNIT_COUNT, PART_BLOCK},
    {UNIT_BYTES, PART_RANKS},
    {UNIT_COUNT, PART_RANKS},
};
static const struct quantity by_extent[] = {
    {UNIT_EXTENT, PART_RANKS}, {UNIT_EXTENT, PART_OTHERS}, {UNIT_EXTENT, PART_SUBTREE},
    {UNIT_EXTENT, PART_BELOW}, {UNIT_EXTENT, PART_BLOCK},
};
static const struct quantity by_displacement[] = {
    {UNIT_COUNT, PART_OTHERS},
    {UNIT_COUNT, PART_RANKS},
};

struct candidates {
    const struct quantity *list;
    size_t count;
};
#define CANDIDATES(list) ((struct candidates){list, sizeof(list) / sizeof *(list)})

static struct candidates candidates_for(const struct function *function, enum axis axis)
{
    if (axis == AXIS_EXTENT)
        return CANDIDATES(by_extent);
    if (axis == AXIS_DISPLACEMENT)
        return CANDIDATES(by_displacement);
    struct candidates chosen =
        function_is_global(function) ? CANDIDATES(of_all) : CANDIDATES(of_one);
    if (function_is_pairwise(function))
        chosen.count = 2;
    return chosen;
}

static bool power_of_two(int number)
{
    return (number & (number - 1)) == 0;
}

static bool fit_applies(const struct profile_problem *problem, int ranks)
{
    return ranks >= problem->min_ranks && (!problem->power_of_two || power_of_two(ranks));
}

/* Finds the smallest number of ranks that failed, and whether only powers of two failed while a
 * larger number passed. */
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
    struct quantity quantity;
    uint64_t limit;
    double score; /* higher is better; negative: it does not explain the observations */
};

/* Computes where the limit must be if this quantity has one. */
static struct candidate fit_examine(struct quantity quantity, const struct observation *at,
                                    size_t count, const struct profile_problem *problem)
{
    struct candidate result = {.quantity = quantity, .score = -1};
    uint64_t low = 0, high = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        if (!fit_applies(problem, at[i].ranks))
            continue;
        uint64_t factor = quantity_of(quantity, 1, at[i].size, at[i].extent, at[i].ranks);
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
    /* A limit that is no round number must lie in a narrow range. */
    result.limit = high;
    result.score = gap <= 1.0 / 8 ? 1 - gap : -1;
    return result;
}

/* Returns the smallest amount of the quantity that failed. */
static uint64_t smallest_bad(struct quantity quantity, const struct observation *at, size_t count)
{
    uint64_t smallest = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (at[i].bad) {
            uint64_t bad = quantity_of(quantity, at[i].bad, at[i].size, at[i].extent, at[i].ranks);
            smallest = bad < smallest ? bad : smallest;
        }
    return smallest;
}

static void fit_classify(struct profile_problem *problem, enum axis axis)
{
    bool of_block = problem->quantity.part == PART_BLOCK;
    problem->type = of_block ? 1 : 3;
    if (axis == AXIS_DISPLACEMENT)
        problem->class = PROFILE_DISPLACEMENT;
    else
        problem->class = problem->fitted && !of_block ? PROFILE_GLOBAL_BUFFER : PROFILE_SIZE;
}

void fit_problem(const struct observation *observations, size_t count,
                 const struct function *function, enum axis axis, struct profile_problem *problem)
{
    const struct candidates candidates = candidates_for(function, axis);
    struct candidate best = {.quantity = candidates.list[0], .score = -1};
    find_ranks(observations, count, problem);
    for (size_t i = 0; i < candidates.count; i++) {
        struct candidate next = fit_examine(candidates.list[i], observations, count, problem);
        if (next.score > best.score + 1e-9)
            best = next;
    }
    problem->quantity = best.quantity;
    problem->fitted = best.score >= 0;
    problem->limit = best.limit;
    if (!problem->fitted) {
        problem->limit = smallest_bad(problem->quantity, observations, count);
        problem->power_of_two = false;
    }
    fit_classify(problem, axis);
}

uint64_t fit_predict(const struct profile_problem *problem, uint64_t size, uint64_t extent,
                     int ranks)
{
    uint64_t each = quantity_of(problem->quantity, 1, size, extent, ranks);
    return problem->fitted && each ? (problem->limit + each - 1) / each : 0;
}
