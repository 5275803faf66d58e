/* journal.h: appends lines to the file of this process (format.h).
 *
 * The journal opens itself at the first line, in every process that makes an MPI call; a forked
 * child starts a file of its own. Any thread may append. If the disk is full, the journal closes
 * for good and the program continues. */
#ifndef TUTTI_RUNTIME_TRACE_JOURNAL_H
#define TUTTI_RUNTIME_TRACE_JOURNAL_H

#include <stddef.h>

void journal_append(const char *line, size_t length);

/* Called once the rank is known. */
void journal_set_rank(int rank, int size);

#endif
