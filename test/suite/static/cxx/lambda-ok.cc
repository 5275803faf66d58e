/* A lambda that has captured the size decides about a barrier.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>

int main()
{
    int rank, size;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    auto meet = [size] {
        if (size == 2)
            MPI_Barrier(MPI_COMM_WORLD);
    };
    meet();
    MPI_Finalize();
    return rank < size ? 0 : 1;
}
