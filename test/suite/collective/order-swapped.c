/* Two collectives on one communicator are called in a different order by one rank.
 * ranks: 3
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int mine, sum = 0, all[3] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank + 1;
    if (rank == size - 1) {
        MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, comm); /* HERE mismatch.collective */
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    } else {
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm); /* HERE mismatch.collective */
        MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    }
    check(sum == 6, "sum");
    check(all[0] == 1 && all[1] == 2 && all[2] == 3, "all");
    MPI_Finalize();
    return 0;
}
