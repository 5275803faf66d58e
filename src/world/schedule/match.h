/* match.h: matches messages with receives and probes, in MPI's order. */
#ifndef TUTTI_WORLD_SCHEDULE_MATCH_H
#define TUTTI_WORLD_SCHEDULE_MATCH_H

#include "world/schedule/state.h"

void match_post(struct scheduler *scheduler, struct operation *operation);
struct operation *match_message_of(const struct scheduler *scheduler,
                                   const struct operation *receive, int sender); /* NULL: none */
void match_wildcard(struct scheduler *scheduler, struct operation *receive, struct operation *send);
bool match_cancel(struct scheduler *scheduler); /* answers all calls of MPI_Cancel */
size_t match_senders(const struct scheduler *scheduler, const struct operation *receive,
                     int *senders); /* lists ranks that could still send to it */

#endif
