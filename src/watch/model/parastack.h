/* parastack.h: the model of ParaStack: decides from samples of a job whether it hangs.
 *
 * It follows the dissertation of Li (2018), chapter 5. A sample is S_crout: the share of C watched
 * ranks that are outside MPI. A healthy job moves in and out of MPI; a job that hangs has
 * persistently few ranks outside. The caller feeds samples to the model, which says when, and at
 * which ranks, to look next:
 *
 * - Intervals (5.2.1). The pause before a sample is I/2 plus a random part of I; I starts at 0.4 s.
 *   Every 16 samples the runs test examines these 16. If it rejects, I doubles and every second one
 *   of the stored samples is dropped, as if they had been taken at the new interval. Once it does
 *   not reject, I stays, and detection begins. If the samples of a job hardly vary, I doubles for
 *   ever: the model knows nothing about such a job.
 * - Suspicion (5.2.2). F_n is the empirical distribution of all stored samples. For a tolerance e,
 *   the model takes the probability p that needs the fewest samples n = max(5/p, 5/(1-p),
 *   3.8416/e^2 p(1-p)) among the two values of F_n next to the best one; S <= F_n^-1(p) is
 *   suspicious. It uses the smallest e of 0.3, 0.2, 0.1, 0.05 for which there are n samples; q = p
 *   + e bounds the true probability.
 * - Significance. k = ceil(log_q alpha) suspicions in a row are an alarm. They are counted against
 *   the present threshold, even if they came while the threshold was another.
 * - Two disjoint sets of ranks (5.2.3) take turns of 30 samples, so that a faulty rank outside MPI
 *   does not hide the hang. If p is above 0.5, a case that the chapter leaves out, k may be above
 *   27; a turn then has k + 3 samples.
 * - A job of fewer than 2C ranks is halved: two disjoint sets of P/2 ranks (of an odd number, one
 *   rank is in none), because disjoint sets find more than fine steps of S. In a job of one rank,
 *   both sets consist of that rank.
 * - Slowdowns (5.2.3). After an alarm the caller looks twice at the stack of every rank
 *   (slowdown.h); if a rank moves, it calls parastack_alarm_was_slowdown() and continues.
 *
 * alpha applies to each sequence of suspicions, not to a day: a healthy job with independent
 * samples raises an alarm every p^-k samples, which the slowdown filter has to dismiss.
 *
 * Pure: no clock, no input or output, no allocation, and random numbers only from the seed. Callers
 * may read the fields.
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
    PARASTACK_ALARM,     /* enough suspicions in a row: the job hangs, unless it is a slowdown */
};

/* Which samples are suspicious, judging by the samples until now. */
struct parastack_suspicion {
    bool known;
    uint32_t threshold; /* suspicious: this number of ranks outside MPI, or fewer */
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
    uint64_t samples; /* number of stored samples: the n of F_n */
    struct parastack_suspicion suspicion;

    double alpha;
    uint64_t random_state;
    uint32_t turn; /* samples of the present turn */
    uint64_t counts[PARASTACK_RANKS_MAX + 1];
    uint32_t recent[2 * PARASTACK_RUNS]; /* the samples in their order, until the runs test accepts
                                            them */
    uint32_t recent_count, untested;
    uint32_t in_row[PARASTACK_RANKS_MAX + 1]; /* newest samples in a row at or below each value */
};

void parastack_start(struct parastack *model, const struct parastack_options *options);

/* Adds a sample: the number of ranks of the present set that are outside MPI. Afterwards `set` and
 * `pause` apply to the next sample. */
enum parastack_verdict parastack_feed(struct parastack *model, uint32_t outside);

/* Notes that ranks moved after an alarm: forgets the suspicions and keeps the samples. */
void parastack_alarm_was_slowdown(struct parastack *model);

/* Parts of the model, for their tests and for reports. */

/* Returns n: the number of samples that justify p within e at 95 % confidence; infinite outside (0,
 * 1). */
double parastack_samples_needed(double probability, double tolerance);
/* Returns the p in (0, 0.5] that needs the fewest samples. */
double parastack_best_probability(double tolerance);
/* Returns k, for 0 < q < 1. */
uint32_t parastack_suspicions_needed(double bound, double alpha);

#endif
