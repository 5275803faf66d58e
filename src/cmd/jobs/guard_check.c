#include "cmd/jobs/guard_check.h"

#include "launch/process.h"
#include "scale/job.h"

#include <stdlib.h>

static const uint64_t CHECK_MEMORY = UINT64_C(8) << 30;
static const double CHECK_PATIENCE = 20, CHECK_POINT_SECONDS = 600;

static void add_failure(struct document *document, const struct profile_problem *problem,
                        const struct profile_bound *bound, const struct job_result *end)
{
    struct finding *finding = document_add(document, profile_class_rule(problem->class));
    finding->headline = arena_printf(
        &document->arena, "%s%s fails in spite of the guard: %llu elements of %llu bytes, %d ranks",
        problem->function, problem->in_place ? " in place" : "", (unsigned long long)bound->bad,
        (unsigned long long)bound->size, bound->ranks);
    finding->why = arena_printf(
        &document->arena,
        "The profile says that this call breaks there. It also broke with the guard: %s.",
        end->detail);
}

/* Tries one bound. Returns -1 if the trial cannot be started at all. */
static int try_bound(const struct guard_check *check, const struct job_options *job,
                     const struct profile_problem *problem, const struct profile_bound *bound,
                     struct document *document, struct guard_check_result *result,
                     struct error *error)
{
    struct point point = {.count = bound->bad, .size = bound->size, .extent = bound->extent};
    struct job_result end;
    point.axis = problem->class == PROFILE_DISPLACEMENT ? AXIS_DISPLACEMENT
                 : bound->extent > bound->size          ? AXIS_EXTENT
                                                        : AXIS_COUNT;
    if (!function_parse(problem->function, problem->in_place, &point.function)) {
        result->untried++;
        return 0;
    }
    if (job_run(job, bound->ranks, &point, 1, check->variables, 0, &end, error) != 0)
        return -1;
    result->stopped = end.verdict == JOB_INTERRUPTED;
    if (end.verdict == JOB_OK || end.verdict == JOB_FAILED)
        result->tried++;
    else
        result->untried++;
    result->passed += end.verdict == JOB_OK;
    if (end.verdict == JOB_FAILED)
        add_failure(document, problem, bound, &end);
    return 0;
}

int guard_check(const struct guard_check *check, const struct profile *profile,
                struct document *document, struct guard_check_result *result, struct error *error)
{
    char *program = job_program(check->flavour);
    int failed = 0;
    *result = (struct guard_check_result){0};
    if (!program)
        return error_set(error, ERROR_FAILED,
                         "this Tutti was built without the trial program for %s",
                         mpi_flavour_title(check->flavour));
    struct job_options job = {.flavour = check->flavour,
                              .program = program,
                              .directory = check->directory,
                              .memory = CHECK_MEMORY,
                              .patience = CHECK_PATIENCE,
                              .point_seconds = CHECK_POINT_SECONDS,
                              .deadline = check->deadline};
    process_hold_signals(&job.signals);
    for (size_t i = 0; i < profile->problem_count; i++) {
        const struct profile_problem *problem = &profile->problems[i];
        for (size_t j = 0; !failed && !problem->algorithm && j < problem->bound_count; j++) {
            if (result->stopped)
                result->untried++;
            else
                failed =
                    try_bound(check, &job, problem, &problem->bounds[j], document, result, error);
        }
    }
    free(program);
    return failed;
}
