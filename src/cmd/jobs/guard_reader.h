/* guard_reader.h: what the guests of `tutti guard` wrote, as findings and numbers. */
#ifndef TUTTI_CMD_JOBS_GUARD_READER_H
#define TUTTI_CMD_JOBS_GUARD_READER_H

#include "base/error.h"
#include "finding/finding.h"

#include <stdbool.h>
#include <stdint.h>

struct guard_totals {
    int processes, ranks; /* that wrote a report; as MPI_COMM_WORLD has them */
    int unended;          /* of those, without MPI_Finalize */
    uint64_t calls, triggers, repairs, nanoseconds;
    bool unmatched;      /* some process has a library that no profile is for ... */
    const char *version; /* ... this one, or one of all; NULL: no process */
};

/* Reads all reports in the folder. Adds one finding for each place of the program and what was done
 * there, with the ranks that came by. What is not as runtime/guard/format.h says is passed over. */
int guard_read(const char *directory, struct document *document, struct guard_totals *totals,
               struct error *error);

#endif
