/* report.c, of requests.h: reports errors with requests as findings. */
#include "static/requests/requests.h"

static const char *request_name_of(struct request_follow *follow, const struct ir_value *call,
                                   const char *parameter)
{
    struct analysis_argument argument = analysis_argument(follow->run->analysis, call, parameter);
    const struct ir_value *root = argument.value ? object_root(argument.value) : NULL;
    return root && root->name ? root->name : NULL;
}

static const char *request_name(struct request_follow *follow)
{
    const struct api_parameter *parameter = api_function_role(follow->mpi, "request");
    const char *name = request_name_of(follow, follow->call, parameter->name);
    return name ? arena_printf(&follow->run->document->arena, "request '%s'", name) : "request";
}

void request_report_lost(struct request_follow *follow, const struct ir_value *end)
{
    if (follow->lost) {
        return;
    }
    follow->lost = true;
    struct arena *arena = &follow->run->document->arena;
    const char *name = request_name(follow);
    bool returns = end->opcode == IR_RETURN;
    struct finding *finding = warn_begin(follow->run, "request.missing-wait", follow->call);
    finding->headline =
        arena_printf(arena, "the %s of %s is never completed", name, follow->mpi->name);
    finding->why = arena_printf(
        arena,
        "On a path from %s to %s no wait, successful test or MPI_Request_free completes the %s, "
        "and nothing outside '%s' knows it.",
        follow->mpi->name, returns ? "the end of the function" : "MPI_Finalize", name,
        follow->call->function->name);
    warn_relate(follow->run, finding, returns ? "the function ends here" : "MPI_Finalize", end);
}

void request_report_overwritten(struct request_follow *follow, const struct ir_value *other)
{
    if (follow->lost) {
        return;
    }
    follow->lost = true;
    struct arena *arena = &follow->run->document->arena;
    const char *name = request_name(follow);
    struct finding *finding = warn_begin(follow->run, "request.missing-wait", follow->call);
    finding->headline = arena_printf(arena, "the %s of %s is overwritten while it is pending", name,
                                     follow->mpi->name);
    finding->why =
        other == follow->call
            ? arena_printf(arena,
                           "The next turn of the loop stores another request in the same "
                           "variable before the %s is completed; the first is lost.",
                           name)
            : arena_printf(arena,
                           "%s stores another request in the same variable before the %s "
                           "is completed; the first is lost.",
                           analysis_mpi(follow->run->analysis, other)->name, name);
    warn_relate(follow->run, finding, "overwritten by", other);
}

void request_report_start(struct request_follow *follow, const struct ir_value *other)
{
    if (follow->started) {
        return;
    }
    follow->started = true;
    struct finding *finding = warn_begin(follow->run, "request.double-start", other);
    finding->headline =
        arena_printf(&follow->run->document->arena,
                     "the persistent %s is started again while it is active", request_name(follow));
    finding->why = "No wait or successful test completed the start before this one.";
    warn_relate(follow->run, finding, "made by", follow->call);
}

void request_report_idle(struct request_follow *follow)
{
    struct arena *arena = &follow->run->document->arena;
    struct finding *finding = warn_begin(follow->run, "request.missing-start", follow->waited);
    finding->severity = SEVERITY_NOTE;
    finding->headline = arena_printf(arena, "the persistent %s is waited for but never started",
                                     request_name(follow));
    finding->why = arena_printf(arena,
                                "%s only describes the operation, and no MPI_Start begins it. MPI "
                                "allows the wait, which returns at once.",
                                follow->mpi->name);
    warn_relate(follow->run, finding, "made by", follow->call);
}

void request_report_race(struct request_follow *follow, const struct ir_value *access,
                         const struct request_buffer *buffer, bool writes)
{
    if (follow->raced) {
        return;
    }
    follow->raced = true;
    struct arena *arena = &follow->run->document->arena;
    const char *name = request_name_of(follow, follow->call, buffer->parameter->name);
    const char *text = name ? arena_printf(arena, "'%s'", name) : "the buffer";
    const struct api_function *mpi =
        access->opcode == IR_CALL ? analysis_mpi(follow->run->analysis, access) : NULL;
    struct finding *finding = warn_begin(follow->run, "race.buffer", access);
    if (mpi) {
        finding->headline = arena_printf(arena, "%s is given to %s while %s still owns it", text,
                                         mpi->name, follow->mpi->name);
    } else {
        finding->headline = arena_printf(arena, "%s is %s while %s still owns it", text,
                                         writes ? "written" : "read", follow->mpi->name);
    }
    finding->why = arena_printf(
        arena, "%s is the buffer of %s, and the %s is not completed before this access.", text,
        follow->mpi->name, request_name(follow));
    warn_relate(follow->run, finding, "the operation began here", follow->call);
}
