/* left.c: reports what shows when a run has ended by itself: messages and receives without a match,
 * and wildcards that had a choice. */

#include "world/findings/left.h"

#include "world/findings/place.h"
#include <stdlib.h>
#include <string.h>

void left_note_race(struct scheduler *scheduler, const struct operation *receive,
                    struct operation *const *sends, int count)
{
    for (size_t i = 0; i < scheduler->race_count; i++)
        if (scheduler->races[i].receive.op.site == receive->op.site) {
            scheduler->races[i].times++;
            return;
        }
    scheduler->races = memory_room(scheduler->races, scheduler->race_count, &scheduler->race_space,
                                   sizeof *scheduler->races);
    struct message_race *race = &scheduler->races[scheduler->race_count++];
    *race = (struct message_race){.receive = *receive, .send_count = count, .times = 1};
    race->sends = memory_alloc((size_t)count * sizeof *race->sends);
    for (int i = 0; i < count; i++)
        race->sends[i] = *sends[i];
}

static bool left_is_pair(const struct access_race *race, uint64_t one, uint64_t other)
{
    return (race->ranges[0].site == one && race->ranges[1].site == other) ||
           (race->ranges[0].site == other && race->ranges[1].site == one);
}

void left_note_access(struct scheduler *scheduler, int rank, const struct world_range *range,
                      int other, const struct world_range *against)
{
    for (size_t i = 0; i < scheduler->access_race_count; i++)
        if (left_is_pair(&scheduler->access_races[i], range->site, against->site)) {
            scheduler->access_races[i].times++;
            return;
        }
    scheduler->access_races =
        pool_room(scheduler->pool, scheduler->access_races, scheduler->access_race_count,
                  &scheduler->access_race_space, sizeof *scheduler->access_races);
    scheduler->access_races[scheduler->access_race_count++] =
        (struct access_race){{rank, other}, {*range, *against}, 1};
}

static void left_add_location(struct scheduler *scheduler, struct finding *finding,
                              const struct operation *operation)
{
    struct arena *arena = &scheduler->document->arena;
    location_of(scheduler, operation,
                arena_push(arena, finding->locations, finding->location_count));
    if (!finding_has_rank(finding, operation->rank))
        *arena_push(arena, finding->ranks, finding->rank_count) = operation->rank;
}

static void report_race(struct scheduler *scheduler, const struct message_race *race)
{
    struct arena *arena = &scheduler->document->arena;
    struct finding *finding = document_add(scheduler->document, "race.message");
    left_add_location(scheduler, finding, &race->receive);
    for (int i = 0; i < race->send_count; i++)
        left_add_location(scheduler, finding, &race->sends[i]);
    const char *times = race->times > 1 ? arena_printf(arena, " (%zu times)", race->times) : "";
    finding->headline =
        arena_printf(arena, "%s of rank %d could take the message of any of %d ranks%s",
                     race->receive.op.call, race->receive.rank, race->send_count, times);
    finding->why = "MPI promises no order between messages of different senders. This run took one "
                   "order; if the result must not depend on it, name the source.";
}

static void report_access_race(struct scheduler *scheduler, const struct access_race *race)
{
    struct arena *arena = &scheduler->document->arena;
    struct finding *finding = document_add(scheduler->document, "race.rma");
    for (int i = 0; i < 2; i++) {
        struct location *location = arena_push(arena, finding->locations, finding->location_count);
        location->rank = race->ranks[i];
        location->call = arena_copy(arena, race->ranges[i].call);
        location_at(scheduler, race->ranks[i], race->ranges[i].site, race->ranges[i].stack,
                    location);
        if (!finding_has_rank(finding, race->ranks[i]))
            *arena_push(arena, finding->ranks, finding->rank_count) = race->ranks[i];
    }
    finding->headline = arena_printf(
        arena, "%s of rank %d and %s of rank %d access the same memory of rank %d in any order",
        race->ranges[0].call, race->ranks[0], race->ranges[1].call, race->ranks[1],
        race->ranges[0].target);
    finding->why = "One of them writes, and no synchronisation orders them: the value that is "
                   "read, or that remains, is undefined.";
}

bool left_is_missing_wait(const struct scheduler *scheduler, const struct operation *operation)
{
    for (size_t i = 0; i < scheduler->problem_count; i++) {
        const struct told_problem *told = &scheduler->problems[i];
        if (told->operation.rank == operation->rank && !told->problem.note &&
            told->problem.related_site == operation->op.site &&
            strcmp(told->problem.rule, "request.missing-wait") == 0)
            return true;
    }
    return false;
}

static const char *headline_of(struct scheduler *scheduler, const struct operation *operation)
{
    struct arena *arena = &scheduler->document->arena;
    const struct world_op *op = &operation->op;
    if (op->kind == OP_SEND)
        return arena_printf(arena, "nobody receives the message of rank %d to rank %d, tag %d",
                            operation->rank, op->message.peer, op->message.tag);
    return arena_printf(arena, "no message comes for the %s of rank %d", op->call, operation->rank);
}

struct leftovers {
    const struct operation **list;
    size_t count, space;
};

static void left_collect(const struct scheduler *scheduler, const struct operation *first,
                         enum op_kind kind, struct leftovers *left)
{
    for (const struct operation *operation = first; operation; operation = operation->next) {
        if (operation->op.kind != kind || left_is_missing_wait(scheduler, operation))
            continue;
        left->list = memory_room(left->list, left->count, &left->space, sizeof *left->list);
        left->list[left->count++] = operation;
    }
}

/* Reports one finding for each place, with all ranks that run the same line, and takes what it
 * covers off the list. */
static void report_left(struct scheduler *scheduler, struct leftovers *left, size_t start)
{
    struct arena *arena = &scheduler->document->arena;
    const struct operation *first = left->list[start];
    struct finding *finding = document_add(scheduler->document, "message.unmatched");
    size_t times = 0;
    for (size_t i = start; i < left->count; i++) {
        const struct operation *operation = left->list[i];
        if (!operation || operation->op.site != first->op.site)
            continue;
        if (!finding_has_rank(finding, operation->rank))
            left_add_location(scheduler, finding, operation);
        times++;
        left->list[i] = NULL;
    }
    finding->headline = headline_of(scheduler, first);
    if (times > 1)
        finding->headline = arena_printf(arena, "%s (%zu times)", finding->headline, times);
    history_tell(scheduler, finding);
    if (first->held) {
        finding->why = "A matched probe took the message, and no MPI_Mrecv of it followed.";
        related_add(scheduler, finding, "probed at", first->op.message.peer, first->holder,
                    first->holder_stack);
    }
}

void left_report_races(struct scheduler *scheduler)
{
    for (size_t i = 0; i < scheduler->race_count; i++)
        report_race(scheduler, &scheduler->races[i]);
}

void left_report(struct scheduler *scheduler)
{
    struct leftovers left = {0};
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        left_collect(scheduler, scheduler->ranks[rank].messages, OP_SEND, &left);
        left_collect(scheduler, scheduler->ranks[rank].receives, OP_RECEIVE, &left);
    }
    for (size_t i = 0; i < left.count; i++)
        if (left.list[i])
            report_left(scheduler, &left, i);
    free(left.list);
    left_report_races(scheduler);
}

void left_report_accesses(struct scheduler *scheduler)
{
    for (size_t i = 0; i < scheduler->access_race_count; i++)
        report_access_race(scheduler, &scheduler->access_races[i]);
}

void left_free(struct scheduler *scheduler)
{
    for (size_t i = 0; i < scheduler->race_count; i++)
        free(scheduler->races[i].sends);
    free(scheduler->races);
}
