/* tail.h: keeps the longest durations of a history, and how heavy their tail is, in constant
 * memory.
 *
 * Durations are counted in bins that grow by a quarter of an octave, from 0.1 ms to 10^5 s (shorter
 * and longer ones count at the ends). The shape of the tail is the c of P(X > x) ~ x^(-1/c), or 0
 * for tails that fall faster than all powers. It is the moment estimate of Dekkers, Einmahl and de
 * Haan (1989) from about the n^(2/3) longest durations; Hill's estimate would take exponential
 * tails for heavy ones. A prior with the weight of 8 durations of shape 2/3 keeps the estimate
 * high: with few samples a tail counts as heavy until it proves to be light.
 *
 * History fades: counts shrink by the factor that the caller gives, and counts below a sixteenth
 * are dropped.
 */
#ifndef TUTTI_WATCH_MODEL_TAIL_H
#define TUTTI_WATCH_MODEL_TAIL_H

#include <stdbool.h>

enum { TAIL_BINS = 120, TAIL_BINS_PER_OCTAVE = 4 };

/* Zeroed: no history. */
struct tail {
    float counts[TAIL_BINS];
    double samples; /* the sum of the counts */
};

void tail_add(struct tail *tail, double seconds);
void tail_fade(struct tail *tail, double factor);

/* Returns a duration that none exceeds, at most a fifth above the longest; 0 without history. */
double tail_longest(const struct tail *tail);
/* Does the same for a share of the history, such as 0.9. */
double tail_quantile(const struct tail *tail, double share);

/* Returns the shape. `*heavy` says whether the samples alone, without the prior, suffice to say
 * that the shape is above `light`. */
double tail_shape(const struct tail *tail, double light, bool *heavy);

#endif
