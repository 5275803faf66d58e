/* Each round makes a persistent request anew and forgets the one before.
 * ranks: 1
 * expect: leak.request
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++) {
        MPI_Ssend_init(&value, 1, MPI_INT, MPI_PROC_NULL, i, MPI_COMM_SELF, &r); /* HERE leak.request */ /* CREATED leak.request */
        MPI_Start(&r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Finalize(); /* HERE leak.request */
    return 0;
}
