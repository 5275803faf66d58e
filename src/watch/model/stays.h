/* stays.h: records how long ranks compute at a place before they call MPI again.
 *
 * Ranks run the same program: the times that some ranks spent at a place tell how long another may
 * spend there, even if each rank comes there only once, as in a program that calls MPI only at its
 * end. For each place it keeps only the longest stay, and which ranks have left the place.
 */
#ifndef TUTTI_WATCH_MODEL_STAYS_H
#define TUTTI_WATCH_MODEL_STAYS_H

#include <stdint.h>

struct stays;

struct stays *stays_new(void);
void stays_free(struct stays *stays); /* NULL is fine */

/* Notes that a rank has left a place after this time. */
void stays_add(struct stays *stays, uint64_t place, int rank, double seconds);

/* Returns the longest stay at the place, if at least two other ranks have left it; negative:
 * nothing is known. */
double stays_longest(const struct stays *stays, uint64_t place, int rank);

#endif
