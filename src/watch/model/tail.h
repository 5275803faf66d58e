/* tail.h: the longest durations of a history, and how heavy their tail is, in constant memory.
 *
 * Durations are counted in bins that grow by a quarter of an octave, from 0.1 ms to 10^5 s (shorter
 * and longer ones are counted at the ends). The shape of the tail, the c of P(X > x) ~ x^(-1/c) and
 * 0 for tails that fall faster than all powers, is the moment estimate of Dekkers, Einmahl and de
 * Haan (1989) from about the n^(2/3) longest; Hill's estimate would take exponential tails for
 * heavy ones. A prior as strong as 8 durations of shape 2/3 holds it up: with few samples a tail
 * counts as heavy until it proves to be light.
 *
 * History fades: counts shrink by the factor that the caller gives, and what has shrunk to a
 * sixteenth of a count is forgotten.
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

/* A duration that none is longer than, at most a fifth above the longest; 0 without history. */
double tail_longest(const struct tail *tail);
/* The same for a share of the history, such as 0.9. */
double tail_quantile(const struct tail *tail, double share);

/* The shape; `*heavy` tells whether the samples alone, without the prior, are enough to say that it
 * is above `light`. */
double tail_shape(const struct tail *tail, double light, bool *heavy);

#endif
