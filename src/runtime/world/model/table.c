#include "runtime/world/model/table.h"

#include <stdlib.h>

enum { FIRST_BITS = 4 };
_Static_assert(1 << FIRST_BITS == TABLE_FIRST, "the first buckets");

static unsigned table_bits_of(const struct table *table)
{
    return table->buckets ? table->bits : FIRST_BITS;
}

/* Returns the bucket. Handles are pointers or numbers that differ in few bits; multiplication
 * (Knuth) makes the upper bits differ. */
static size_t table_place_of(uint64_t key, unsigned bits)
{
    return (size_t)((key * 0x9e3779b97f4a7c15U) >> (64 - bits));
}

static struct table_entry **bucket_of(struct table *table, uint64_t key)
{
    return &(table->buckets ? table->buckets
                            : table->first)[table_place_of(key, table_bits_of(table))];
}

static void model_table_grow(struct table *table)
{
    struct table_entry **old = table->buckets ? table->buckets : table->first;
    size_t count = (size_t)1 << table_bits_of(table);
    unsigned bits = table_bits_of(table) + 1;
    struct table_entry **buckets = calloc((size_t)1 << bits, sizeof(struct table_entry *));
    if (!buckets)
        return;
    for (size_t i = 0; i < count; i++)
        for (struct table_entry *entry = old[i], *next; entry; entry = next) {
            struct table_entry **bucket = &buckets[table_place_of(entry->key, bits)];
            next = entry->next;
            entry->next = *bucket;
            *bucket = entry;
        }
    free(table->buckets);
    table->buckets = buckets;
    table->bits = bits;
}

void table_add(struct table *table, struct table_entry *entry, uint64_t key)
{
    if (table->count == (size_t)1 << table_bits_of(table))
        model_table_grow(table);
    struct table_entry **bucket = bucket_of(table, key);
    entry->key = key;
    entry->next = *bucket;
    *bucket = entry;
    table->count++;
}

struct table_entry *table_find(const struct table *table, uint64_t key)
{
    struct table_entry *const *buckets = table->buckets ? table->buckets : table->first;
    struct table_entry *entry = buckets[table_place_of(key, table_bits_of(table))];
    while (entry && entry->key != key)
        entry = entry->next;
    return entry;
}

void table_remove(struct table *table, const struct table_entry *entry)
{
    struct table_entry **link = bucket_of(table, entry->key);
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    table->count--;
}
