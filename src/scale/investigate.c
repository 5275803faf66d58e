#include "scale/investigate.h"

#include "scale/plan.h"

#include <stdio.h>
#include <string.h>

/* The context of the searches' callback. */
struct trying {
    struct investigation *at;
    int ranks;
    uint64_t size, extent;
    struct job_result last; /* outcome of the last count that failed */
    struct error *error;
    bool broken;
};

static struct point make_point(const struct trying *trying, uint64_t count)
{
    return (struct point){.function = trying->at->function,
                          .axis = trying->at->axis,
                          .count = count,
                          .size = trying->size,
                          .extent = trying->extent};
}

static enum search_end try_counts(void *context, const uint64_t *counts, size_t count,
                                  size_t *passed)
{
    struct trying *trying = context;
    struct point points[SEARCH_LADDER_MAX];
    struct job_result last = {0};
    enum search_end end;
    for (size_t i = 0; i < count; i++)
        points[i] = make_point(trying, counts[i]);
    *passed = 0;
    if (trying->broken || trials_run(trying->at->trials, trying->ranks, points, count, passed, &end,
                                     &last, trying->error) != 0) {
        trying->broken = true;
        return SEARCH_STOPPED;
    }
    if (end == SEARCH_FAILED)
        trying->last = last;
    return end;
}

static struct search make_search(const struct trying *trying)
{
    const struct investigation *at = trying->at;
    uint64_t blocks = function_is_global(&at->function) ? (uint64_t)trying->ranks : 1;
    return (struct search){
        .ranks = trying->ranks,
        .size = trying->size,
        .extent = trying->extent,
        .limit = plan_limit(&at->function, at->axis, trying->size, trying->extent, trying->ranks),
        .costly = at->axis == AXIS_COUNT ? ((uint64_t)1 << 28) / trying->size / blocks : 0,
        .exact = at->axis != AXIS_COUNT,
        .try = try_counts,
        .context = (void *)trying};
}

static void add_observation(struct investigation *at, const struct trying *trying,
                            const struct search_result *found)
{
    if (at->observation_count == OBSERVATIONS_MAX || (found->good == 0 && found->bad == 0))
        return;
    at->observations[at->observation_count++] = (struct observation){.ranks = trying->ranks,
                                                                     .size = trying->size,
                                                                     .extent = trying->extent,
                                                                     .good = found->good,
                                                                     .bad = found->bad};
    if (found->bad && !*at->detail) {
        at->problem.effect = trying->last.effect;
        memcpy(at->detail, trying->last.detail, sizeof at->detail);
    }
}

/* Lists counts to try if there is no rule: those of the plan, or else the limit. */
static size_t planned_counts(const struct trying *trying, const struct search *search,
                             uint64_t good, uint64_t counts[PLAN_POINTS_MAX])
{
    const struct investigation *at = trying->at;
    struct plan_item item;
    size_t count = 0;
    if (plan_item(&at->function, at->axis, trying->ranks, trying->ranks, trying->ranks, &item)) {
        for (size_t i = 0; i < item.point_count; i++) {
            const struct point *point = &item.points[i];
            uint64_t same = at->axis == AXIS_EXTENT ? point->count * point->extent / trying->extent
                                                    : point->count * point->size / trying->size;
            if (same > good && same <= search->limit && (count == 0 || same > counts[count - 1]))
                counts[count++] = same;
        }
    } else if (search->limit > good) {
        counts[count++] = search->limit;
    }
    return count;
}

/* Finds bounds for another number of ranks or size. Tries the prediction of the rule first, which
 * takes two trials if it is right. */
static void investigate_observe(struct investigation *at, struct trying *trying)
{
    struct search search = make_search(trying);
    struct search_result found = {0};
    uint64_t guess = fit_predict(&at->problem, trying->size, trying->extent, trying->ranks);
    if (guess > 1 && guess <= search.limit) {
        const uint64_t counts[] = {guess - 1, guess};
        size_t passed = 0;
        enum search_end end = try_counts(trying, counts, 2, &passed);
        if (passed > 0)
            found.good = counts[passed - 1];
        if (end == SEARCH_FAILED)
            found.bad = counts[passed];
        if (end == SEARCH_STOPPED || end == SEARCH_LIMITED || found.bad == guess) {
            add_observation(at, trying, &found);
            return;
        }
        if (found.bad) {
            search_refine(&search, &found);
            add_observation(at, trying, &found);
            return;
        }
    }
    if (found.good > 0 || guess > search.limit) {
        uint64_t counts[PLAN_POINTS_MAX];
        size_t count = planned_counts(trying, &search, found.good, counts), passed = 0;
        enum search_end end = try_counts(trying, counts, count, &passed);
        if (passed > 0)
            found.good = counts[passed - 1];
        if (end == SEARCH_FAILED) {
            found.bad = counts[passed];
            search_refine(&search, &found);
        }
    } else {
        search_run(&search, &found);
    }
    add_observation(at, trying, &found);
}

/* Tries once more with real memory, at the bound that needs least. */
static int investigate_confirm(struct investigation *at, struct error *error)
{
    const struct observation *best = NULL;
    struct point point = {.function = at->function, .axis = at->axis, .real = true};
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < at->observation_count; i++) {
        const struct observation *one = &at->observations[i];
        point.count = one->bad;
        point.size = one->size;
        point.extent = one->extent;
        uint64_t bytes = one->bad ? plan_real_bytes(&point, one->ranks) : UINT64_MAX;
        if (bytes < least) {
            least = bytes;
            best = one;
        }
    }
    if (!best || least > at->trials->job->memory)
        return 0;
    struct job_result last = {0};
    enum search_end end;
    size_t passed;
    point.count = best->bad;
    point.size = best->size;
    point.extent = best->extent;
    if (trials_run(at->trials, best->ranks, &point, 1, &passed, &end, &last, error) != 0)
        return -1;
    at->problem.confirmed = end == SEARCH_FAILED;
    at->refuted = end == SEARCH_PASSED;
    return 0;
}

/* Changes the size or the extent of elements, to tell bytes from counts. */
static void vary_element(struct investigation *at, struct trying *trying)
{
    if (at->axis == AXIS_COUNT) {
        trying->size = trying->size == 1 ? 4 : trying->size * 2;
        trying->extent = trying->size;
    } else if (at->axis == AXIS_EXTENT) {
        trying->extent *= 4;
    } else {
        return;
    }
    investigate_observe(at, trying);
}

static void investigate_fit(struct investigation *at)
{
    fit_problem(at->observations, at->observation_count, &at->function, at->axis, &at->problem);
}

static int find_bounds(struct investigation *at, int ranks, const struct point *failed,
                       uint64_t good, struct error *error)
{
    struct trying trying = {
        .at = at, .ranks = ranks, .size = failed->size, .extent = failed->extent, .error = error};
    struct search search = make_search(&trying);
    struct search_result found = {.good = good, .bad = failed->count};
    const struct job_result *known = state_find(at->trials->state, ranks, failed);
    if (known)
        trying.last = *known;
    search_refine(&search, &found);
    add_observation(at, &trying, &found);
    investigate_fit(at);
    for (size_t i = 0; i < at->rank_count && !trying.broken && !at->trials->stopped; i++) {
        trying.ranks = at->ranks[i];
        trying.size = failed->size;
        trying.extent = failed->extent;
        if (trying.ranks == ranks || (at->axis == AXIS_DISPLACEMENT && trying.ranks < 3) ||
            (function_is_pairwise(&at->function) && trying.ranks != 2))
            continue;
        investigate_observe(at, &trying);
        investigate_fit(at);
    }
    trying.ranks = ranks;
    trying.size = failed->size;
    trying.extent = failed->extent;
    if (!trying.broken && !at->trials->stopped)
        vary_element(at, &trying);
    investigate_fit(at);
    return trying.broken ? -1 : investigate_confirm(at, error);
}

int investigate(struct investigation *at, int ranks, const struct point *failed, uint64_t good,
                struct error *error)
{
    at->trials->believe = true;
    int broken = find_bounds(at, ranks, failed, good, error);
    at->trials->believe = false;
    return broken;
}
