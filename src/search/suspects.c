#include "search/suspects.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct sample sample_of(const struct spread_item *item, uint64_t result)
{
    struct sample sample = {.bytes = memory_alloc(item->length + 1),
                            .length = item->length,
                            .number = item->number,
                            .result = result};
    if (item->length > 0) /* the root may be empty */
        memcpy(sample.bytes, item->bytes, item->length);
    return sample;
}

static struct suspect *suspects_find(struct suspects *suspects, const struct symptom *symptom)
{
    for (size_t i = 0; i < suspects->count; i++)
        if (symptom_equal(&suspects->list[i].symptom, symptom))
            return &suspects->list[i];
    suspects->list =
        memory_room(suspects->list, suspects->count, &suspects->space, sizeof *suspects->list);
    struct suspect *suspect = &suspects->list[suspects->count++];
    *suspect = (struct suspect){.symptom = *symptom};
    suspects->wrong += symptom->severity != SEVERITY_NOTE;
    return suspect;
}

static bool suspect_is_worse(const struct suspect *suspect, const struct spread_item *item,
                             struct cost cost, bool by_bytes)
{
    if (suspect->times == 0)
        return true;
    if (cost.first != suspect->cost.first)
        return cost.first < suspect->cost.first;
    if (cost.second != suspect->cost.second)
        return cost.second < suspect->cost.second;
    return by_bytes && item->length == suspect->best.length && item->length > 0 &&
           memcmp(item->bytes, suspect->best.bytes, item->length) < 0;
}

bool suspects_note(struct suspects *suspects, const struct spread_item *item,
                   const struct symptom *symptom, struct cost cost, bool by_bytes, uint64_t result)
{
    struct suspect *suspect = suspects_find(suspects, symptom);
    bool better = suspect_is_worse(suspect, item, cost, by_bytes);
    suspect->times += suspect->times == 0 || suspect->last != item->number;
    suspect->last = item->number;
    if (!better)
        return false;
    suspect->symptom = *symptom; /* including the error that it leads to */
    free(suspect->best.bytes);
    suspect->best = sample_of(item, result);
    suspect->cost = cost;
    return true;
}

void suspects_give_up(struct suspects *suspects, const char *sentence)
{
    if (!suspects->given_up)
        suspects->given_up = memory_copy(sentence);
}

const struct suspect **suspects_sorted(const struct suspects *suspects,
                                       int (*compare)(const void *one, const void *other))
{
    const struct suspect **sorted = memory_alloc((suspects->count + 1) * sizeof(struct suspect *));
    for (size_t i = 0; i < suspects->count; i++)
        sorted[i] = &suspects->list[i];
    qsort(sorted, suspects->count, sizeof(struct suspect *), compare);
    return sorted;
}

void suspects_free(struct suspects *suspects)
{
    for (size_t i = 0; i < suspects->count; i++)
        free(suspects->list[i].best.bytes);
    free(suspects->list);
    free(suspects->given_up);
    *suspects = (struct suspects){0};
}
