/* groups.h: describes what the processes of a job do, with one line for each group of processes
 * that do the same. */
#ifndef TUTTI_WATCH_DIAGNOSE_GROUPS_H
#define TUTTI_WATCH_DIAGNOSE_GROUPS_H

#include "base/text.h"
#include "watch/sample/tracker.h"

/* Writes a limited number of lines, the largest group first:
 *
 *   ranks 0-2,4-63  in MPI_Allreduce for 3.2 s
 *   rank 3  outside MPI, computes, for 3.2 s
 */
void groups_print(const struct tracker *tracker, double now, size_t lines, struct text *out);

/* Returns one character for what a process does: 'o' outside MPI, 'i' inside a call, 'p' polls, '.'
 * it has ended, is not seen, or does not exist (NULL). */
char groups_letter(const struct tracked *process);

/* Returns what a process outside MPI does, as far as it can be seen. */
const char *groups_activity(const struct tracked *process);

#endif
