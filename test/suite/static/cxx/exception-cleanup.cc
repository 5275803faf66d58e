/* One rank throws past a barrier, and the destructor that the exception passes has another one.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <cstdio>
#include <mpi.h>

struct phase {
    ~phase() { MPI_Barrier(MPI_COMM_WORLD); }
};

[[noreturn]] static void fail(int rank)
{
    throw rank;
}

static void work(int rank)
{
    phase phase;

    if (rank != 0) /* HERE collective.divergence */
        fail(rank);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        work(rank);
    } catch (int who) {
        std::printf("%d\n", who);
    }
    MPI_Finalize();
    return 0;
}
