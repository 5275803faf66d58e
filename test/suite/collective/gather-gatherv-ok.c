/* The v form on all ranks.
 * ranks: 4
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
    int parts[4] = {1, 1, 1, 1}, at[4] = {3, 2, 1, 0}, all[4];
    MPI_Datatype t = MPI_INT;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        MPI_Gatherv(&rank, 1, t, all, parts, at, t, 0, MPI_COMM_WORLD);
        for (int i = 0; i < size; i++)
            check(all[i] == size - 1 - i, "gathered in the order of the displacements");
    } else {
        MPI_Gatherv(&rank, 1, t, NULL, NULL, NULL, t, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
