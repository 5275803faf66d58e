/* All ranks throw alike, for a value that they agreed upon, and the handler of one rank tells.
 * ranks: 2 3
 * expect: clean
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>

int main()
{
    int rank, bad, any;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bad = rank == 1;
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    try {
        if (any)
            throw std::runtime_error("some rank");
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::runtime_error &error) {
        if (rank == 0)
            std::puts(error.what());
    }
    MPI_Finalize();
    return 0;
}
