#include "scale/trials.h"

static int trials_run_job(struct trials *trials, int ranks, const struct point *points,
                          size_t count, double slow, struct job_result *result, struct error *error)
{
    const char *const *variables =
        trials->variables ? trials->variables(trials->context, &points[0].function) : NULL;
    static const char *const none[] = {NULL};
    if (job_run(trials->job, ranks, points, count, variables ? variables : none, slow, result,
                error) != 0)
        return -1;
    for (size_t i = 0; i < result->passed && i < count; i++) {
        const struct job_result good = {.verdict = JOB_OK,
                                        .seconds = i + 1 == count ? result->seconds : 0};
        state_add(trials->state, ranks, &points[i], &good);
        trials->made++;
    }
    if (result->verdict == JOB_INTERRUPTED)
        trials->stopped = true;
    return 0;
}

/* Tries a failure again, alone. One that does not occur again counts as passed. */
static int trials_confirm(struct trials *trials, int ranks, const struct point *point,
                          struct job_result *result, struct error *error)
{
    struct job_result again = {0};
    if (trials_run_job(trials, ranks, point, 1, result->slow_after, &again, error) != 0)
        return -1;
    if (again.verdict == JOB_OK)
        trials->unreproduced++;
    *result = again;
    result->passed = 0;
    return 0;
}

static enum search_end trials_end_of(const struct job_result *result)
{
    switch (result->verdict) {
    case JOB_OK:
        return SEARCH_PASSED;
    case JOB_FAILED:
        return SEARCH_FAILED;
    case JOB_INTERRUPTED:
        return SEARCH_STOPPED;
    default:
        return SEARCH_LIMITED;
    }
}

/* Returns the end of the points without a known outcome, from `first` on. */
static size_t unknown_run(const struct trials *trials, int ranks, const struct point *points,
                          size_t first, size_t count)
{
    size_t end = first;
    while (end < count && !state_find(trials->state, ranks, &points[end]))
        end++;
    return end;
}

int trials_run(struct trials *trials, int ranks, const struct point *points, size_t count,
               size_t *passed, enum search_end *end, struct job_result *last, struct error *error)
{
    *passed = 0;
    *end = SEARCH_PASSED;
    while (*passed < count && *end == SEARCH_PASSED) {
        const struct job_result *known = state_find(trials->state, ranks, &points[*passed]);
        if (known) {
            *last = *known;
            *end = trials_end_of(known);
            *passed += *end == SEARCH_PASSED;
            continue;
        }
        if (trials->stopped) {
            *end = SEARCH_STOPPED;
            break;
        }
        size_t until = unknown_run(trials, ranks, points, *passed, count), first = *passed;
        struct job_result result = {0};
        if (trials_run_job(trials, ranks, points + first, until - first, 0, &result, error) != 0)
            return -1;
        *passed += result.passed;
        if (result.verdict == JOB_FAILED && !trials->believe &&
            trials_confirm(trials, ranks, &points[*passed], &result, error) != 0)
            return -1;
        *last = result;
        *end = trials_end_of(&result);
        if (*end == SEARCH_FAILED || *end == SEARCH_LIMITED) {
            state_add(trials->state, ranks, &points[*passed], &result);
            trials->made++;
        } else if (*end == SEARCH_PASSED && *passed < until) {
            (*passed)++; /* it did not occur again */
        }
    }
    return 0;
}
