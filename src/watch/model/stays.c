/* stays.c: see stays.h. */
#include "watch/model/stays.h"

#include "base/memory.h"

#include <stdlib.h>
#include <uthash.h>

enum { PLACES_MAX = 1024, OTHERS = 2, RANK_BITS = 64 };

struct stay {
    uint64_t place;
    uint64_t left; /* a bit for each rank that has left the place; ranks 64 apart share a bit */
    double longest;
    UT_hash_handle hh;
};

struct stays {
    struct stay *places;
    struct arena arena;
};

struct stays *stays_new(void)
{
    return memory_zero(1, sizeof(struct stays));
}

void stays_free(struct stays *stays)
{
    if (stays == NULL)
        return;
    HASH_CLEAR(hh, stays->places);
    arena_free(&stays->arena);
    free(stays);
}

static struct stay *stays_find(const struct stays *stays, uint64_t place)
{
    struct stay *found;
    HASH_FIND(hh, stays->places, &place, sizeof place, found);
    return found;
}

static uint64_t stays_bit_of(int rank)
{
    return UINT64_C(1) << (rank % RANK_BITS);
}

void stays_add(struct stays *stays, uint64_t place, int rank, double seconds)
{
    struct stay *stay = stays_find(stays, place);
    if (rank < 0 || (stay == NULL && HASH_COUNT(stays->places) >= PLACES_MAX))
        return;
    if (stay == NULL) {
        stay = arena_alloc(&stays->arena, sizeof *stay);
        stay->place = place;
        HASH_ADD(hh, stays->places, place, sizeof stay->place, stay);
    }
    stay->left |= stays_bit_of(rank);
    if (seconds > stay->longest)
        stay->longest = seconds;
}

double stays_longest(const struct stays *stays, uint64_t place, int rank)
{
    const struct stay *stay = stays_find(stays, place);
    if (stay == NULL || rank < 0 || __builtin_popcountll(stay->left & ~stays_bit_of(rank)) < OTHERS)
        return -1;
    return stay->longest;
}
