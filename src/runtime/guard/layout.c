#include "runtime/guard/layout.h"

#include <stdlib.h>

static bool layout_fits(int64_t value)
{
    return value >= INT32_MIN && value <= INT32_MAX;
}

/* Recovers blocks in the order of the ranks, each one after the one before it. */
static bool recover_in_order(const int *counts, const int *displs, int blocks, int64_t *wide,
                             bool *wrapped)
{
    int64_t next = 0;
    bool first = true;
    *wrapped = false;
    for (int i = 0; i < blocks; i++) {
        wide[i] = next;
        if (counts[i] == 0)
            continue;
        if (first)
            wide[i] = next = displs[i];
        first = false;
        if ((uint32_t)next != (uint32_t)displs[i])
            return false;
        *wrapped |= !layout_fits(next);
        next += counts[i];
    }
    return true;
}

/* Recovers slots of one size, one after another, which the blocks need not fill. The size is the
 * distance of the first two blocks. */
static bool recover_slots(const int *counts, const int *displs, int blocks, int64_t *wide,
                          bool *wrapped)
{
    int first = 0;
    while (first < blocks && counts[first] == 0)
        first++;
    if (first + 1 >= blocks)
        return false;
    int64_t slot = (int64_t)displs[first + 1] - displs[first];
    *wrapped = false;
    for (int i = first; i < blocks; i++) {
        int64_t place = displs[first] + (i - first) * slot;
        wide[i] = place;
        if (counts[i] == 0)
            continue;
        if ((uint32_t)place != (uint32_t)displs[i] || counts[i] > slot)
            return false;
        *wrapped |= !layout_fits(place);
    }
    for (int i = 0; i < first; i++)
        wide[i] = 0;
    return *wrapped;
}

struct layout_start {
    uint32_t place;
    int block;
};

static int compare_starts(const void *left, const void *right)
{
    uint32_t a = ((const struct layout_start *)left)->place,
             b = ((const struct layout_start *)right)->place;
    return (a > b) - (a < b);
}

/* Returns the block that begins at the place; -1: none. */
static int block_at(const struct layout_start *starts, int count, uint32_t place)
{
    struct layout_start key = {place, 0};
    const struct layout_start *found =
        bsearch(&key, starts, (size_t)count, sizeof *starts, compare_starts);
    return found ? found->block : -1;
}

/* Returns the block at which no other block ends; if the blocks fill 2^32 exactly, the block at 0.
 * -1 if there is not exactly one. */
static int first_block(const struct layout_start *starts, int count, const int *counts,
                       const int *displs, int blocks)
{
    char *is_next = calloc((size_t)blocks, 1);
    int first = -1, heads = 0;
    if (!is_next)
        return -1;
    for (int i = 0; i < count; i++) {
        int block = starts[i].block;
        int next = block_at(starts, count, (uint32_t)displs[block] + (uint32_t)counts[block]);
        if (next >= 0)
            is_next[next] = 1;
    }
    for (int i = 0; i < count; i++)
        if (!is_next[starts[i].block]) {
            first = starts[i].block;
            heads++;
        }
    free(is_next);
    if (heads == 0)
        return block_at(starts, count, 0);
    return heads == 1 ? first : -1;
}

/* Recovers blocks in some other order: goes from each block to the one that begins at its end. If
 * two begin at the same place, modulo 2^32, the answer is open. */
static bool recover_chain(const int *counts, const int *displs, int blocks, int64_t *wide,
                          bool *wrapped)
{
    struct layout_start *starts = malloc((size_t)blocks * sizeof *starts);
    int count = 0;
    bool good = starts != NULL;
    for (int i = 0; good && i < blocks; i++) {
        wide[i] = 0;
        if (counts[i] > 0)
            starts[count++] = (struct layout_start){(uint32_t)displs[i], i};
    }
    if (good)
        qsort(starts, (size_t)count, sizeof *starts, compare_starts);
    for (int i = 1; good && i < count; i++)
        good = starts[i].place != starts[i - 1].place;
    int block = good ? first_block(starts, count, counts, displs, blocks) : -1;
    good = block >= 0;
    *wrapped = false;
    for (int64_t i = 0, place = good ? displs[block] : 0; good && i < count; i++) {
        wide[block] = place;
        *wrapped |= !layout_fits(place);
        place += counts[block];
        block = block_at(starts, count, (uint32_t)place);
        good = block >= 0 || i == count - 1;
    }
    free(starts);
    return good;
}

enum layout_kind layout_recover(const int *counts, const int *displs, int blocks, int64_t *wide)
{
    int64_t sum = 0;
    bool wrapped, negative = false;
    for (int i = 0; i < blocks; i++) {
        if (counts[i] < 0)
            return LAYOUT_PLAIN; /* MPI reports what is wrong */
        sum += counts[i];
        negative |= counts[i] > 0 && displs[i] < 0;
    }
    if (recover_in_order(counts, displs, blocks, wide, &wrapped))
        return wrapped ? LAYOUT_WRAPPED : LAYOUT_PLAIN;
    if (recover_slots(counts, displs, blocks, wide, &wrapped))
        return LAYOUT_WRAPPED;
    if (recover_chain(counts, displs, blocks, wide, &wrapped))
        return wrapped ? LAYOUT_WRAPPED : LAYOUT_PLAIN;
    return negative && sum > INT32_MAX ? LAYOUT_LOST : LAYOUT_PLAIN;
}

static int64_t layout_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool layout_measure(const int *counts, const int64_t *wide, int blocks, int64_t *unit,
                    int64_t *lowest, int64_t *highest)
{
    bool any = false;
    for (int i = 0; i < blocks; i++) {
        if (counts[i] == 0)
            continue;
        *lowest = !any || wide[i] < *lowest ? wide[i] : *lowest;
        *highest = !any || wide[i] > *highest ? wide[i] : *highest;
        any = true;
    }
    *unit = 0;
    for (int i = 0; i < blocks; i++)
        if (counts[i] > 0)
            *unit =
                layout_common_divisor(layout_common_divisor(*unit, counts[i]), wide[i] - *lowest);
    return any;
}
