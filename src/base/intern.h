/* intern.h: a hash table that gives each distinct thing one number.
 *
 * The things stand in an array of their owner; the table holds their indices.
 */
#ifndef TUTTI_BASE_INTERN_H
#define TUTTI_BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INTERN_NONE UINT32_MAX

struct intern {
    struct intern_entry {
        uint64_t hash;
        uint32_t number; /* INTERN_NONE: the place is free */
    } *entries;
    size_t count, space; /* a zeroed struct is an empty table */
};

/* Returns whether the thing with the number is the wanted one; their hashes are equal. */
typedef bool intern_equal(const void *owner, uint32_t number, const void *wanted);

/* Returns the number of the wanted thing. If it is not there yet, it gets the number `fresh`, and
 * the caller must keep it; with INTERN_NONE nothing is added. */
uint32_t intern_number(struct intern *table, uint64_t hash, intern_equal *equal, const void *owner,
                       const void *wanted, size_t fresh);

void intern_free(struct intern *table);

#endif
