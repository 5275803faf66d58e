/* One rank throws; the destructor that the exception passes has the barrier of all.
 * ranks: 2 3
 * expect: clean
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

    if (rank != 0)
        fail(rank);
    std::puts("worked");
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
