/* Each sender is received by its rank.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = 10 * rank;
    if (rank == 0) {
        for (int i = 1; i <= 2; i++) {
            MPI_Recv(&value, 1, MPI_INT, i, 0, comm, &status);
            printf("%d\n", value);
        }
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
