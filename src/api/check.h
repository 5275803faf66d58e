/* check.h: compares the table with a header.
 *
 * Every MPI function that the header declares must be in the table, with the same number of
 * parameters, each of the type that its role and direction need. Const is compared, too, except
 * where the table says that headers differ (`mutable`). Functions that only the table has are no
 * fault: no library has them all.
 */
#ifndef TUTTI_API_CHECK_H
#define TUTTI_API_CHECK_H

#include "api/prototype.h"
#include "api/table.h"
#include "base/text.h"

struct api_check {
    size_t compared; /* functions that were compared; the PMPI name does not count again */
    size_t large;    /* large-count twins among them */
    size_t tool;     /* MPI_T functions among them */
    size_t faults;
    struct text sentences; /* one line per fault */
};

/* Fills the result, which the caller frees with api_check_free(). */
void api_check_header(const struct api_table *table, const struct prototypes *header,
                      struct api_check *check);
void api_check_free(struct api_check *check);

/* Returns whether the table should have the name: MPI_, MPIX_, MPIR_, OMPI_, or PMPI_, PMPIX_. */
bool api_check_covers(const char *name);

#endif
