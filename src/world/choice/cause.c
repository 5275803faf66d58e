#include "world/choice/cause.h"

#include "world/schedule/pool.h"

#include <string.h>

enum { BITS = 32 };

struct cause {
    size_t references;
    size_t ranks;
    size_t words;      /* words of bits, which follow the counts of the ranks */
    uint32_t values[]; /* by rank: number of choices; then the bits */
};

struct cause *cause_keep(struct cause *cause)
{
    if (cause)
        cause->references++;
    return cause;
}

void cause_drop(struct cause *cause)
{
    if (cause && --cause->references == 0)
        pool_free(cause);
}

static size_t cause_words_of(const struct cause *cause)
{
    return cause ? cause->words : 0;
}

bool cause_within(const struct cause *cause, const struct cause *others)
{
    if (!cause || cause == others)
        return true;
    if (!others || cause->words > others->words)
        return false;
    for (size_t i = 0; i < cause->ranks; i++)
        if (cause->values[i] > others->values[i])
            return false;
    for (size_t i = cause->ranks; i < cause->ranks + cause->words; i++)
        if (cause->values[i] & ~others->values[i])
            return false;
    return true;
}

static struct cause *cause_copy(struct pool *pool, size_t ranks, const struct cause *cause,
                                size_t words)
{
    struct cause *copy = pool_zero(pool, 1, sizeof *copy + (ranks + words) * sizeof *copy->values);
    copy->references = 1;
    copy->ranks = ranks;
    copy->words = words;
    if (cause)
        memcpy(copy->values, cause->values, (ranks + cause->words) * sizeof *copy->values);
    return copy;
}

static void cause_replace(struct cause **cause, struct cause *by)
{
    cause_drop(*cause);
    *cause = by;
}

void cause_add(struct cause **cause, struct cause *others)
{
    if (cause_within(others, *cause))
        return;
    if (cause_within(*cause, others)) {
        cause_replace(cause, cause_keep(others));
        return;
    }
    size_t ranks = others->ranks;
    struct cause *sum =
        cause_copy(pool_of(others), ranks, *cause,
                   cause_words_of(*cause) > others->words ? cause_words_of(*cause) : others->words);
    for (size_t i = 0; i < ranks; i++)
        if (sum->values[i] < others->values[i])
            sum->values[i] = others->values[i];
    for (size_t i = ranks; i < ranks + others->words; i++)
        sum->values[i] |= others->values[i];
    cause_replace(cause, sum);
}

void cause_add_one(struct pool *pool, int rank_count, struct cause **cause,
                   struct cause_name choice)
{
    size_t ranks = (size_t)rank_count;
    if (cause_has(*cause, choice))
        return;
    size_t words = choice.rank < 0 ? choice.place / BITS + 1 : 0;
    struct cause *sum = cause_copy(pool, ranks, *cause,
                                   words > cause_words_of(*cause) ? words : cause_words_of(*cause));
    if (choice.rank < 0)
        sum->values[ranks + choice.place / BITS] |= 1U << choice.place % BITS;
    else
        sum->values[choice.rank] = choice.place + 1;
    cause_replace(cause, sum);
}

bool cause_has(const struct cause *cause, struct cause_name choice)
{
    if (!cause)
        return false;
    if (choice.rank >= 0)
        return cause->values[choice.rank] > choice.place;
    return choice.place / BITS < cause->words &&
           (cause->values[cause->ranks + choice.place / BITS] >> choice.place % BITS & 1);
}

uint32_t cause_count(const struct cause *cause, int rank)
{
    return cause ? cause->values[rank] : 0;
}
