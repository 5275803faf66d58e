/* Both arms broadcast in a loop of the same length.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value = 0, sum = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 10; i++) {
            value = i * i;
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
        sum = value;
    } else {
        for (int i = 0; i < 10; i++) {
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
            sum += value;
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
