#include "world/record/follow.h"

/* follow.c: an execution that follows an earlier one: the same decisions, and whether all else is
 * the same too. The first difference ends it, since the decisions make no sense behind it. */

static void differ(struct scheduler *scheduler, const struct difference *difference)
{
    if (scheduler->difference.what == SAME)
        scheduler->difference = *difference;
    scheduler->stopped = true;
}

void follow_step(struct scheduler *scheduler, int rank)
{
    const struct decisions *followed = scheduler->options.followed;
    if (!followed)
        return;
    const struct decisions *record = scheduler->options.record;
    const struct trail *now = &record->trails[rank], *then = &followed->trails[rank];
    size_t place = now->count - 1;
    const struct step *seen = &record->steps[now->steps[place]], *recorded = NULL;
    if (place < then->count)
        recorded = &followed->steps[then->steps[place]];
    else if (then->cut || !followed->ended)
        return; /* not known any more */
    if (recorded && step_equal(recorded, seen))
        return;
    differ(scheduler, &(struct difference){.what = OTHER_STEP,
                                           .rank = rank,
                                           .number = place + 1,
                                           .recorded = recorded,
                                           .seen = seen});
}

void follow_decision(struct scheduler *scheduler, struct decision *decision)
{
    const struct decisions *followed = scheduler->options.followed;
    size_t place = scheduler->options.record->count;
    if (!followed)
        return;
    const struct decision *recorded = place < followed->count ? &followed->list[place] : NULL;
    if (recorded && recorded->kind == decision->kind && recorded->rank == decision->rank &&
        recorded->number == decision->number && recorded->alternatives == decision->alternatives) {
        decision->chosen = recorded->chosen;
        return;
    }
    if (!recorded && !followed->ended)
        return; /* it goes on behind the end of what was recorded */
    differ(scheduler, &(struct difference){.what = OTHER_DECISION,
                                           .rank = decision->rank,
                                           .number = place + 1,
                                           .decision_recorded = recorded,
                                           .decision_seen = *decision});
}

/* What was whole must be whole again. A rank that ended explains those that wait for it. */
void follow_end(struct scheduler *scheduler, enum outcome outcome)
{
    const struct decisions *followed = scheduler->options.followed;
    bool cut_short = outcome == OUTCOME_TIME || outcome == OUTCOME_INTERRUPTED;
    if (!followed || !followed->ended || cut_short || scheduler->difference.what != SAME)
        return;
    const struct decisions *record = scheduler->options.record;
    int missing = -1;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (!record->trails[rank].cut &&
            record->trails[rank].count < followed->trails[rank].count &&
            (missing < 0 || (scheduler->ranks[rank].ended && !scheduler->ranks[missing].ended)))
            missing = rank;
    if (missing < 0)
        return;
    size_t place = record->trails[missing].count;
    uint32_t step = followed->trails[missing].steps[place];
    differ(scheduler, &(struct difference){.what = MISSING_STEP,
                                           .rank = missing,
                                           .number = place + 1,
                                           .recorded = &followed->steps[step]});
}

struct difference scheduler_difference(const struct scheduler *scheduler)
{
    return scheduler->difference;
}
