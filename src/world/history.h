/* history.h: the last calls of each rank and what they met, for the picture in a report.
 *
 * A rank keeps HISTORY calls, the newest ones, without those that poll. What an operation met is
 * noted where it happens. Calls are ordered by a logical time that agrees with what caused what: a
 * call is later than the one before it, and than what that one waited for. So the same execution
 * gives the same picture, however fast its ranks were.
 */
#ifndef TUTTI_WORLD_HISTORY_H
#define TUTTI_WORLD_HISTORY_H

#include "finding/finding.h"
#include "runtime/world/protocol.h"

#include <stdbool.h>

enum { HISTORY = 24, HISTORY_OTHERS = 8 };

struct scheduler;
struct operation;

/* A call. `time` 0: the place is empty. */
struct past {
    uint64_t time, after;
    struct world_op op;
    bool done;
    uint32_t partner_number; /* the send that a receive took, as an operation of `partner` */
    int32_t partner;
    uint32_t other_count; /* sends that it could have taken instead */
    struct {
        int32_t rank;
        uint32_t number;
    } others[HISTORY_OTHERS];
    uint32_t sequence; /* of a collective on its communicator */
};

void history_add(struct scheduler *scheduler, struct operation *operation);

/* It is complete; if the rank waited for it, so are what it met and the requests that it completed.
 */
void history_done(struct scheduler *scheduler, const struct operation *operation);
void history_collective(const struct operation *operation, uint32_t sequence);

/* The operation took this message. */
void history_met(struct operation *receive, struct operation *send);
void history_needs(struct operation *collective, const struct operation *member);
void history_could_meet(const struct operation *receive, struct operation *const *sends, int count,
                        int chosen);

/* Puts all into the finding. The calls that ranks wait in are blocked, or failed if it is about
 * what they found wrong with them. */
void history_tell(struct scheduler *scheduler, struct finding *finding);

/* The same of an execution that nothing is wrong with, as the one interleaving of the document,
 * which is no search. */
void history_keep(struct scheduler *scheduler);

#endif
