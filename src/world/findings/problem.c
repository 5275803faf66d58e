/* problem.c: turns the problems that ranks find in their own calls into findings, one for each
 * cause, whichever rank reported it first. */

#include "world/findings/problem.h"

#include "world/findings/place.h"
#include <stdlib.h>
#include <string.h>

static void problem_forget(struct scheduler *scheduler, int rank, uint32_t number)
{
    for (size_t i = 0; i < scheduler->problem_count; i++) {
        struct told_problem *told = &scheduler->problems[i];
        if (told->operation.rank == rank && told->operation.op.number == number) {
            *told = scheduler->problems[--scheduler->problem_count];
            return;
        }
    }
}

struct told_problem *problem_add(struct scheduler *scheduler)
{
    scheduler->problems = pool_room(scheduler->pool, scheduler->problems, scheduler->problem_count,
                                    &scheduler->problem_space, sizeof *scheduler->problems);
    return &scheduler->problems[scheduler->problem_count++];
}

void problem_take(struct scheduler *scheduler, int rank, const struct world_op *op)
{
    if (!op->payload) {
        problem_forget(scheduler, rank, op->subject.number);
        return;
    }
    struct told_problem *told = problem_add(scheduler);
    *told = (struct told_problem){.operation = {.op = *op, .rank = rank},
                                  .stops = (op->flags & OP_WAITS) != 0};
    memcpy(&told->problem, scheduler->taken.payload.bytes, sizeof told->problem);
    scheduler_give_back(scheduler, op->payload);
}

bool problem_stops(const struct scheduler *scheduler)
{
    for (size_t i = 0; i < scheduler->problem_count; i++)
        if (scheduler->problems[i].stops)
            return true;
    return false;
}

bool problem_is_certain(const struct scheduler *scheduler)
{
    for (size_t i = 0; i < scheduler->problem_count; i++) {
        const struct world_problem *problem = &scheduler->problems[i].problem;
        if (problem->certain && !problem->note && !problem->warning)
            return true;
    }
    return false;
}

/* Returns whether both are the same mistake, made by another rank, or seen from the other side. */
static bool problem_is_same(const struct told_problem *one, const struct told_problem *other)
{
    if (strcmp(one->problem.rule, other->problem.rule) != 0)
        return false;
    uint64_t site = one->operation.op.site, peer = one->problem.peer_site;
    uint64_t other_site = other->operation.op.site, other_peer = other->problem.peer_site;
    if (one->problem.related_site != other->problem.related_site ||
        one->problem.warning != other->problem.warning)
        return false;
    return (site == other_site && peer == other_peer) || (site == other_peer && peer == other_site);
}

static void problem_add_place(struct scheduler *scheduler, struct finding *finding, int rank,
                              const char *call, uint64_t site, uint32_t stack)
{
    struct arena *arena = &scheduler->document->arena;
    struct location *location = arena_push(arena, finding->locations, finding->location_count);
    location->rank = rank;
    location->call = call[0] ? arena_copy(arena, call) : NULL;
    location_at(scheduler, rank, site, stack, location);
    if (!finding_has_rank(finding, rank))
        *arena_push(arena, finding->ranks, finding->rank_count) = rank;
}

static bool is_idle(const struct told_problem *told)
{
    return told->operation.op.idle.kind != OP_NONE;
}

/* Whether two operations that were not started would have met: nobody misses anything then, and
 * both ends were forgotten. */
static bool would_meet(const struct told_problem *one, const struct told_problem *other)
{
    const struct op_idle *idle = &one->operation.op.idle, *with = &other->operation.op.idle;
    bool together = one->operation.op.context == other->operation.op.context;
    if (idle->kind == OP_COLLECTIVE)
        return with->kind == OP_COLLECTIVE && together &&
               one->operation.rank != other->operation.rank;
    if (idle->kind == OP_RECEIVE)
        return with->kind == OP_SEND && would_meet(other, one);
    return with->kind == OP_RECEIVE && together && idle->peer == other->operation.rank &&
           (with->peer == WORLD_ANY || with->peer == one->operation.rank);
}

/* Returns whether a wait for something that was never started is harmless: by itself it is no error
 * (MPI 4.0, section 3.7.3). */
static bool problem_is_harmless(const struct scheduler *scheduler, const struct told_problem *told)
{
    if (!is_idle(told))
        return false;
    for (size_t i = 0; i < scheduler->problem_count; i++)
        if (is_idle(&scheduler->problems[i]) && would_meet(told, &scheduler->problems[i]))
            return false;
    return true;
}

/* Returns whether a note says nothing: a test of something that was never started. It does say
 * something if both ends of a message were forgotten, since no rank then misses the message. */
static bool says_nothing(const struct scheduler *scheduler, const struct told_problem *told)
{
    return told->problem.note && problem_is_harmless(scheduler, told);
}

static void problem_report_told(struct scheduler *scheduler, struct told_problem *first, bool stuck)
{
    struct arena *arena = &scheduler->document->arena;
    const struct world_problem *problem = &first->problem;
    struct finding *finding = problem->note || (!stuck && problem_is_harmless(scheduler, first))
                                  ? document_add_note(scheduler->document, problem->rule)
                                  : document_add(scheduler->document, problem->rule);
    size_t times = 0;
    if (problem->warning)
        finding->severity = SEVERITY_WARNING;
    problem_add_place(scheduler, finding, first->operation.rank, first->operation.op.call,
                      first->operation.op.site, first->operation.op.stack);
    if (problem->peer_call[0])
        problem_add_place(scheduler, finding, problem->peer, problem->peer_call, problem->peer_site,
                          problem->peer_stack);
    for (struct told_problem *told = scheduler->problems;
         told < scheduler->problems + scheduler->problem_count; told++) {
        if (told->stops != first->stops || told->merged || !problem_is_same(first, told))
            continue;
        told->merged = true;
        times += told->operation.rank == first->operation.rank;
        if (!finding_has_rank(finding, told->operation.rank))
            problem_add_place(scheduler, finding, told->operation.rank, told->operation.op.call,
                              told->operation.op.site, told->operation.op.stack);
    }
    finding->headline = times > 1 ? arena_printf(arena, "%s (%zu times)", problem->headline, times)
                                  : arena_copy(arena, problem->headline);
    if (first->stops || strncmp(problem->rule, "leak.", strlen("leak.")) == 0)
        history_tell(scheduler, finding);
    if (problem->why[0])
        finding->why = arena_copy(arena, problem->why);
    if (problem->related[0])
        related_add(scheduler, finding, arena_copy(arena, problem->related), first->operation.rank,
                    problem->related_site, problem->related_stack);
    if (first->declared_file)
        *arena_push(arena, finding->related, finding->related_count) =
            (struct related){.what = "declared at",
                             .file = arena_copy(arena, first->declared_file),
                             .line = first->declared_line};
}

/* Orders problems by rank and then by operation, so that the report does not depend on which rank
 * came first. */
static int problem_by_rank(const void *left, const void *right)
{
    const struct told_problem *one = left, *other = right;
    if (one->operation.rank != other->operation.rank)
        return one->operation.rank < other->operation.rank ? -1 : 1;
    return (one->operation.op.number > other->operation.op.number) -
           (one->operation.op.number < other->operation.op.number);
}

/* Returns whether a note is about a receive for which nothing came: that is another, worse finding.
 */
static bool is_left_over(const struct scheduler *scheduler, const struct told_problem *told)
{
    const struct operation *receive = scheduler->ranks[told->operation.rank].receives;
    while (receive && receive->op.site != told->problem.related_site)
        receive = receive->next;
    return told->problem.note && receive;
}

static void report_all(struct scheduler *scheduler, bool (*wanted)(const struct told_problem *told),
                       bool stuck)
{
    if (scheduler->problem_count > 0)
        qsort(scheduler->problems, scheduler->problem_count, sizeof *scheduler->problems,
              problem_by_rank);
    for (size_t i = 0; i < scheduler->problem_count; i++)
        if (!scheduler->problems[i].merged && wanted(&scheduler->problems[i]) &&
            (stuck || !says_nothing(scheduler, &scheduler->problems[i])) &&
            !is_left_over(scheduler, &scheduler->problems[i]))
            problem_report_told(scheduler, &scheduler->problems[i], stuck);
}

static bool problem_told_stops(const struct told_problem *told)
{
    return told->stops;
}

static bool problem_is_kept(const struct told_problem *told)
{
    return !told->stops && !told->problem.certain;
}

static bool findings_problem_is_certain(const struct told_problem *told)
{
    return !told->stops && told->problem.certain;
}

void problem_report_stops(struct scheduler *scheduler)
{
    report_all(scheduler, problem_told_stops, false);
}

void problem_report_kept(struct scheduler *scheduler)
{
    report_all(scheduler, problem_is_kept, false);
}

void problem_report_certain(struct scheduler *scheduler)
{
    report_all(scheduler, findings_problem_is_certain, false);
}

void problem_report_idle(struct scheduler *scheduler)
{
    report_all(scheduler, is_idle, true);
}
