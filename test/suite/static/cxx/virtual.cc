/* Rank 0 has an object of another class, whose method meets no barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <memory>
#include <mpi.h>

struct Solver {
    virtual ~Solver() = default;
    virtual void step() = 0;
};

struct Parallel final : Solver {
    void step() override
    {
        MPI_Barrier(MPI_COMM_WORLD);
    }
};

struct Serial final : Solver {
    void step() override
    {
    }
};

int main()
{
    int rank, size;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::unique_ptr<Solver> solver;
    if (rank == 0) /* HERE collective.divergence */
        solver.reset(new Serial);
    else
        solver.reset(new Parallel);
    solver->step(); /* HERE collective.divergence */
    MPI_Finalize();
    return rank < 0;
}
