/* A scope guard meets a barrier when it ends, on rank 0 only.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>

struct Phase {
    explicit Phase(MPI_Comm comm)
        : comm(comm)
    {
    }
    ~Phase()
    {
        MPI_Barrier(comm);
    }
    MPI_Comm comm;
    int steps = 0;
};

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) { /* HERE collective.divergence */
        Phase phase(MPI_COMM_WORLD);
        phase.steps++;
    }
    MPI_Finalize();
    return rank < 0;
}
