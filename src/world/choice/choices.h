/* choices.h: decides what MPI leaves open (alternatives.h), while no rank runs.
 *
 * The first alternative is taken unless something else is asked for. A run records the alternatives
 * that it took, and a replay of one takes the recorded ones (record/follow.h). An execution of a
 * search follows its script, and reports the other alternatives (exploration.h). */
#ifndef TUTTI_WORLD_CHOICE_CHOICES_H
#define TUTTI_WORLD_CHOICE_CHOICES_H

#include "world/choice/known.h"

/* Returns whether the choice took the first alternative by itself, and was made for its own
 * sake. */
bool choices_is_first(const struct known *known, size_t place);

/* State after a choice. RUNS: a thread outside MPI may still act. */
enum quiescence { MOVES, STUCK, OVER, RUNS };

/* Makes the next choice, when no rank runs; STUCK: there is none. */
enum quiescence choices_make(struct scheduler *scheduler);

void choices_restored(struct scheduler *scheduler);       /* copies earlier choices into another
                                                             exploration */
void choices_end(struct scheduler *scheduler, bool well); /* called when the execution is over */

/* rendezvous.c: checks whether an execution that has ended well would also end without buffers for
 * its standard sends, and with collectives that wait for all members. Writes the answer into the
 * exploration. */
void rendezvous_look(struct scheduler *scheduler);

/* revisit.c: reports the scripts in which an earlier choice takes an alternative that only a later
 * one made possible. */
void revisit(struct scheduler *scheduler);
/* Does the same for an access that is granted now, or never: it could come before some other
 * accesses, but after some that came later. */
void revisit_grant(struct scheduler *scheduler, const struct operation *operation);

#endif
