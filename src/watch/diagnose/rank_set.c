#include "watch/diagnose/rank_set.h"

#include "base/memory.h"
#include "finding/finding.h"

#include <stdlib.h>
#include <string.h>

void rank_set_free(struct rank_set *set)
{
    free(set->ranks);
    *set = (struct rank_set){0};
}

/* Returns the index of the rank, or the index at which to insert it. */
static size_t rank_set_find_place(const struct rank_set *set, int rank)
{
    size_t low = 0, high = set->count;
    if (high > 0 && set->ranks[high - 1] < rank)
        return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (set->ranks[middle] < rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool rank_set_has(const struct rank_set *set, int rank)
{
    size_t place = rank_set_find_place(set, rank);
    return place < set->count && set->ranks[place] == rank;
}

void rank_set_add(struct rank_set *set, int rank)
{
    size_t place = rank_set_find_place(set, rank);
    if (place < set->count && set->ranks[place] == rank)
        return;
    set->ranks = memory_room(set->ranks, set->count, &set->space, sizeof *set->ranks);
    memmove(&set->ranks[place + 1], &set->ranks[place], (set->count - place) * sizeof *set->ranks);
    set->ranks[place] = rank;
    set->count++;
}

void rank_set_add_all(struct rank_set *set, const struct rank_set *other)
{
    if (other->count == 0)
        return;
    int *merged = memory_alloc((set->count + other->count) * sizeof *merged);
    size_t count = 0, i = 0, j = 0;
    while (i < set->count || j < other->count) {
        bool ours = j == other->count || (i < set->count && set->ranks[i] <= other->ranks[j]);
        int rank = ours ? set->ranks[i] : other->ranks[j];
        i += i < set->count && set->ranks[i] == rank;
        j += j < other->count && other->ranks[j] == rank;
        merged[count++] = rank;
    }
    size_t space = set->count + other->count;
    free(set->ranks);
    *set = (struct rank_set){merged, count, space};
}

bool rank_set_same(const struct rank_set *set, const struct rank_set *other)
{
    return set->count == other->count &&
           (set->count == 0 ||
            memcmp(set->ranks, other->ranks, set->count * sizeof *set->ranks) == 0);
}

int rank_set_compare(const struct rank_set *set, const struct rank_set *other)
{
    if (set->count != other->count)
        return set->count > other->count ? -1 : 1;
    for (size_t i = 0; i < set->count; i++)
        if (set->ranks[i] != other->ranks[i])
            return set->ranks[i] < other->ranks[i] ? -1 : 1;
    return 0;
}

void rank_set_print(const struct rank_set *set, struct text *out)
{
    enum { LIST_BYTES_MAX = 100 };
    struct arena arena = {0};
    if (set->count == 0) {
        text_add(out, "no rank");
        return;
    }
    text_add(out, set->count == 1 ? "rank " : "ranks ");
    const char *list = finding_rank_text(&arena, set->ranks, set->count);
    size_t length = strlen(list);
    if (length <= LIST_BYTES_MAX) {
        text_add(out, list);
    } else {
        for (length = LIST_BYTES_MAX; list[length] != ','; length--)
            ;
        text_add_bytes(out, list, length + 1);
        text_addf(out, "... (%zu ranks)", set->count);
    }
    arena_free(&arena);
}
