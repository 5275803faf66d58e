/* table.h: a hash table by number: requests by handle and by operation, communicators by handle.
 *
 * The entry is part of the object, so adding cannot fail: without memory to grow, chains get
 * longer. Keys are unique. A table of zeros is empty. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_TABLE_H
#define TUTTI_RUNTIME_WORLD_MODEL_TABLE_H

#include <stddef.h>
#include <stdint.h>

enum { TABLE_FIRST = 16 };

struct table_entry {
    uint64_t key;
    struct table_entry *next; /* in its bucket */
};

struct table {
    struct table_entry **buckets; /* NULL: the buckets are `first` */
    struct table_entry *first[TABLE_FIRST];
    unsigned bits; /* log2 of the number of buckets, once there are more than in `first` */
    size_t count;
};

void table_add(struct table *table, struct table_entry *entry, uint64_t key);
struct table_entry *table_find(const struct table *table, uint64_t key); /* NULL: none */
void table_remove(struct table *table, const struct table_entry *entry);

/* The object that contains the entry; NULL for NULL. */
#define TABLE_THING(entry, type, member) ((type *)table_thing(entry, offsetof(type, member)))

static inline void *table_thing(struct table_entry *entry, size_t place)
{
    return entry ? (char *)entry - place : NULL;
}

#endif
