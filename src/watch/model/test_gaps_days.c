/* Tests of gaps.h: counts false alarms of healthy jobs over simulated days. */
#include "watch/model/gaps.h"
#include "watch/model/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include <cmocka.h>

/* A healthy job: gaps of one distribution, at some keys. */
struct job {
    double (*draw)(struct job *job);
    double scale;     /* seconds */
    double parameter; /* of the distribution */
    uint32_t keys;
    uint64_t random, steps;
};

static double uniform(struct job *job)
{
    return 1 - random_unit(&job->random);
}

static double exponential(struct job *job)
{
    return -job->scale * log(uniform(job));
}

/* `parameter` is the standard deviation of the logarithm. */
static double lognormal(struct job *job)
{
    double normal = sqrt(-2 * log(uniform(job))) * cos(2 * M_PI * uniform(job));
    return job->scale * exp(job->parameter * normal);
}

/* P(X > x) = (x / scale)^-parameter. */
static double pareto(struct job *job)
{
    return job->scale * pow(uniform(job), -1 / job->parameter);
}

/* Every `parameter`-th step writes a checkpoint and takes 20 times longer. */
static double checkpoints(struct job *job)
{
    double step = job->scale * (1 + 0.1 * uniform(job));
    return ++job->steps % (uint64_t)job->parameter == 0 ? 20 * step : step;
}

/* Counts the alarms of one job from its start on. Limits are at least as long as the longest gap,
 * so shorter gaps need no check. */
static int alarms_of(struct job *job, double days, double budget)
{
    struct gaps *gaps = gaps_new();
    int alarms = 0;
    while (gaps_history(gaps) < days * 86400) {
        double seconds = job->draw(job);
        uint64_t key = job->keys > 1 ? random_below(&job->random, job->keys) : 0;
        if (seconds > GAPS_FLOOR && seconds > gaps_longest(gaps, key) &&
            seconds > gaps_limit(gaps, key, budget)) {
            alarms++;
            gaps_alarm_was_false(gaps);
        }
        gaps_add(gaps, key, seconds);
    }
    gaps_free(gaps);
    return alarms;
}

/* Counts the alarms of `runs` jobs of this kind. */
static int alarms_of_runs(struct job job, int runs, double days, double budget)
{
    int alarms = 0;
    for (int run = 0; run < runs; run++) {
        struct job one = job;
        one.random = (uint64_t)run * 7717 + 13;
        alarms += alarms_of(&one, days, budget);
    }
    return alarms;
}

/* With one alarm per day allowed, 20 first days, which are the worst, have at most 20 alarms. */
static void test_loose_budget(void **state)
{
    (void)state;
    static const struct job jobs[] = {
        {exponential, 0.5, 0, 1, 0, 0}, {exponential, 5, 0, 1, 0, 0},
        {lognormal, 1, 1, 1, 0, 0},     {lognormal, 1, 2, 1, 0, 0},
        {pareto, 0.5, 1.5, 1, 0, 0},    {pareto, 1, 2, 1, 0, 0},
        {pareto, 1, 3, 1, 0, 0},        {checkpoints, 1, 10, 1, 0, 0},
        {checkpoints, 1, 100, 1, 0, 0}, {checkpoints, 5, 1000, 1, 0, 0},
        {exponential, 1, 0, 10, 0, 0},  {lognormal, 1, 1, 10, 0, 0},
    };
    int all = 0;
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        int alarms = alarms_of_runs(jobs[i], 20, 1, 1);
        assert_in_range(alarms, 0, 20);
        all += alarms;
    }
    assert_true(all > 20); /* the budget is used up: the limits are not merely long */
}

/* With 0.001 per day, 20 first days of jobs that are not extreme have no alarm. */
static void test_strict_budget(void **state)
{
    (void)state;
    static const struct job jobs[] = {
        {exponential, 0.5, 0, 1, 0, 0},  {exponential, 5, 0, 1, 0, 0},
        {lognormal, 0.5, 1, 1, 0, 0},    {lognormal, 1, 1, 1, 0, 0},
        {pareto, 1, 3, 1, 0, 0},         {checkpoints, 1, 10, 1, 0, 0},
        {checkpoints, 1, 100, 1, 0, 0},  {checkpoints, 1, 1000, 1, 0, 0},
        {checkpoints, 5, 1000, 1, 0, 0}, {checkpoints, 5, 10000, 1, 0, 0},
        {exponential, 1, 0, 10, 0, 0},   {checkpoints, 1, 100, 10, 0, 0},
    };
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        assert_int_equal(alarms_of_runs(jobs[i], 20, 1, 0.001), 0);
}

/* A job that runs for weeks, while its history fades. */
static void test_long_job(void **state)
{
    (void)state;
    static const struct job jobs[] = {
        {exponential, 1, 0, 1, 0, 0}, {pareto, 1, 2, 1, 0, 0}, {checkpoints, 1, 3600, 1, 0, 0}};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        assert_in_range(alarms_of_runs(jobs[i], 1, 60, 1), 0, 60);
        assert_int_equal(alarms_of_runs(jobs[i], 1, 60, 0.001), 0);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loose_budget),
        cmocka_unit_test(test_strict_budget),
        cmocka_unit_test(test_long_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
