/* numbers.h: lists of counts and displacements from the program: of int, or of 64 bits in the
 * functions for large counts. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_NUMBERS_H
#define TUTTI_RUNTIME_WORLD_MODEL_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

struct numbers {
    const void *list; /* NULL: none */
    bool wide;
};

#define NUMBERS_OF(values)      \
    ((struct numbers){(values), \
                      _Generic((values), const int *: false, int *: false, default: true)})

static inline int64_t numbers_at(struct numbers numbers, int index)
{
    return numbers.wide ? ((const int64_t *)numbers.list)[index]
                        : ((const int *)numbers.list)[index];
}

static inline int64_t numbers_sum(struct numbers numbers, int count)
{
    int64_t sum = 0;
    for (int i = 0; i < count && numbers.list; i++)
        sum += numbers_at(numbers, i);
    return sum;
}

#endif
