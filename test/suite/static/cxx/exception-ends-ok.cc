/* Exceptions that end the job: a handler that aborts, one that exits, a function that must not
 * throw, and nobody who catches.
 * ranks: 2 3
 * expect: clean
 */
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <stdexcept>

static void check(int rank, int limit)
{
    if (rank > limit)
        throw std::runtime_error("rank");
}

static void quiet(int rank) noexcept
{
    check(rank, 1000);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void aborting(int rank)
{
    try {
        check(rank, 2000);
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::exception &error) {
        std::puts(error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        quiet(rank);
    } catch (...) {
        std::puts("never");
    }
    aborting(rank);
    try {
        check(rank, 3000);
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::exception &error) {
        std::exit(1);
    }
    check(rank, 4000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
