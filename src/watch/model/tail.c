/* tail.c: see tail.h. */
#include "watch/model/tail.h"

#include <math.h>

static const double shortest = 1e-4;
static const double forgotten = 1.0 / 16;
static const double prior_shape = 1 / 1.5, prior_samples = 8;
static const double proof_samples = 10; /* minimum number of samples in the tail */

static int bin_of(double seconds)
{
    if (!(seconds > shortest))
        return 0;
    double bin = TAIL_BINS_PER_OCTAVE * log2(seconds / shortest);
    return bin < TAIL_BINS - 1 ? (int)bin : TAIL_BINS - 1;
}

static double upper_edge(int bin)
{
    return shortest * exp2((bin + 1.0) / TAIL_BINS_PER_OCTAVE);
}

void tail_add(struct tail *tail, double seconds)
{
    tail->counts[bin_of(seconds)] += 1;
    tail->samples += 1;
}

void tail_fade(struct tail *tail, double factor)
{
    tail->samples = 0;
    for (int bin = 0; bin < TAIL_BINS; bin++) {
        double count = tail->counts[bin] * factor;
        if (count < forgotten)
            count = 0;
        tail->counts[bin] = (float)count;
        tail->samples += tail->counts[bin];
    }
}

double tail_quantile(const struct tail *tail, double share)
{
    double above = (1 - share) * tail->samples;
    for (int bin = TAIL_BINS - 1; bin >= 0; bin--) {
        above -= tail->counts[bin];
        if (above < 0)
            return upper_edge(bin);
    }
    return 0;
}

double tail_longest(const struct tail *tail)
{
    return tail_quantile(tail, 1);
}

double tail_shape(const struct tail *tail, double light, bool *heavy)
{
    double wanted = fmax(1, pow(tail->samples, 2.0 / 3)), count = 0, first = 0, second = 0;
    int bin = TAIL_BINS;
    while (bin > 0 && count < wanted) {
        /* The bulk of a history does not belong to a tail that is separate from it. */
        if (count > 0 && count + tail->counts[bin - 1] > 2 * wanted)
            break;
        count += tail->counts[--bin];
    }
    while (bin < TAIL_BINS - 1 && !(tail->counts[bin] > 0))
        bin++;
    /* Sums the logarithms of durations relative to the lower edge of the last bin; each duration
     * counts as the middle of its bin. */
    for (int i = bin; i < TAIL_BINS; i++) {
        double excess = (i - bin + 0.5) * M_LN2 / TAIL_BINS_PER_OCTAVE;
        first += tail->counts[i] * excess;
        second += tail->counts[i] * excess * excess;
    }
    *heavy = false;
    if (!(count > 0))
        return prior_shape;
    first /= count;
    second /= count;
    double spread = 1 - first * first / second;
    double shape = spread > 0 ? fmax(0, first + 1 - 0.5 / spread) : 0;
    *heavy = count >= proof_samples && shape > light;
    return (prior_samples * prior_shape + count * shape) / (prior_samples + count);
}
