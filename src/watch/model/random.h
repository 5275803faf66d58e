/* random.h: a small pseudo-random generator (the splitmix64 of Steele, Lea and Flood, 2014). A
 * monitor with the same seed looks at the same ranks. */
#ifndef TUTTI_WATCH_MODEL_RANDOM_H
#define TUTTI_WATCH_MODEL_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

/* Returns a number in [0, 1). */
static inline double random_unit(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

/* Returns a number in [0, count); `count` must be at least 1. The bias of the modulus does not
 * matter here. */
static inline uint32_t random_below(uint64_t *state, uint32_t count)
{
    return (uint32_t)(random_next(state) % count);
}

#endif
