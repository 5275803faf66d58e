/* One rank throws before the barrier and catches behind it.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>

static void check(int rank)
{
    if (rank == 1) /* HERE collective.divergence */
        throw std::runtime_error("rank 1");
}

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        check(rank);
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::exception &error) {
        std::puts(error.what());
    }
    MPI_Finalize();
    return 0;
}
