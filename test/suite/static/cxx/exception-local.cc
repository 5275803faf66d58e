/* One rank throws before the barrier and catches behind it, all in one function.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        if (rank == 1) /* HERE collective.divergence */
            throw std::runtime_error("rank 1");
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::runtime_error &error) {
        std::puts(error.what());
    }
    MPI_Finalize();
    return 0;
}
