#include "scale/probe.h"

#include "scale/catalogue.h"
#include "scale/investigate.h"
#include "scale/plan.h"
#include "scale/state.h"
#include "scale/trials.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct probe {
    const struct probe_options *options;
    struct probe_result *result;
    struct arena *arena;
    struct catalogue catalogue;
    struct trials trials;
    struct plan_item *items;
    size_t item_count, done;
    struct profile_problem *problems; /* problems of the profile */
    struct error *error;
};

static void probe_show(const struct probe *probe, const struct function *function, int ranks)
{
    char name[FUNCTION_NAME_MAX];
    if (!probe->options->progress)
        return;
    function_name(function, name);
    const struct probe_progress progress = {.function = name,
                                            .ranks = ranks,
                                            .done = probe->done,
                                            .total = probe->item_count,
                                            .problems = probe->result->profile.problem_count,
                                            .trials = probe->trials.made};
    probe->options->progress(probe->options->context, &progress);
}

/* Returns the algorithm that --algorithm names for the function; NULL: none. */
static const char *algorithm_of(const struct probe *probe, const struct function *function)
{
    char name[FUNCTION_NAME_MAX];
    const char *list = probe->options->algorithms;
    function_algorithm_name(function, name);
    while (list && *list) {
        size_t length = strcspn(list, ","), word = strcspn(list, ":");
        if (word < length && strlen(name) == word && strncmp(list, name, word) == 0)
            return arena_copy_bytes(probe->arena, list + word + 1, length - word - 1);
        list += length + (list[length] == ',');
    }
    return NULL;
}

/* Returns the variables that make a library use one algorithm. */
static const char *const *variables_for(void *context, const struct function *function)
{
    struct probe *probe = context;
    const char *algorithm = algorithm_of(probe, function);
    char name[FUNCTION_NAME_MAX];
    if (!algorithm)
        return NULL;
    const char **variables = arena_alloc(probe->arena, 3 * sizeof *variables);
    function_algorithm_name(function, name);
    if (probe->options->job.flavour == MPI_FLAVOUR_OPENMPI) {
        variables[0] = "OMPI_MCA_coll_tuned_use_dynamic_rules=1";
        variables[1] =
            arena_printf(probe->arena, "OMPI_MCA_coll_tuned_%s_algorithm=%s", name, algorithm);
        return variables;
    }
    for (char *c = name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    variables[0] = arena_printf(probe->arena, "MPIR_CVAR_%s_INTRA_ALGORITHM=%s", name, algorithm);
    return variables;
}

static void probe_add_region(struct probe *probe, const struct function *function, enum axis axis,
                             const struct observation *seen, enum profile_effect effect,
                             bool limited)
{
    struct probe_result *result = probe->result;
    char name[FUNCTION_NAME_MAX];
    function_name(function, name);
    *arena_push(probe->arena, result->regions, result->region_count) =
        (struct probe_region){.function = arena_copy(probe->arena, name),
                              .in_place = function->in_place,
                              .axis = axis,
                              .ranks = seen->ranks,
                              .size = seen->size,
                              .extent = seen->extent,
                              .good = seen->good,
                              .bad = seen->bad,
                              .effect = effect,
                              .limited = limited};
}

static void note_passed(struct probe *probe, const struct plan_item *item, size_t passed,
                        bool limited)
{
    const struct point *point = &item->points[passed > 0 ? passed - 1 : 0];
    const struct observation seen = {.ranks = item->ranks,
                                     .size = point->size,
                                     .extent = point->extent,
                                     .good = passed > 0 ? point->count : 0};
    probe->result->limited += limited;
    probe_add_region(probe, &item->function, item->axis, &seen, EFFECT_ERROR, limited);
}

static void probe_add_problem(struct probe *probe, const struct investigation *found)
{
    struct profile *profile = &probe->result->profile;
    struct profile_problem *problem =
        arena_push(probe->arena, probe->problems, profile->problem_count);
    struct profile_bound *bounds = NULL;
    char name[FUNCTION_NAME_MAX];
    function_name(&found->function, name);
    *problem = found->problem;
    problem->function = arena_copy(probe->arena, name);
    problem->in_place = found->function.in_place;
    problem->algorithm = algorithm_of(probe, &found->function);
    problem->bound_count = 0;
    for (size_t i = 0; i < found->observation_count; i++) {
        const struct observation *seen = &found->observations[i];
        probe_add_region(probe, &found->function, found->axis, seen, found->problem.effect, false);
        if (seen->bad)
            *arena_push(probe->arena, bounds, problem->bound_count) = (struct profile_bound){
                seen->ranks, seen->size, seen->extent, seen->good, seen->bad};
    }
    problem->bounds = bounds;
    profile->problems = probe->problems;
}

/* Says whether a problem of the function on this axis is known. */
static bool probe_known(const struct probe *probe, const struct function *function, enum axis axis)
{
    char name[FUNCTION_NAME_MAX];
    function_name(function, name);
    for (size_t i = 0; i < probe->result->region_count; i++) {
        const struct probe_region *region = &probe->result->regions[i];
        if (region->bad && region->axis == axis && region->in_place == function->in_place &&
            strcmp(region->function, name) == 0)
            return true;
    }
    return false;
}

static int probe_look_into(struct probe *probe, const struct plan_item *item, size_t failed)
{
    struct investigation found = {.trials = &probe->trials,
                                  .function = item->function,
                                  .axis = item->axis,
                                  .ranks = probe->options->ranks,
                                  .rank_count = probe->options->rank_count};
    uint64_t good = failed > 0 ? item->points[failed - 1].count : 0;
    if (probe_known(probe, &item->function, item->axis))
        return 0;
    probe_show(probe, &item->function, item->ranks);
    if (investigate(&found, item->ranks, &item->points[failed], good, probe->error) != 0)
        return -1;
    if (found.refuted) {
        probe->trials.unreproduced++;
        note_passed(probe, item, failed, false);
    } else {
        probe_add_problem(probe, &found);
    }
    return 0;
}

/* Tries one item by itself. */
static int try_item(struct probe *probe, const struct plan_item *item)
{
    size_t passed;
    enum search_end end;
    struct job_result last = {0};
    if (probe_known(probe, &item->function, item->axis))
        return 0;
    probe_show(probe, &item->function, item->ranks);
    if (trials_run(&probe->trials, item->ranks, item->points, item->point_count, &passed, &end,
                   &last, probe->error) != 0)
        return -1;
    if (end == SEARCH_FAILED)
        return probe_look_into(probe, item, passed);
    if (end != SEARCH_STOPPED || passed > 0)
        note_passed(probe, item, passed, end != SEARCH_PASSED);
    return 0;
}

/* Items of one axis and number of ranks, tried with one job per failure. */
struct batch {
    const struct plan_item *items;
    size_t count;
    size_t *failed; /* by item: the point that failed; SIZE_MAX: none */
    struct point *points;
};

static int try_batch(struct probe *probe, struct batch *batch)
{
    size_t total = 0;
    for (size_t i = 0; i < batch->count; i++)
        total += batch->items[i].point_count;
    batch->points = memory_zero(total + 1, sizeof *batch->points);
    for (size_t first = 0; first < batch->count;) {
        size_t filled = 0, passed, i;
        enum search_end end;
        struct job_result last = {0};
        for (i = first; i < batch->count; i++)
            for (size_t p = 0; p < batch->items[i].point_count; p++)
                batch->points[filled++] = batch->items[i].points[p];
        probe_show(probe, &batch->items[first].function, batch->items[first].ranks);
        if (trials_run(&probe->trials, batch->items[first].ranks, batch->points, filled, &passed,
                       &end, &last, probe->error) != 0)
            return -1;
        for (i = first; i < batch->count && passed >= batch->items[i].point_count; i++) {
            passed -= batch->items[i].point_count;
            note_passed(probe, &batch->items[i], batch->items[i].point_count, false);
        }
        probe->done += i - first;
        if (end == SEARCH_STOPPED || i == batch->count)
            return 0;
        if (end == SEARCH_FAILED)
            batch->failed[i] = passed;
        else
            note_passed(probe, &batch->items[i], passed, true);
        probe->done++;
        first = i + 1;
    }
    return 0;
}

static int run_batch(struct probe *probe, const struct plan_item *items, size_t count)
{
    struct batch batch = {.items = items, .count = count};
    batch.failed = memory_alloc(count * sizeof *batch.failed);
    for (size_t i = 0; i < count; i++)
        batch.failed[i] = SIZE_MAX;
    int broken = try_batch(probe, &batch);
    for (size_t i = 0; i < count && !broken; i++)
        if (batch.failed[i] != SIZE_MAX)
            broken = probe_look_into(probe, &items[i], batch.failed[i]);
    free(batch.points);
    free(batch.failed);
    return broken;
}

static int compare_items(const void *a, const void *b)
{
    const struct plan_item *left = a, *right = b;
    if ((left->axis == AXIS_COUNT) != (right->axis == AXIS_COUNT))
        return left->axis == AXIS_COUNT ? 1 : -1;
    if (left->axis == AXIS_COUNT)
        return left->cost < right->cost ? -1 : left->cost > right->cost;
    if (left->axis != right->axis)
        return left->axis < right->axis ? -1 : 1;
    return left->ranks < right->ranks ? -1 : left->ranks > right->ranks;
}

static void probe_make_plan(struct probe *probe)
{
    const struct probe_options *options = probe->options;
    int largest = options->ranks[options->rank_count - 1], smallest = largest;
    for (size_t i = options->rank_count; i-- > 0;)
        if (options->ranks[i] > 2)
            smallest = options->ranks[i];
    for (size_t f = 0; f < probe->catalogue.function_count; f++) {
        const struct function *function = &probe->catalogue.functions[f];
        if (options->algorithms && !algorithm_of(probe, function))
            continue;
        probe->result->functions++;
        for (size_t i = 0; i < options->rank_count; i++)
            for (int axis = 0; axis < AXES; axis++) {
                struct plan_item item;
                if (options->axes[axis] && plan_item(function, (enum axis)axis, options->ranks[i],
                                                     smallest, largest, &item))
                    *arena_push(probe->arena, probe->items, probe->item_count) = item;
            }
    }
    if (probe->item_count > 1)
        qsort(probe->items, probe->item_count, sizeof *probe->items, compare_items);
}

static int run_plan(struct probe *probe)
{
    size_t first = 0;
    while (first < probe->item_count && !probe->trials.stopped) {
        const struct plan_item *items = &probe->items[first];
        size_t count = 1;
        while (items[0].axis != AXIS_COUNT && !probe->options->algorithms &&
               first + count < probe->item_count && items[count].axis == items[0].axis &&
               items[count].ranks == items[0].ranks)
            count++;
        int broken = count > 1 ? run_batch(probe, items, count) : try_item(probe, items);
        if (broken)
            return -1;
        first += count;
        probe->done = first;
    }
    return 0;
}

static int check_algorithms(const struct probe *probe, struct error *error)
{
    const char *list = probe->options->algorithms;
    char name[FUNCTION_NAME_MAX];
    while (list && *list) {
        size_t length = strcspn(list, ","), word = strcspn(list, ":"), f = 0;
        for (; f < probe->catalogue.function_count; f++) {
            function_algorithm_name(&probe->catalogue.functions[f], name);
            if (strlen(name) == word && strncmp(list, name, word) == 0)
                break;
        }
        if (word >= length || word + 1 == length || f == probe->catalogue.function_count)
            return error_set(error, ERROR_USAGE,
                             "--algorithm: %.*s is not FUNCTION:ALGORITHM of a function that is "
                             "probed, such as gather:binomial or iallgather:ring",
                             (int)length, list);
        list += length + (list[length] == ',');
    }
    return 0;
}

/* Writes everything that determines the trials, in one line. */
static char *scale_probe_describe(const struct probe *probe)
{
    const struct probe_options *options = probe->options;
    struct text text;
    text_init(&text, 1 << 16);
    text_addf(&text, "tutti-probe 1 %s %s functions=%s algorithms=%s launcher=%s ranks=",
              mpi_flavour_name(options->job.flavour), probe->catalogue.version,
              options->functions ? options->functions : "*",
              options->algorithms ? options->algorithms : "",
              options->job.launcher ? options->job.launcher : "");
    for (size_t i = 0; i < options->rank_count; i++)
        text_addf(&text, "%s%d", i ? "," : "", options->ranks[i]);
    text_add(&text, " axes");
    for (int axis = 0; axis < AXES; axis++)
        if (options->axes[axis])
            text_addf(&text, " %s", axis_name((enum axis)axis));
    char *taken = text_take(&text);
    text_free(&text);
    return taken;
}

int probe_run(const struct probe_options *options, struct probe_result *result, struct error *error)
{
    struct probe probe = {.options = options,
                          .result = result,
                          .arena = &result->profile.arena,
                          .error = error,
                          .trials = {.job = &options->job, .variables = variables_for}};
    *result = (struct probe_result){0};
    probe.trials.context = &probe;
    if (catalogue_read(options->job.program, options->functions, probe.arena, &probe.catalogue,
                       error) != 0 ||
        check_algorithms(&probe, error) != 0)
        return -1;
    result->profile.library = mpi_flavour_name(options->job.flavour);
    result->profile.version = probe.catalogue.version;
    char *what = scale_probe_describe(&probe);
    int broken = state_open(options->directory, what, options->resume, &probe.trials.state, error);
    free(what);
    if (broken)
        return -1;
    result->damaged = state_damaged(probe.trials.state);
    probe_make_plan(&probe);
    broken = run_plan(&probe);
    const char *note = state_note(probe.trials.state);
    snprintf(result->note, sizeof result->note, "%s", note ? note : "");
    result->trials = probe.trials.made;
    result->unreproduced = probe.trials.unreproduced;
    result->stopped = probe.trials.stopped;
    state_close(probe.trials.state);
    return broken;
}

void probe_free(struct probe_result *result)
{
    profile_free(&result->profile);
    *result = (struct probe_result){0};
}
