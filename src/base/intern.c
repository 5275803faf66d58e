#include "base/intern.h"

#include "base/memory.h"

#include <stdlib.h>

enum { ENTRIES_FIRST = 64 };

static void intern_grow(struct intern *table)
{
    struct intern old = *table;
    table->space = old.space ? old.space * 2 : ENTRIES_FIRST;
    table->entries = memory_alloc(table->space * sizeof *table->entries);
    for (size_t i = 0; i < table->space; i++)
        table->entries[i].number = INTERN_NONE;
    for (size_t i = 0; i < old.space; i++) {
        if (old.entries[i].number == INTERN_NONE)
            continue;
        size_t at = old.entries[i].hash & (table->space - 1);
        while (table->entries[at].number != INTERN_NONE)
            at = (at + 1) & (table->space - 1);
        table->entries[at] = old.entries[i];
    }
    free(old.entries);
}

uint32_t intern_number(struct intern *table, uint64_t hash, intern_equal *equal, const void *owner,
                       const void *wanted, size_t fresh)
{
    if (table->count * 2 >= table->space)
        intern_grow(table);
    size_t at = hash & (table->space - 1);
    for (; table->entries[at].number != INTERN_NONE; at = (at + 1) & (table->space - 1))
        if (table->entries[at].hash == hash && equal(owner, table->entries[at].number, wanted))
            return table->entries[at].number;
    if (fresh < INTERN_NONE) {
        table->entries[at] = (struct intern_entry){hash, (uint32_t)fresh};
        table->count++;
    }
    return (uint32_t)fresh;
}

void intern_free(struct intern *table)
{
    free(table->entries);
    *table = (struct intern){0};
}
