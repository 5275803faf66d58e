// A collective in a member of a template, and one in a destructor.
#include <mpi.h>

#include <cstdio>

template <class T> struct grid {
    MPI_Comm comm;
    T value = 0, sum = 0;
    grid()
    {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
    ~grid()
    {
        MPI_Barrier(comm); // destructor
        MPI_Comm_free(&comm);
    }
    void reduce(bool skip)
    {
        if (!skip)
            MPI_Allreduce(&value, &sum, sizeof(T), MPI_BYTE, MPI_BOR, comm); // member
    }
};

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        grid<long> field;
        field.reduce(argc > 1 && rank == size - 1);
    }
    MPI_Finalize();
    if (rank == 0)
        std::printf("done\n");
}
