/* history.h: the last calls of each rank and their matches, for the picture in a report.
 *
 * A rank keeps its HISTORY newest calls, except polls. Matches are noted where they happen. Calls
 * are ordered by a logical time that respects causes: a call is later than the one before it, and
 * than all that that one waited for. So the same execution gives the same picture, whatever the
 * speed of its ranks.
 */
#ifndef TUTTI_WORLD_FINDINGS_HISTORY_H
#define TUTTI_WORLD_FINDINGS_HISTORY_H

#include "finding/finding.h"
#include "runtime/world/protocol.h"

#include <stdbool.h>

enum { HISTORY = 24, HISTORY_OTHERS = 8 };

struct scheduler;
struct operation;

/* A call. `time` 0: the entry is empty. */
struct past {
    uint64_t time, after;
    struct world_op op;
    bool done;
    uint32_t partner_number; /* number of the send that a receive took, as an operation of
                                `partner` */
    int32_t partner;
    uint32_t other_count; /* number of sends that it could have taken instead */
    struct {
        int32_t rank;
        uint32_t number;
    } others[HISTORY_OTHERS];
    uint32_t sequence; /* of a collective on its communicator */
};

void history_add(struct scheduler *scheduler, struct operation *operation);

/* Notes that it is complete; if the rank waited for it, so are its matches and the requests that it
 * completed. */
void history_done(struct scheduler *scheduler, const struct operation *operation);
void history_collective(const struct operation *operation, uint32_t sequence);

/* Notes that the operation took this message. */
void history_met(struct operation *receive, struct operation *send);
void history_needs(struct operation *collective, const struct operation *member);
void history_could_meet(const struct operation *receive, struct operation *const *sends, int count,
                        int chosen);

/* Adds all to the finding. The calls that ranks wait in are blocked, or failed if the finding is
 * about an error in them. */
void history_tell(struct scheduler *scheduler, struct finding *finding);

/* Adds the same for an execution without findings, as the only interleaving of the document. */
void history_keep(struct scheduler *scheduler);

#endif
