/* intake.h: takes operations over from the ranks: the one place where what they wrote is checked.
 *
 * An operation and its lists are copied out of the segment once, and only the copy is used: the
 * program under test may write over the segment at any time. The rest of the scheduler can rely on
 * the copy: ranks, members and places exist, texts end, lists have the length that they state. The
 * files that know other operations check what only they can know, for example whether a rank has
 * called a collective twice; they call intake_damage() as well. */
#ifndef TUTTI_WORLD_SCHEDULE_INTAKE_H
#define TUTTI_WORLD_SCHEDULE_INTAKE_H

#include "world/schedule/state.h"

enum intake { INTAKE_NOTHING, INTAKE_TAKEN, INTAKE_DAMAGED };

/* Takes the rank's next operation; scheduler->taken has its lists until the next call.
 * INTAKE_DAMAGED: intake_damage() was called. */
enum intake intake_next(struct scheduler *scheduler, int rank, struct world_op *op);

/* Returns how many completions the rank's inbox has room for; scheduler->damage may be set. */
uint32_t intake_room(struct scheduler *scheduler, int rank);

/* Notes data that no rank of the guest library writes: the execution ends, and later findings do
 * not count. Only the first damage is kept. `op` is the operation that shows it; NULL: none, and
 * the operations before it tell where the rank was. */
void intake_damage(struct scheduler *scheduler, int rank, const struct world_op *op,
                   const char *what);

#endif
