/* intake.h: takes operations over from the ranks: the one place where what they wrote is checked.
 *
 * An operation, with the lists that it names, is copied out of the segment once, and only the copy
 * is looked at: the program under test may write over the segment at any time. What is handed on
 * has numbers that others can count with: ranks, members and places are those that there are, texts
 * end, lists are as long as they say. What such a number means with other operations, say a
 * collective that its rank has called twice, is for those to check who know it; they use
 * intake_damage() as well. */
#ifndef TUTTI_WORLD_SCHEDULE_INTAKE_H
#define TUTTI_WORLD_SCHEDULE_INTAKE_H

#include "world/schedule/state.h"

enum intake { INTAKE_NOTHING, INTAKE_TAKEN, INTAKE_DAMAGED };

/* The rank's next operation; scheduler->taken has its lists until the next call. INTAKE_DAMAGED:
 * intake_damage() was called. */
enum intake intake_next(struct scheduler *scheduler, int rank, struct world_op *op);

/* How many completions there is room for in the rank's inbox; scheduler->damage may be set. */
uint32_t intake_room(struct scheduler *scheduler, int rank);

/* Something that no rank of the guest library writes: the execution ends, and nothing that it found
 * afterwards counts. Only the first one is kept. `op` is the one that it shows in, NULL: none.
 * Where its rank was is told by that, or by those before it. */
void intake_damage(struct scheduler *scheduler, int rank, const struct world_op *op,
                   const char *what);

#endif
