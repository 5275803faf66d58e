/* Partners by bits of the rank exchange messages, and all ranks meet after each dimension.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, mine, other;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank;
    for (int bit = 1; bit < size; bit <<= 1) {
        int partner = rank ^ bit;
        if (partner < size) {
            MPI_Sendrecv(&mine, 1, MPI_INT, partner, bit, &other, 1, MPI_INT, partner, bit, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            mine += other;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
