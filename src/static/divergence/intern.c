#include "static/divergence/intern.h"

#include "base/memory.h"

#include <stdlib.h>

static void intern_grow(struct intern *table)
{
    struct intern old = *table;

    table->space = old.space == 0 ? 64 : old.space * 2;
    table->entries = memory_alloc(table->space * sizeof *table->entries);
    for (size_t i = 0; i < table->space; i++) {
        table->entries[i].number = INTERN_FREE;
    }
    for (size_t i = 0; i < old.space; i++) {
        if (old.entries[i].number != INTERN_FREE) {
            size_t at = old.entries[i].hash & (table->space - 1);

            while (table->entries[at].number != INTERN_FREE) {
                at = (at + 1) & (table->space - 1);
            }
            table->entries[at] = old.entries[i];
        }
    }
    free(old.entries);
}

uint32_t *intern_slot(struct intern *table, uint64_t hash, intern_equal *equal, const void *owner,
                      const void *wanted)
{
    if (table->count * 2 >= table->space) {
        intern_grow(table);
    }
    size_t at = hash & (table->space - 1);
    while (table->entries[at].number != INTERN_FREE) {
        if (table->entries[at].hash == hash && equal(owner, table->entries[at].number, wanted)) {
            return &table->entries[at].number;
        }
        at = (at + 1) & (table->space - 1);
    }
    table->entries[at].hash = hash;
    table->count++;
    return &table->entries[at].number;
}

void intern_free(struct intern *table)
{
    free(table->entries);
    *table = (struct intern){0};
}
