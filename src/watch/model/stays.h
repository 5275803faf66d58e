/* stays.h: how long ranks compute at a place before they call MPI again.
 *
 * Ranks run the same program: what some of them took at a place tells how long another may take
 * there, even where each is only once, such as in a program that calls MPI at its end. Of a place
 * only the longest stay is kept, and which ranks have left it. */
#ifndef TUTTI_WATCH_MODEL_STAYS_H
#define TUTTI_WATCH_MODEL_STAYS_H

#include <stdint.h>

struct stays;

struct stays *stays_new(void);
void stays_free(struct stays *stays); /* NULL is fine */

/* A rank has left a place after so long. */
void stays_add(struct stays *stays, uint64_t place, int rank, double seconds);

/* The longest stay there, if at least two other ranks have left it; negative: nothing is known. */
double stays_longest(const struct stays *stays, uint64_t place, int rank);

#endif
