/* The exception passes a function with a reduction, through the destructor of a variable.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>
#include <vector>

static void check(int index, int limit)
{
    if (index >= limit) /* HERE collective.divergence */
        throw std::out_of_range("no such cell");
}

static double sum(const std::vector<double> &cells, int rank)
{
    std::vector<double> copy(cells);
    double all = 0;

    check(rank, 1);
    MPI_Allreduce(&copy[0], &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static double safe_sum(const std::vector<double> &cells, int rank)
{
    return 2 * sum(cells, rank);
}

int main()
{
    int rank;
    double all = 0;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> cells(10, rank);
    try {
        all = safe_sum(cells, rank);
    } catch (const std::logic_error &error) {
        std::puts(error.what());
    }
    std::printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
