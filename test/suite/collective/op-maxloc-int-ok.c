/* MPI_MAXLOC with MPI_2INT; the lowest index wins a tie.
 * ranks: 3
 * expect: clean
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
    int mine[2], best[2] = {0};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine[0] = rank == 0 ? 1 : 9;
    mine[1] = rank;
    MPI_Allreduce(mine, best, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    check(best[0] == 9 && best[1] == 1, "best");
    MPI_Finalize();
    return 0;
}
