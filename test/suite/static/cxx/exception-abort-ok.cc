/* An exception that ends the job, and destructors between collectives.
 * ranks: 2 3
 * expect: clean
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

static double mean(const std::vector<double> &cells)
{
    double sum = 0, all = 0;

    if (cells.empty())
        throw std::invalid_argument("no cells");
    for (double cell : cells)
        sum += cell;
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all / double(cells.size());
}

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        std::vector<double> cells(100, rank);
        std::string text = "mean " + std::to_string(mean(cells));
        if (rank == 0)
            std::puts(text.c_str());
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::exception &error) {
        std::fputs(error.what(), stderr);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
