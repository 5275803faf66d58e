/* choices.h: the choices of an execution that is one of many (exploration.h), made while nobody
 * runs. */
#ifndef TUTTI_WORLD_CHOICES_H
#define TUTTI_WORLD_CHOICES_H

#include "world/known.h"

enum { SETS_MAX = 8 }; /* of so many complete requests every set is tried */

bool choices_is_open(const struct operation *operation); /* more than one thing may happen to it */

/* Whether the choice took the first alternative by itself, and was made for its own sake. */
bool choices_is_first(const struct known *known, size_t place);

/* RUNS: a thread that is in no call may still act. */
enum quiescence { MOVES, STUCK, OVER, RUNS };

/* Nobody runs: makes the next choice. STUCK: there is none. */
enum quiescence choices_make(struct scheduler *scheduler);

void choices_restored(struct scheduler *scheduler);       /* with another exploration */
void choices_end(struct scheduler *scheduler, bool well); /* the execution is over */

/* rendezvous.c: whether an execution that has ended well could have gone on without buffers for its
 * standard sends, and with collectives that wait for all members. Says so in the exploration. */
void rendezvous_look(struct scheduler *scheduler);

/* revisit.c: the scripts in which an earlier choice takes what only a later one made possible. */
void revisit(struct scheduler *scheduler);
/* The same for an access that is granted now, or never will be: it could come before some others,
 * and yet after some of those that came later. */
void revisit_grant(struct scheduler *scheduler, const struct operation *operation);

#endif
