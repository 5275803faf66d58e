/* A function frees the communicator that it makes.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static int total(int value, MPI_Comm *comm)
{
    int sum = 0;

    MPI_Comm_dup(MPI_COMM_WORLD, comm);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, *comm);
    MPI_Comm_free(comm);
    return sum;
}

int main(void)
{
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++)
        check(total(i, &comm) == size * i, "total");
    MPI_Finalize();
    return 0;
}
