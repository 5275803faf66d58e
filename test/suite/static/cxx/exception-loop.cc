/* A rank that finds something wrong leaves the loop by an exception, the others go round it.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>

class solver {
public:
    explicit solver(MPI_Comm comm) : comm(comm) { MPI_Comm_rank(comm, &rank); }
    double step(int n)
    {
        double mine = n, all;

        if (n > 3 && rank == 1) /* HERE collective.divergence */
            throw std::domain_error("no solution");
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
        return all;
    }

private:
    MPI_Comm comm;
    int rank;
};

int main()
{
    double total = 0;

    MPI_Init(nullptr, nullptr);
    solver solver(MPI_COMM_WORLD);
    try {
        for (int n = 0; n < 10; n++)
            total += solver.step(n);
    } catch (const std::domain_error &error) {
        std::puts(error.what());
    }
    std::printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
