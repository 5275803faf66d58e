/* A function calls the lambda that it is given, on all ranks.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>

template <typename F>
static void on_first(int rank, F f)
{
    if (rank >= 0)
        f();
}

int main()
{
    int rank, sum = 0;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    on_first(rank, [&] { MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); });
    MPI_Finalize();
    return 0;
}
