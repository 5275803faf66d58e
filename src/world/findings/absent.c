/* absent.c: reports collectives that not every member of the communicator has called when the run
 * is over.
 *
 * No rank waited for the missing members: a rank that only gives its data to the root may leave
 * before the others come. MPI still demands the call from all of them (MPI 4.0, section 6.1), and
 * an implementation may wait for it. */

#include "world/findings/absent.h"

#include "world/findings/left.h"
#include "world/findings/place.h"
#include "world/schedule/collect.h"
#include <stdlib.h>
#include <string.h>

struct instances {
    const struct instance **list;
    size_t count, space;
};

static const struct operation *absent_first_of(const struct instance *instance)
{
    uint32_t index = 0;
    while (!instance->operations[index])
        index++;
    return instance->operations[index];
}

/* Returns whether another finding explains why the rank did not make the call. */
static bool is_explained(const struct scheduler *scheduler, int rank)
{
    for (size_t i = 0; i < scheduler->problem_count; i++) {
        const struct told_problem *told = &scheduler->problems[i];
        if (told->operation.rank == rank && !told->problem.note &&
            strncmp(told->problem.rule, "leak.", 5) != 0 &&
            strcmp(told->problem.rule, "request.missing-wait") != 0)
            return true;
    }
    return !scheduler->ranks[rank].finalized;
}

static bool absent_is_of_interest(const struct scheduler *scheduler,
                                  const struct instance *instance)
{
    int missing[WORLD_RANKS_MAX];
    size_t count = collect_absent(scheduler, instance, missing);
    for (size_t i = 0; i < count; i++)
        if (is_explained(scheduler, missing[i]))
            return false;
    for (uint32_t i = 0; i < instance->members; i++)
        if (instance->operations[i] && left_is_missing_wait(scheduler, instance->operations[i]))
            return false;
    return count > 0;
}

/* Returns whether no earlier collective on the communicator lacks members. Later ones that do are
 * only a consequence of the first. */
static bool absent_is_first(const struct scheduler *scheduler, const struct instance *instance)
{
    struct instance *each, *next;
    HASH_ITER(hh, scheduler->instances, each, next)
    if (each->key.context == instance->key.context && each->arrived < each->members &&
        each->key.sequence < instance->key.sequence)
        return false;
    return true;
}

/* Orders collectives by the first rank that made the call, and those of one rank by its calls.
 * Numbers of communicators would depend on which rank is faster. */
static int absent_compare(const void *left, const void *right)
{
    const struct operation *one = absent_first_of(*(const struct instance *const *)left);
    const struct operation *other = absent_first_of(*(const struct instance *const *)right);
    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return (one->op.number > other->op.number) - (one->op.number < other->op.number);
}

static struct instances absent_find_all(const struct scheduler *scheduler)
{
    struct instances found = {0};
    struct instance *each, *next;
    HASH_ITER(hh, scheduler->instances, each, next)
    if (each->arrived < each->members && absent_is_first(scheduler, each) &&
        absent_is_of_interest(scheduler, each)) {
        found.list = memory_room(found.list, found.count, &found.space, sizeof *found.list);
        found.list[found.count++] = each;
    }
    if (found.count > 0)
        qsort(found.list, found.count, sizeof *found.list, absent_compare);
    return found;
}

static void absent_add_calls(struct scheduler *scheduler, struct finding *finding,
                             const struct instance *instance)
{
    struct arena *arena = &scheduler->document->arena;
    for (uint32_t i = 0; i < instance->members; i++) {
        const struct operation *operation = instance->operations[i];
        if (!operation || finding_has_rank(finding, operation->rank))
            continue;
        location_of(scheduler, operation,
                    arena_push(arena, finding->locations, finding->location_count));
        *arena_push(arena, finding->ranks, finding->rank_count) = operation->rank;
    }
}

static bool absent_has(const int *ranks, size_t count, int rank)
{
    for (size_t i = 0; i < count; i++)
        if (ranks[i] == rank)
            return true;
    return false;
}

/* Returns whether some rank that has not called `one` has called `other`, and the reverse: the two
 * were meant to match, but are on different communicators. */
static bool lack_each_other(const struct scheduler *scheduler, const struct instance *one,
                            const struct instance *other)
{
    int missing[2][WORLD_RANKS_MAX];
    size_t counts[] = {collect_absent(scheduler, one, missing[0]),
                       collect_absent(scheduler, other, missing[1])};
    bool first = false, second = false;
    for (uint32_t i = 0; i < other->members && !first; i++)
        first =
            other->operations[i] && absent_has(missing[0], counts[0], other->operations[i]->rank);
    for (uint32_t i = 0; i < one->members && !second; i++)
        second = one->operations[i] && absent_has(missing[1], counts[1], one->operations[i]->rank);
    return first && second;
}

static const char *count_ranks(struct arena *arena, int first, size_t count)
{
    return count == 1 ? arena_printf(arena, "rank %d", first)
                      : arena_printf(arena, "%zu ranks", count);
}

static void report_pair(struct scheduler *scheduler, const struct instance *one,
                        const struct instance *other)
{
    struct finding *finding = document_add(scheduler->document, "mismatch.comm");
    const struct operation *first = absent_first_of(one), *second = absent_first_of(other);
    absent_add_calls(scheduler, finding, one);
    absent_add_calls(scheduler, finding, other);
    finding->headline = arena_printf(&scheduler->document->arena,
                                     "%s of rank %d and %s of rank %d are on different "
                                     "communicators, and each rank is missing in the other's call",
                                     first->op.call, first->rank, second->op.call, second->rank);
    finding->why = "All members of a communicator must make the same collective calls on it. These "
                   "ranks continued because none of them needs data of another. An MPI in which "
                   "they wait for all members would not let them.";
    history_tell(scheduler, finding);
}

static void report_alone(struct scheduler *scheduler, const struct instance *instance, size_t times)
{
    struct arena *arena = &scheduler->document->arena;
    int missing[WORLD_RANKS_MAX];
    size_t count = collect_absent(scheduler, instance, missing);
    const struct operation *first = absent_first_of(instance);
    struct finding *finding = document_add(scheduler->document, "mismatch.collective");
    absent_add_calls(scheduler, finding, instance);
    finding->headline = arena_printf(
        arena, "%s of %s is not called by %s%s", first->op.call,
        count_ranks(arena, first->rank, instance->arrived), count_ranks(arena, missing[0], count),
        times > 1 ? arena_printf(arena, " (on %zu communicators)", times) : "");
    finding->why = "All members of a communicator must call its collectives. The ranks that did "
                   "continued because they need no data of the others. An MPI in which they wait "
                   "for all members would not let them.";
    history_tell(scheduler, finding);
}

/* Reports one finding for each place, and takes the collectives that it covers off the list. */
static void findings_absent_report(struct scheduler *scheduler, struct instances *found,
                                   size_t start)
{
    const struct instance *one = found->list[start];
    const struct instance *partner = NULL;
    size_t times = 0;
    for (size_t i = start + 1; i < found->count && !partner; i++)
        if (found->list[i] && lack_each_other(scheduler, one, found->list[i]))
            partner = found->list[i];
    uint64_t sites[] = {absent_first_of(one)->op.site,
                        absent_first_of(partner ? partner : one)->op.site};
    for (size_t i = start; i < found->count; i++) {
        uint64_t site = found->list[i] ? absent_first_of(found->list[i])->op.site : 0;
        if (site != sites[0] && site != sites[1])
            continue;
        found->list[i] = NULL;
        times++;
    }
    if (partner)
        report_pair(scheduler, one, partner);
    else
        report_alone(scheduler, one, times);
}

void absent_report(struct scheduler *scheduler)
{
    struct instances found = absent_find_all(scheduler);
    for (size_t i = 0; i < found.count; i++)
        if (found.list[i])
            findings_absent_report(scheduler, &found, i);
    free(found.list);
}
