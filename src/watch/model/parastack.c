/* parastack.c: see parastack.h. */
#include "watch/model/parastack.h"

#include "watch/model/random.h"
#include "watch/model/runs_test.h"

#include <math.h>
#include <string.h>

static const double tolerances[] = {0.05, 0.1, 0.2, 0.3};
enum { TOLERANCES = sizeof tolerances / sizeof *tolerances };

static const double confidence = 3.8416; /* the square of 1.96: 95 % */
static const double normality = 5; /* np and n(1-p) above it: the normal distribution applies */

double parastack_samples_needed(double probability, double tolerance)
{
    if (!(probability > 0) || !(probability < 1))
        return INFINITY;
    double rarer = fmin(probability, 1 - probability);
    double spread = confidence / (tolerance * tolerance) * probability * (1 - probability);
    return fmax(normality / rarer, spread);
}

/* The best p is where 5/p, which falls, crosses 3.8416/e^2 p(1-p), which rises. For tolerances
 * above 0.3 they do not cross, and the end of the range is best. */
double parastack_best_probability(double tolerance)
{
    double low = 0, high = 0.5;
    double target = normality * tolerance * tolerance / confidence;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (middle * middle * (1 - middle) < target)
            low = middle;
        else
            high = middle;
    }
    return high;
}

uint32_t parastack_suspicions_needed(double bound, double alpha)
{
    double needed = ceil(log(alpha) / log(bound) - 1e-9);
    return needed < 1 ? 1 : needed < UINT32_MAX ? (uint32_t)needed : UINT32_MAX;
}

/* Chooses two disjoint sets out of all ranks: picks 2C numbers by Floyd's algorithm, then shuffles
 * them. */
static void choose_sets(struct parastack *model, uint32_t ranks)
{
    if (ranks == 1) {
        model->sets[0][0] = model->sets[1][0] = 0;
        return;
    }
    uint32_t chosen[2 * PARASTACK_RANKS_MAX], count = 0, wanted = 2 * model->set_size;
    for (uint32_t last = ranks - wanted; last < ranks; last++) {
        uint32_t rank = random_below(&model->random_state, last + 1);
        for (uint32_t i = 0; i < count; i++)
            if (chosen[i] == rank) {
                rank = last;
                break;
            }
        chosen[count++] = rank;
    }
    for (uint32_t i = wanted - 1; i > 0; i--) {
        uint32_t other = random_below(&model->random_state, i + 1), rank = chosen[i];
        chosen[i] = chosen[other];
        chosen[other] = rank;
    }
    memcpy(model->sets[0], chosen, model->set_size * sizeof *chosen);
    memcpy(model->sets[1], chosen + model->set_size, model->set_size * sizeof *chosen);
}

static void choose_pause(struct parastack *model)
{
    model->pause = model->interval * (0.5 + random_unit(&model->random_state));
}

void parastack_start(struct parastack *model, const struct parastack_options *options)
{
    memset(model, 0, sizeof *model);
    uint32_t ranks = options->ranks > 0 ? options->ranks : 1;
    uint32_t watched = options->watched > 0 ? options->watched : PARASTACK_RANKS;
    if (watched > PARASTACK_RANKS_MAX)
        watched = PARASTACK_RANKS_MAX;
    model->set_size = ranks == 1 ? 1 : ranks / 2 < watched ? ranks / 2 : watched;
    model->interval = options->interval > 0 ? options->interval : 0.4;
    model->alpha = options->alpha > 0 ? options->alpha : 0.001;
    model->random_state = options->seed;
    choose_sets(model, ranks);
    choose_pause(model);
}

/* Keeps the newest sample and every second one before it. */
static void halve_samples(struct parastack *model)
{
    uint32_t kept = 0;
    memset(model->counts, 0, sizeof model->counts);
    for (uint32_t i = (model->recent_count - 1) % 2; i < model->recent_count; i += 2) {
        model->recent[kept++] = model->recent[i];
        model->counts[model->recent[i]]++;
    }
    model->recent_count = kept;
    model->samples = kept;
}

static void keep_sample(struct parastack *model, uint32_t outside)
{
    model->counts[outside]++;
    model->samples++;
    if (model->random)
        return;
    model->recent[model->recent_count++] = outside;
    if (++model->untested < PARASTACK_RUNS)
        return;
    double shares[PARASTACK_RUNS];
    for (uint32_t i = 0; i < PARASTACK_RUNS; i++)
        shares[i] = (double)model->recent[model->recent_count - PARASTACK_RUNS + i] /
                    (double)model->set_size;
    model->untested = 0;
    model->random = runs_test(shares, PARASTACK_RUNS).random;
    if (model->random)
        return;
    model->interval *= 2;
    halve_samples(model);
}

/* Returns the better of the two thresholds around the best probability, for one tolerance.
 * Thresholds are numbers of ranks; of several with the same F_n, the largest counts. */
static double suspicion_for(const struct parastack *model, double tolerance,
                            struct parastack_suspicion *suspicion)
{
    double best = parastack_best_probability(tolerance), before = 0;
    uint64_t below = 0;
    for (uint32_t value = 0; value <= model->set_size; value++) {
        below += model->counts[value];
        double probability = (double)below / (double)model->samples;
        if (probability < best) {
            before = probability;
            continue;
        }
        double needed_before = parastack_samples_needed(before, tolerance);
        double needed = parastack_samples_needed(probability, tolerance);
        bool lower = needed_before <= needed && before > 0;
        suspicion->threshold = lower ? value - 1 : value;
        suspicion->probability = lower ? before : probability;
        suspicion->tolerance = tolerance;
        suspicion->bound = suspicion->probability + tolerance;
        return lower ? needed_before : needed;
    }
    return INFINITY;
}

static void define_suspicion(struct parastack *model)
{
    model->suspicion = (struct parastack_suspicion){0};
    if (!model->random)
        return;
    for (size_t i = 0; i < TOLERANCES; i++) {
        struct parastack_suspicion suspicion = {.known = true};
        if (suspicion_for(model, tolerances[i], &suspicion) > (double)model->samples ||
            suspicion.bound >= 1)
            continue;
        suspicion.needed = parastack_suspicions_needed(suspicion.bound, model->alpha);
        model->suspicion = suspicion;
        return;
    }
}

/* Judges a sample by the suspicion that was defined before it. */
static enum parastack_verdict parastack_judge(struct parastack *model, uint32_t outside)
{
    const struct parastack_suspicion *suspicion = &model->suspicion;
    if (!suspicion->known)
        return PARASTACK_LEARNING;
    for (uint32_t value = 0; value <= model->set_size; value++)
        model->in_row[value] = value < outside ? 0 : model->in_row[value] + 1;
    if (outside > suspicion->threshold)
        return PARASTACK_HEALTHY;
    return model->in_row[suspicion->threshold] >= suspicion->needed ? PARASTACK_ALARM
                                                                    : PARASTACK_SUSPICION;
}

static void take_turns(struct parastack *model)
{
    uint32_t turn = PARASTACK_TURN;
    if (model->suspicion.known && model->suspicion.needed > PARASTACK_TURN - 3)
        turn = model->suspicion.needed + 3;
    if (++model->turn < turn)
        return;
    model->turn = 0;
    model->set = !model->set;
}

enum parastack_verdict parastack_feed(struct parastack *model, uint32_t outside)
{
    if (outside > model->set_size)
        outside = model->set_size;
    enum parastack_verdict verdict = parastack_judge(model, outside);
    keep_sample(model, outside);
    define_suspicion(model);
    take_turns(model);
    choose_pause(model);
    return verdict;
}

void parastack_alarm_was_slowdown(struct parastack *model)
{
    memset(model->in_row, 0, sizeof model->in_row);
}
