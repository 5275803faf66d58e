/* One rank throws and catches before the barrier.
 * ranks: 2 3
 * expect: clean
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>

static void check(int rank)
{
    if (rank == 1)
        throw std::runtime_error("rank 1");
}

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        check(rank);
    } catch (const std::exception &error) {
        std::puts(error.what());
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
