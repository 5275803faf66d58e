/* layout.h: displacements that did not fit into an int, recovered.
 *
 * A program that adds up counts in int, or stores such sums in an int, gives displacements modulo
 * 2^32. They are recovered only where the counts prove it: if the blocks, laid one behind the other
 * in some order, begin where the displacements say, modulo 2^32, and at least one of these places
 * is beyond an int. Negative displacements by themselves prove nothing: MPI allows them.
 *
 * Does without MPI. */
#ifndef TUTTI_RUNTIME_GUARD_LAYOUT_H
#define TUTTI_RUNTIME_GUARD_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum layout {
    LAYOUT_PLAIN,   /* as it stands */
    LAYOUT_WRAPPED, /* and recovered */
    LAYOUT_LOST,    /* looks as if displacements had wrapped, but which ones cannot be said */
};

/* Whether a closer look is worth its time. One pass over both arrays. */
static inline bool layout_suspect(const int *counts, const int *displs, int blocks)
{
    int64_t sum = 0;
    int signs = 0;
    for (int i = 0; i < blocks; i++) {
        sum += counts[i];
        signs |= displs[i];
    }
    return signs < 0 || sum > INT32_MAX;
}

/* Fills `wide` with the true displacements if the answer is LAYOUT_WRAPPED. Of empty blocks it is
 * that of some other block, or 0. */
enum layout layout_recover(const int *counts, const int *displs, int blocks, int64_t *wide);

/* The largest unit that divides all counts and the distances of all blocks; the lowest and the
 * highest displacement. Empty blocks do not count. False if all are empty. */
bool layout_measure(const int *counts, const int64_t *wide, int blocks, int64_t *unit,
                    int64_t *lowest, int64_t *highest);

#endif
