/* The exception passes a function with a reduction, but nobody catches it: the job ends. The
 * handler around it is for others.
 * ranks: 2 3
 * expect: clean
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>
#include <vector>

struct stop {
    int code;
};

static void check(int index, int limit)
{
    if (index >= limit)
        throw std::out_of_range("no such cell");
    if (limit > 5000)
        throw stop{limit};
}

static double sum(const std::vector<double> &cells, int rank)
{
    std::vector<double> copy(cells);
    double all = 0;

    check(rank, 1000);
    MPI_Allreduce(&copy[0], &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main()
{
    int rank;
    double all = 0;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> cells(10, rank);
    try {
        all = sum(cells, rank);
    } catch (const stop &end) {
        std::printf("%d\n", end.code);
    }
    std::printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
