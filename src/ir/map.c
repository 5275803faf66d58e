#include "ir/map.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

enum { MAP_FIRST = 256 };

struct map_entry {
    const void *key;
    void *value;
};

/* Returns the entry of the key, or the free entry where it belongs. */
static struct map_entry *map_find(const struct map *map, const void *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15U;
    size_t at = (size_t)(hash >> 20) & (map->space - 1);
    while (map->entries[at].key && map->entries[at].key != key)
        at = (at + 1) & (map->space - 1);
    return &map->entries[at];
}

void *map_get(const struct map *map, const void *key)
{
    return map->space ? map_find(map, key)->value : NULL;
}

static void map_grow(struct map *map)
{
    struct map larger = {.space = map->space ? 2 * map->space : MAP_FIRST, .count = map->count};
    larger.entries = memory_zero(larger.space, sizeof *larger.entries);
    for (size_t i = 0; i < map->space; i++)
        if (map->entries[i].key)
            *map_find(&larger, map->entries[i].key) = map->entries[i];
    free(map->entries);
    *map = larger;
}

void map_put(struct map *map, const void *key, void *value)
{
    if (map->count >= map->space / 2)
        map_grow(map);
    struct map_entry *entry = map_find(map, key);
    map->count += !entry->key;
    *entry = (struct map_entry){key, value};
}

void map_free(struct map *map)
{
    free(map->entries);
    *map = (struct map){0};
}
