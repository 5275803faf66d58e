/* layout.h: recovers displacements that did not fit into an int.
 *
 * A program that adds up counts in int, or stores such sums in an int, passes displacements modulo
 * 2^32. They are recovered only if the counts prove it: the blocks, laid one after the other in
 * some order, must begin where the displacements say, modulo 2^32, and at least one of these places
 * must be beyond an int. Negative displacements by themselves prove nothing: MPI allows them.
 *
 * Works without MPI. */
#ifndef TUTTI_RUNTIME_GUARD_LAYOUT_H
#define TUTTI_RUNTIME_GUARD_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum layout_kind {
    LAYOUT_PLAIN,   /* correct as it is */
    LAYOUT_WRAPPED, /* displacements have wrapped, and are recovered */
    LAYOUT_LOST,    /* displacements seem to have wrapped, but it is not known which ones */
};

/* Returns whether the layout must be examined. One pass over both arrays. */
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

/* Fills `wide` with the true displacements if the answer is LAYOUT_WRAPPED. An empty block gets the
 * displacement of some other block, or 0. */
enum layout_kind layout_recover(const int *counts, const int *displs, int blocks, int64_t *wide);

/* Finds the largest unit that divides all counts and the distances of all blocks, and the lowest
 * and highest displacement. Empty blocks are ignored. Returns false if all are empty. */
bool layout_measure(const int *counts, const int64_t *wide, int blocks, int64_t *unit,
                    int64_t *lowest, int64_t *highest);

#endif
