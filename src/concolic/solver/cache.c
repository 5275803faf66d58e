
#include "concolic/solver/cache.h"

#include "concolic/solver/engine.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_MOST = 1 << 16 }; /* answers; at this number the cache starts anew */

struct answer {
    uint64_t key[2];
    uint64_t *values; /* in the order of the variables' hashes */
    uint32_t count;
    uint8_t answer;        /* enum solver_answer */
    unsigned milliseconds; /* time that was not enough, if it is SOLVER_UNKNOWN */
    bool simplified, there;
};

struct cache {
    struct answer *answers;
    size_t count;
};

struct cache *cache_open(void)
{
    struct cache *cache = memory_zero(1, sizeof *cache);
    cache->answers = memory_zero((size_t)2 * CACHE_MOST, sizeof *cache->answers);
    return cache;
}

static void cache_clear(struct cache *cache)
{
    for (size_t i = 0; i < (size_t)2 * CACHE_MOST; i++)
        free(cache->answers[i].values);
    memset(cache->answers, 0, (size_t)2 * CACHE_MOST * sizeof *cache->answers);
    cache->count = 0;
}

void cache_close(struct cache *cache)
{
    cache_clear(cache);
    free(cache->answers);
    free(cache);
}

static struct answer *look_up(struct cache *cache, const uint64_t key[2])
{
    size_t mask = (size_t)2 * CACHE_MOST - 1, at = key[0] & mask;
    while (cache->answers[at].there && memcmp(cache->answers[at].key, key, 2 * sizeof *key) != 0)
        at = (at + 1) & mask;
    return &cache->answers[at];
}

struct order {
    uint64_t hash;
    size_t number;
};

static int by_hash(const void *a, const void *b)
{
    uint64_t x = ((const struct order *)a)->hash, y = ((const struct order *)b)->hash;
    return (x > y) - (x < y);
}

/* Returns the numbers of unknowns, in an order that is the same in all traces. */
static struct order *order_of(const struct problem *problem)
{
    struct order *order = memory_zero(problem->unknown_count, sizeof *order);
    for (size_t i = 0; i < problem->unknown_count; i++)
        order[i] =
            (struct order){problem->index->variable_hashes[problem->unknowns[i].variable], i};
    qsort(order, problem->unknown_count, sizeof *order, by_hash);
    return order;
}

bool cache_find(struct cache *cache, const struct problem *problem, uint64_t *values,
                enum solver_answer *answer, bool *simplified)
{
    const struct answer *known = look_up(cache, problem->key);
    unsigned milliseconds = problem->engine->options.milliseconds;
    if (!known->there || (known->answer == SOLVER_UNKNOWN && known->milliseconds < milliseconds))
        return false;
    *answer = (enum solver_answer)known->answer;
    *simplified = known->simplified;
    if (*answer != SOLVER_FOUND)
        return true;
    if (known->count != problem->unknown_count)
        return false;
    struct order *order = order_of(problem);
    for (size_t i = 0; i < problem->unknown_count; i++)
        values[order[i].number] = known->values[i];
    free(order);
    bool goal;
    return problem_holds(problem, values, &goal) || known->simplified;
}

void cache_keep(struct cache *cache, const struct problem *problem, const uint64_t *values,
                enum solver_answer answer, bool simplified)
{
    if (cache->count >= CACHE_MOST)
        cache_clear(cache);
    struct answer *known = look_up(cache, problem->key);
    cache->count += !known->there;
    free(known->values);
    *known = (struct answer){.key = {problem->key[0], problem->key[1]},
                             .answer = (uint8_t)answer,
                             .milliseconds = problem->engine->options.milliseconds,
                             .simplified = simplified,
                             .there = true};
    if (answer != SOLVER_FOUND)
        return;
    struct order *order = order_of(problem);
    known->count = (uint32_t)problem->unknown_count;
    known->values = memory_zero(problem->unknown_count, sizeof *known->values);
    for (size_t i = 0; i < problem->unknown_count; i++)
        known->values[i] = values[order[i].number];
    free(order);
}
