#include "world/record/follow.h"

/* follow.c: an execution that follows an earlier one: it makes the same choices, and checks whether
 * everything else is the same too. The first difference ends it, since later choices then make no
 * sense. */

static void follow_differ(struct scheduler *scheduler, const struct difference *difference)
{
    if (scheduler->difference.what == SAME)
        scheduler->difference = *difference;
    scheduler->stopped = true;
}

void follow_step(struct scheduler *scheduler, int rank)
{
    const struct record *followed = scheduler->options.followed;
    if (!followed)
        return;
    const struct record *record = scheduler->options.record;
    const struct trail *now = &record->trails[rank], *then = &followed->trails[rank];
    size_t place = now->count - 1;
    const struct step *seen = &record->steps[now->steps[place]], *recorded = NULL;
    if (place < then->count)
        recorded = &followed->steps[then->steps[place]];
    else if (then->cut || !followed->ended)
        return; /* it was forgotten */
    if (recorded && step_equal(recorded, seen))
        return;
    follow_differ(scheduler, &(struct difference){.what = OTHER_STEP,
                                                  .rank = rank,
                                                  .number = place + 1,
                                                  .recorded = recorded,
                                                  .seen = seen});
}

static void follow_recorded(struct scheduler *scheduler, struct taken_choice *choice)
{
    const struct record *followed = scheduler->options.followed;
    size_t place = scheduler->options.record->taken_count;
    if (!followed)
        return;
    const struct taken_choice *recorded =
        place < followed->taken_count ? &followed->taken[place] : NULL;
    if (recorded && recorded->kind == choice->kind && recorded->rank == choice->rank &&
        recorded->number == choice->number && recorded->alternatives == choice->alternatives) {
        choice->chosen = recorded->chosen;
        return;
    }
    if (!recorded && !followed->ended)
        return; /* it continues after the end of the record */
    follow_differ(scheduler, &(struct difference){.what = OTHER_CHOICE,
                                                  .rank = choice->rank,
                                                  .number = place + 1,
                                                  .choice_recorded = recorded,
                                                  .choice_seen = *choice});
}

size_t follow_choice(struct scheduler *scheduler, enum choice_kind kind,
                     const struct operation *operation, size_t alternatives)
{
    if (alternatives == 1 || !scheduler->options.record)
        return 0;
    struct taken_choice choice = {.kind = kind,
                                  .rank = operation->rank,
                                  .number = operation->op.number,
                                  .alternatives = (int)alternatives};
    follow_recorded(scheduler, &choice);
    record_add_choice(scheduler->options.record, &choice);
    return (size_t)choice.chosen;
}

/* Compares the ends of both executions: a rank whose trail was complete must have made all of its
 * steps. If a rank has ended early, that explains why others wait for it. */
void follow_end(struct scheduler *scheduler, enum outcome outcome)
{
    const struct record *followed = scheduler->options.followed;
    bool cut_short = outcome == OUTCOME_TIME || outcome == OUTCOME_INTERRUPTED;
    if (!followed || !followed->ended || cut_short || scheduler->difference.what != SAME)
        return;
    const struct record *record = scheduler->options.record;
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
    follow_differ(scheduler, &(struct difference){.what = MISSING_STEP,
                                                  .rank = missing,
                                                  .number = place + 1,
                                                  .recorded = &followed->steps[step]});
}

struct difference scheduler_difference(const struct scheduler *scheduler)
{
    return scheduler->difference;
}
