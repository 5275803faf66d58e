/* cases.h: declarations that the cases of the divergence test share.
 *
 * Each function that is never called is a case. A line that ends in "diverges" (the rule
 * collective.divergence) or in another rule is a branch that must be warned about. A line that ends
 * in "unproved" is a branch that must be checked at run time. Every other line must be neither. The
 * test reads these words.
 */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD

#define RANK  \
    int rank; \
    MPI_Comm_rank(MPI_COMM_WORLD, &rank)

#define SIZE  \
    int size; \
    MPI_Comm_size(MPI_COMM_WORLD, &size)

int outside(void); /* its result is not known */
