/* left.h: reports what is known only at the end: messages that no rank received, and wildcards that
 * had a choice. */
#ifndef TUTTI_WORLD_FINDINGS_LEFT_H
#define TUTTI_WORLD_FINDINGS_LEFT_H

#include "world/schedule/state.h"

void left_note_race(struct scheduler *scheduler, const struct operation *receive,
                    struct operation *const *sends, int count);
void left_note_access(struct scheduler *scheduler, int rank, const struct world_range *range,
                      int other, const struct world_range *against);
void left_report(struct scheduler *scheduler); /* after a run that ended by itself */
void left_report_races(struct scheduler *scheduler);
/* Reports races on windows, which are certain however the execution ended. */
void left_report_accesses(struct scheduler *scheduler);
/* A request of the operation that is still active is reported and says it all. */
bool left_is_missing_wait(const struct scheduler *scheduler, const struct operation *operation);
void left_free(struct scheduler *scheduler);

#endif
