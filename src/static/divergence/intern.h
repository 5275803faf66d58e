/* intern.h: a hash table that gives each distinct thing one number.
 *
 * The things stand in an array of their owner; the table holds their indices.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_INTERN_H
#define TUTTI_STATIC_DIVERGENCE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INTERN_FREE UINT32_MAX

struct intern {
    struct intern_entry {
        uint64_t hash;
        uint32_t number;
    } *entries;
    size_t count, space; /* a zeroed struct is an empty table */
};

typedef bool intern_equal(const void *owner, uint32_t number, const void *wanted);

/* Returns the slot with the number of the thing. INTERN_FREE: the thing is new, and the caller sets
 * the number. The next call may move the slot. */
uint32_t *intern_slot(struct intern *table, uint64_t hash, intern_equal *equal, const void *owner,
                      const void *wanted);
void intern_free(struct intern *table);

/* Adds one more number to a hash. */
static inline uint64_t intern_hash(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9fb21c651e98df25U;
    return hash ^ hash >> 32;
}

#endif
