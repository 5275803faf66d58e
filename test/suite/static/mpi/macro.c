/* A macro calls MPI and looks at the code, only on rank 0.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stdio.h>

#define CHECK(call)                                           \
    do {                                                      \
        int code_ = (call);                                   \
        if (code_ != MPI_SUCCESS) {                           \
            fprintf(stderr, "%s failed: %d\n", #call, code_); \
            MPI_Abort(MPI_COMM_WORLD, code_);                 \
        }                                                     \
    } while (0)

int main(void)
{
    int rank, n = 0;

    CHECK(MPI_Init(NULL, NULL));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    if (rank == 0) { /* HERE collective.divergence */
        n = 1;
        CHECK(MPI_Barrier(MPI_COMM_WORLD));
    }
    CHECK(MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK(MPI_Finalize());
    return 0;
}
