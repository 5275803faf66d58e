/* A copy of the structure with the size decides.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <string.h>

struct place {
    int rank, size;
};

int main(void)
{
    struct place place, copy, other;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &place.size);
    copy = place;
    memcpy(&other, &copy, sizeof other);
    if (other.size > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
