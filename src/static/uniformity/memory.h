/* memory.h: the locations of memory, and what a state knows of them. */
#ifndef TUTTI_STATIC_UNIFORMITY_MEMORY_H
#define TUTTI_STATIC_UNIFORMITY_MEMORY_H

#include "static/uniformity/taint.h"

void locations_find(struct uniformity *uniformity);
/* Finds the locations that an access of `size` bytes at this place touches; size 0: to the end of
 * the member, or of the object. They are [*first, *end) and *anywhere, the location of unknown
 * offset, or UINT32_MAX. */
void locations_range(const struct locations *locations, struct points_location place, uint64_t size,
                     uint32_t *first, uint32_t *end, uint32_t *anywhere);
bool locations_has(const struct locations *locations, struct points_location place);
/* Finds the array of the object that holds the place, and returns it as place and size; false:
 * there is none. */
bool locations_array(struct points_location *place, uint64_t *size);
/* Returns the index of a location in a sorted list, or the index where it must be inserted. The
 * list has cells or entries, which both begin with the location. */
static inline size_t location_position(const void *list, size_t count, size_t size,
                                       uint32_t location)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (*(const uint32_t *)((const char *)list + middle * size) < location)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
const struct cell *state_find(const struct state *state, uint32_t location);
bool state_equal(const struct state *a, const struct state *b);

#endif
