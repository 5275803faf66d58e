#include "scale/fit.h"

struct candidate {
    enum quantity quantity;
    uint64_t low, high; /* the limit is above `low`, and at most `high` */
    uint64_t limit;
    double score; /* higher is better; negative: it does not fit */
};

static uint64_t measure(enum quantity quantity, const struct observation *at, uint64_t count)
{
    return quantity_of(quantity, count, at->size, at->extent, at->ranks);
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

/* Where the limit must be, if it is one on this quantity. */
static struct candidate examine(enum quantity quantity, const struct observation *at, size_t count,
                                const struct profile_problem *problem)
{
    struct candidate result = {.quantity = quantity, .high = UINT64_MAX, .score = -1};
    for (size_t i = 0; i < count; i++) {
        if (!applies(problem, at[i].ranks))
            continue;
        uint64_t good = measure(quantity, &at[i], at[i].good);
        uint64_t bad = at[i].bad ? measure(quantity, &at[i], at[i].bad) : UINT64_MAX;
        result.low = good > result.low ? good : result.low;
        result.high = bad < result.high ? bad : result.high;
    }
    if (result.low >= result.high)
        return result;
    double gap = (double)(result.high - result.low) / (double)result.high;
    result.limit = result.high;
    result.score = 1 - gap;
    for (int bits = 31; bits <= 32; bits++) {
        uint64_t round = (uint64_t)1 << bits;
        if (round > result.low && round <= result.high) {
            result.limit = round;
            result.score += bits == 31 ? 4 : 2;
            break;
        }
    }
    /* A limit that is no round number must be narrow to be believed. */
    if (result.score < 1 && gap > 1.0 / 8)
        result.score = -1;
    return result;
}

/* In the order of caution: of rules that explain all equally well the one comes first that forbids
 * most on more ranks or with larger types. A buffer without a block for each rank is more likely to
 * be too large by itself. */
static const enum quantity of_all[] = {
    QUANTITY_BYTES_RANKS, QUANTITY_COUNT_RANKS,   QUANTITY_COUNT_OTHERS, QUANTITY_BYTES_SUBTREE,
    QUANTITY_BYTES,       QUANTITY_COUNT_SUBTREE, QUANTITY_COUNT};
static const enum quantity of_one[] = {QUANTITY_BYTES, QUANTITY_COUNT, QUANTITY_BYTES_RANKS,
                                       QUANTITY_COUNT_RANKS};
static const enum quantity by_extent[] = {QUANTITY_EXTENT_RANKS};
static const enum quantity by_displacement[] = {QUANTITY_COUNT_OTHERS, QUANTITY_COUNT_RANKS};

struct quantities {
    const enum quantity *list;
    size_t count;
};
#define QUANTITIES_OF(list) ((struct quantities){list, sizeof(list) / sizeof *(list)})

static struct quantities quantities_for(const struct function *function, enum axis axis)
{
    if (axis == AXIS_EXTENT)
        return QUANTITIES_OF(by_extent);
    if (axis == AXIS_DISPLACEMENT)
        return QUANTITIES_OF(by_displacement);
    struct quantities chosen =
        function_is_global(function) ? QUANTITIES_OF(of_all) : QUANTITIES_OF(of_one);
    if (function_is_pairwise(function))
        chosen.count = 2;
    return chosen;
}

static bool one_rank_count(const struct observation *at, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (at[i].ranks != at[0].ranks)
            return false;
    return true;
}

static void classify(enum axis axis, const struct observation *at, size_t count,
                     struct profile_problem *problem)
{
    bool of_block = problem->quantity == QUANTITY_BYTES || problem->quantity == QUANTITY_COUNT;
    problem->type = of_block ? 1 : 3;
    if (axis == AXIS_DISPLACEMENT)
        problem->class = PROFILE_DISPLACEMENT;
    else
        problem->class = problem->fitted && !of_block ? PROFILE_GLOBAL_BUFFER : PROFILE_SIZE;
    /* With one number of ranks alone it cannot be told what ranks do. */
    if (of_block && one_rank_count(at, count))
        problem->min_ranks = 2;
}

void fit_problem(const struct observation *observations, size_t count,
                 const struct function *function, enum axis axis, struct profile_problem *problem)
{
    const struct quantities tried = quantities_for(function, axis);
    struct candidate best = {.score = -1};
    find_ranks(observations, count, problem);
    for (size_t i = 0; i < tried.count; i++) {
        struct candidate next = examine(tried.list[i], observations, count, problem);
        if (next.score > best.score + 1e-9)
            best = next;
    }
    problem->fitted = best.score >= 0;
    if (!problem->fitted) {
        best.quantity = tried.list[0];
        best.limit = UINT64_MAX;
        problem->power_of_two = false;
        for (size_t i = 0; i < count; i++) {
            uint64_t bad = observations[i].bad
                               ? measure(best.quantity, &observations[i], observations[i].bad)
                               : UINT64_MAX;
            best.limit = bad < best.limit ? bad : best.limit;
        }
    }
    problem->quantity = best.quantity;
    problem->limit = best.limit;
    classify(axis, observations, count, problem);
}
