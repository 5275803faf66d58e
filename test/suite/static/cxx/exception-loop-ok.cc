/* A rank that finds something wrong goes on with the next round, behind the same reduction.
 * ranks: 2 3
 * expect: clean
 */
#include <cstdio>
#include <mpi.h>
#include <stdexcept>

class solver {
public:
    explicit solver(MPI_Comm comm) : comm(comm) { MPI_Comm_rank(comm, &rank); }
    double local(int n) const
    {
        if (n > 3 && rank == 1)
            throw std::domain_error("no solution");
        return n;
    }
    double step(int n) const
    {
        double mine = 0, all;

        try {
            mine = local(n);
        } catch (const std::domain_error &error) {
            std::puts(error.what());
        }
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
        for (int n = 0; n < 10; n++) {
            if (n > 100)
                throw std::domain_error("too many");
            total += solver.step(n);
        }
    } catch (const std::domain_error &error) {
        std::puts(error.what());
    }
    std::printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
