#include "world/cause.h"

#include "world/pool.h"

#include <stdint.h>
#include <string.h>

enum { BITS = 64 };

struct cause {
    size_t references;
    size_t words; /* the last is not 0 */
    uint64_t bits[];
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

static size_t words_of(const struct cause *cause)
{
    return cause ? cause->words : 0;
}

bool cause_within(const struct cause *cause, const struct cause *others)
{
    if (words_of(cause) > words_of(others))
        return false;
    for (size_t i = 0; i < words_of(cause); i++)
        if (cause->bits[i] & ~others->bits[i])
            return false;
    return true;
}

static struct cause *copy(const struct cause *cause, size_t words)
{
    struct cause *copy = pool_zero(1, sizeof *copy + words * sizeof *copy->bits);
    copy->references = 1;
    copy->words = words;
    if (cause)
        memcpy(copy->bits, cause->bits, cause->words * sizeof *copy->bits);
    return copy;
}

static void replace(struct cause **cause, struct cause *by)
{
    cause_drop(*cause);
    *cause = by;
}

void cause_add(struct cause **cause, struct cause *others)
{
    if (cause_within(others, *cause))
        return;
    if (cause_within(*cause, others)) {
        replace(cause, cause_keep(others));
        return;
    }
    size_t words = words_of(*cause) > others->words ? words_of(*cause) : others->words;
    struct cause *sum = copy(*cause, words);
    for (size_t i = 0; i < others->words; i++)
        sum->bits[i] |= others->bits[i];
    replace(cause, sum);
}

void cause_add_one(struct cause **cause, size_t choice)
{
    if (cause_has(*cause, choice))
        return;
    size_t words = choice / BITS + 1;
    struct cause *sum = copy(*cause, words > words_of(*cause) ? words : words_of(*cause));
    sum->bits[choice / BITS] |= (uint64_t)1 << choice % BITS;
    replace(cause, sum);
}

bool cause_has(const struct cause *cause, size_t choice)
{
    return choice / BITS < words_of(cause) && (cause->bits[choice / BITS] >> choice % BITS & 1);
}
