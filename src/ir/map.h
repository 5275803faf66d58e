/* map.h: a table from addresses to addresses, for copies of LLVM's objects.
 *
 * A zeroed struct is an empty map. Keys are never NULL, and nothing is removed.
 */
#ifndef TUTTI_IR_MAP_H
#define TUTTI_IR_MAP_H

#include <stddef.h>

struct map {
    struct map_entry *entries;
    size_t count, space; /* a power of two */
};

void *map_get(const struct map *map, const void *key); /* NULL: there is none */
void map_put(struct map *map, const void *key, void *value);
void map_free(struct map *map);

#endif
