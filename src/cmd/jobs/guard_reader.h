/* guard_reader.h: turns the reports of the guests of `tutti guard` into findings and numbers. */
#ifndef TUTTI_CMD_JOBS_GUARD_READER_H
#define TUTTI_CMD_JOBS_GUARD_READER_H

#include "base/error.h"
#include "finding/finding.h"

#include <stdbool.h>
#include <stdint.h>

struct guard_totals {
    int processes, ranks; /* processes that wrote a report; ranks in their MPI_COMM_WORLD */
    int unended;          /* how many of these processes did not come to MPI_Finalize */
    uint64_t calls, triggers, repairs, nanoseconds;
    bool unmatched;      /* some process has a library without a profile... */
    const char *version; /* ...this one; or one that all processes have; NULL: no process */
};

/* Reads all reports in the folder. Adds one finding for each pair of a place in the program and an
 * action of the guard there, with the ranks that it concerns. Ignores everything that does not
 * follow runtime/guard/format.h. */
int guard_read(const char *directory, struct document *document, struct guard_totals *totals,
               struct error *error);

#endif
