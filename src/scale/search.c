#include "scale/search.h"

#include <stdlib.h>

enum { CANDIDATES_MAX = 64 };

static int compare_counts(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* Sorts counts and removes duplicates. */
static size_t search_tidy(uint64_t *counts, size_t count)
{
    size_t kept = 0;
    qsort(counts, count, sizeof *counts, compare_counts);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || counts[kept - 1] != counts[i])
            counts[kept++] = counts[i];
    return kept;
}

static uint64_t search_subtree(int ranks)
{
    uint64_t size = 1;
    while (size * 2 <= (uint64_t)(ranks - 1))
        size *= 2;
    return size;
}

/* Lists the counts within (low, high] at which a product of the count with the size or extent and
 * with a number of ranks reaches 2^31 or 2^32. */
static size_t search_candidates(const struct search *search, uint64_t low, uint64_t high,
                                uint64_t counts[CANDIDATES_MAX])
{
    uint64_t ranks = (uint64_t)search->ranks, tree = search_subtree(search->ranks);
    const uint64_t units[] = {1, search->size, search->extent};
    const uint64_t parts[] = {1, ranks, ranks - 1, tree, ranks / 2, tree - 1};
    size_t count = 0;
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
            for (int bits = 31; bits <= 32; bits++) {
                uint64_t factor = units[u] * parts[p];
                if (factor == 0)
                    continue;
                uint64_t at = (((uint64_t)1 << bits) + factor - 1) / factor;
                if (at > low && at <= high && count < CANDIDATES_MAX)
                    counts[count++] = at;
            }
    return search_tidy(counts, count);
}

size_t search_ladder(const struct search *search, uint64_t counts[SEARCH_LADDER_MAX])
{
    uint64_t special[CANDIDATES_MAX];
    size_t count = 0;
    for (uint64_t n = 1; n <= search->limit && (!search->costly || n < search->costly); n *= 2)
        counts[count++] = n;
    size_t more = search_candidates(search, search->costly ? search->costly - 1 : search->limit,
                                    search->limit, special);
    for (size_t i = 0; i < more && count < SEARCH_LADDER_MAX - 1; i++)
        counts[count++] = special[i];
    if (search->limit > 0)
        counts[count++] = search->limit;
    return search_tidy(counts, count);
}

/* Tries the count below the candidate, and the candidate. Returns true to continue. */
static bool try_candidate(const struct search *search, uint64_t at, struct search_result *result)
{
    uint64_t counts[] = {at - 1, at};
    size_t first = at - 1 > result->good ? 0 : 1, passed = 0;
    size_t count = at < result->bad ? 2 - first : 1 - first;
    if (count == 0)
        return true;
    enum search_end end = search->try(search->context, counts + first, count, &passed);
    if (passed > 0)
        result->good = counts[first + passed - 1];
    if (end == SEARCH_FAILED)
        result->bad = counts[first + passed];
    result->stopped = end == SEARCH_STOPPED;
    return end == SEARCH_PASSED || end == SEARCH_FAILED;
}

static bool fine_enough(const struct search *search, const struct search_result *result)
{
    uint64_t gap = result->bad - result->good;
    return gap <= 1 || (!search->exact && gap <= result->good / SEARCH_FRACTION);
}

void search_refine(const struct search *search, struct search_result *result)
{
    uint64_t special[CANDIDATES_MAX];
    bool on = true;
    for (size_t count;
         on && result->bad - result->good > 1 &&
         (count = search_candidates(search, result->good, result->bad, special)) > 0;) {
        uint64_t good = result->good, bad = result->bad;
        on = try_candidate(search, special[count / 2], result);
        if (good == result->good && bad == result->bad)
            break;
    }
    while (on && !fine_enough(search, result)) {
        uint64_t middle = result->good + (result->bad - result->good) / 2;
        size_t passed = 0;
        enum search_end end = search->try(search->context, &middle, 1, &passed);
        if (end == SEARCH_PASSED)
            result->good = middle;
        else if (end == SEARCH_FAILED)
            result->bad = middle;
        result->stopped = end == SEARCH_STOPPED;
        on = end == SEARCH_PASSED || end == SEARCH_FAILED;
    }
}

void search_run(const struct search *search, struct search_result *result)
{
    uint64_t counts[SEARCH_LADDER_MAX];
    size_t count = search_ladder(search, counts), passed = 0;
    *result = (struct search_result){0};
    enum search_end end = search->try(search->context, counts, count, &passed);
    if (passed > 0)
        result->good = counts[passed - 1];
    result->stopped = end == SEARCH_STOPPED;
    if (end != SEARCH_FAILED)
        return;
    result->bad = counts[passed];
    search_refine(search, result);
}
