/* A pointer to an object of one class on rank 0 and of another elsewhere.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>

struct Solver {
    virtual void step() = 0;

  protected:
    ~Solver() = default;
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
    Parallel parallel;
    Serial serial;
    Solver *solver = &parallel;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) /* HERE collective.divergence */
        solver = &serial;
    solver->step(); /* HERE collective.divergence */
    MPI_Finalize();
    return rank < 0;
}
