/* parastack.h: the model of ParaStack: when do samples of a job say that it hangs?
 *
 * As in the dissertation of Li (2018), chapter 5. A sample is S_crout: the share of C watched ranks
 * that are outside MPI. A healthy job moves in and out of MPI, a job that hangs has persistently
 * few ranks outside. The model is fed with samples and says after how long, and at which ranks, the
 * next look is due:
 *
 * - Intervals (5.2.1). The pause before a sample is I/2 plus a random part of I, I being 0.4 s at
 *   first. Every 16 samples the runs test looks at these 16; when it rejects, I doubles, and of the
 *   samples kept every second one goes, as if they had been taken at the new interval. Once it does
 *   not reject, I stays, and detection begins. A job whose samples hardly vary doubles I for ever:
 *   the model knows nothing about such a job.
 * - Suspicion (5.2.2). F_n is the empirical distribution of all samples kept. For a tolerance e,
 * the probability p that needs the fewest samples n = max(5/p, 5/(1-p), 3.8416/e^2 p(1-p)) is taken
 *   among the two values of F_n next to the best one; S <= F_n^-1(p) is suspicious. The smallest e
 * of 0.3, 0.2, 0.1, 0.05 whose n is there counts; q = p + e bounds the true probability.
 * - Significance. k = ceil(log_q alpha) suspicions in a row are an alarm. They are counted against
 * the present threshold, also those that came when it was another.
 * - Two disjoint sets of ranks (5.2.3) take turns of 30 samples, so that a faulty rank outside MPI
 *   does not hide the hang. Where p is above 0.5, which the chapter leaves out, k may be above 27:
 * a turn has then k + 3 samples.
 * - A job of fewer than 2C ranks is halved: two disjoint sets of P/2 ranks (of an odd number, one
 * rank is in none), because disjoint sets find more than fine steps of S. The one rank of a job of
 * one rank is both sets.
 * - Slowdowns (5.2.3). After an alarm the caller looks at two stacks of every rank (slowdown.h),
 * and if one moves, says parastack_alarm_was_slowdown() and goes on.
 *
 * alpha is per sequence of suspicions, not per day: a healthy job whose samples are independent
 * brings an alarm every p^-k samples, which the slowdown filter has to dismiss.
 *
 * Pure: no clock, no input or output, no allocation, no randomness but the seed's. Fields are for
 * reading.
 */
#ifndef TUTTI_WATCH_MODEL_PARASTACK_H
#define TUTTI_WATCH_MODEL_PARASTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PARASTACK_RANKS = 10, /* C */
    PARASTACK_RANKS_MAX = 64,
    PARASTACK_RUNS = 16, /* samples between runs tests */
    PARASTACK_TURN = 30, /* samples of one set */
};

struct parastack_options {
    uint32_t ranks;   /* of the job, at least 1 */
    uint32_t watched; /* C, at most PARASTACK_RANKS_MAX; 0: 10 */
    double interval;  /* the first I, in seconds; 0: 0.4 */
    double alpha;     /* 0: 0.001 */
    uint64_t seed;
};

enum parastack_verdict {
    PARASTACK_LEARNING,  /* sampling is not random yet, or there are too few samples */
    PARASTACK_HEALTHY,   /* the sample is above the threshold */
    PARASTACK_SUSPICION, /* at or below it */
    PARASTACK_ALARM,     /* so often in a row that the job hangs, unless it is a slowdown */
};

/* What is suspicious, by the samples so far. */
struct parastack_suspicion {
    bool known;
    uint32_t threshold; /* so many ranks outside MPI or fewer */
    double probability; /* p */
    double tolerance;   /* e */
    double bound;       /* q */
    uint32_t needed;    /* k */
};

struct parastack {
    uint32_t sets[2][PARASTACK_RANKS_MAX]; /* ranks */
    uint32_t set_size;
    int set;      /* the set to look at next */
    double pause; /* seconds from the last look to the next */
    double interval;
    bool random;      /* the runs test does not reject any more */
    uint64_t samples; /* kept: the n of F_n */
    struct parastack_suspicion suspicion;

    double alpha;
    uint64_t random_state;
    uint32_t turn; /* samples of the present turn */
    uint64_t counts[PARASTACK_RANKS_MAX + 1];
    uint32_t recent[2 * PARASTACK_RUNS]; /* the samples in their order, until they are random */
    uint32_t recent_count, untested;
    uint32_t in_row[PARASTACK_RANKS_MAX + 1]; /* the newest samples that are all at or below */
};

void parastack_start(struct parastack *model, const struct parastack_options *options);

/* A sample: how many ranks of the present set are outside MPI. Afterwards `set` and `pause` hold
 * for the next one. */
enum parastack_verdict parastack_feed(struct parastack *model, uint32_t outside);

/* Ranks were seen to move after an alarm: forgets the suspicions, keeps the samples. */
void parastack_alarm_was_slowdown(struct parastack *model);

/* The parts of the model, for their tests and for reports. */

/* n: samples that justify p within e at 95 % confidence; infinite outside (0, 1). */
double parastack_samples_needed(double probability, double tolerance);
/* The p in (0, 0.5] that needs the fewest. */
double parastack_best_probability(double tolerance);
/* k, for 0 < q < 1. */
uint32_t parastack_suspicions_needed(double bound, double alpha);

#endif
