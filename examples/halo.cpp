// The bug of deadlock.c in C++: both ranks receive before they send.
#include <mpi.h>
#include <vector>

struct Halo {
    std::vector<double> cells{0.0, 1.0};
    void exchange(int neighbour)
    {
        MPI_Recv(&cells[0], 1, MPI_DOUBLE, neighbour, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&cells[1], 1, MPI_DOUBLE, neighbour, 7, MPI_COMM_WORLD);
    }
};

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Halo halo;
    halo.exchange(1 - rank);
    MPI_Finalize();
}
