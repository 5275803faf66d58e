/* groups.h: what the processes of a job do, one line for each group of them that do the same. */
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

/* One character for what a process does: 'o' outside MPI, 'i' inside a call, 'p' asks again and
 * again, '.' it has ended, is not seen, or there is none (NULL). */
char groups_letter(const struct tracked *process);

/* What a process outside MPI is seen to do. */
const char *groups_activity(const struct tracked *process);

#endif
