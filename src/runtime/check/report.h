/* report.h: tells the user what the processes were about to call, and ends the job.
 *
 * A process that sees a difference sends its call to the first members of the channel, which then
 * send theirs. The first of them that has heard of all, or has waited long enough, prints. All
 * others wait for the end. A process that never reports (it computes, or waits in a receive) does
 * not delay the report.
 */
#ifndef TUTTI_RUNTIME_CHECK_REPORT_H
#define TUTTI_RUNTIME_CHECK_REPORT_H

#include "runtime/check/agree.h"
#include "runtime/check/message.h"

bool report_started(void);

/* All functions below must be called with the lock held. */
_Noreturn void report_difference(struct channel *channel, const struct agreement *agreement);

/* Reports that this process waits on the channel in a circle of others, whose calls were added as
 * hops. */
_Noreturn void report_circle(const struct channel *channel);
void report_add_hop(const struct message_report *hop);
void report_forget_hops(void);

/* Returns whether another process has reported a difference there. */
bool report_known(const struct channel *channel, const struct agreement *agreement);

/* Handles MESSAGE_REPORT and MESSAGE_TAKEN. */
void report_message(const struct message_head *head);

void report_write(struct message_report *report, const struct channel *channel,
                  const struct agreement *agreement);

/* Prints lines of text, the message of any other check, from this process, and ends the job. */
_Noreturn void report_end(const char *text);

/* Writes "solver.c:12 in solve", or "an unknown place (not compiled by tutti cc)". */
void report_place(const struct check_site *site, char *text, size_t space);

#endif
