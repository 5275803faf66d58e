/* All ranks have an object of the class whose method meets a barrier.
 * ranks: 2 3
 * expect: clean
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
    if (size < 2)
        solver.reset(new Serial);
    else
        solver.reset(new Parallel);
    solver->step();
    MPI_Finalize();
    return rank < 0;
}
