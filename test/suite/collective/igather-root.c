/* One rank names another root in a nonblocking gather.
 * ranks: 3
 * expect: mismatch.root
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

int main(void)
{
    int all[3] = {-1, -1, -1};
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int root = rank == 2 ? 0 : 1;
    MPI_Igather(&rank, 1, MPI_INT, all, 1, MPI_INT, root, comm, &request); /* HERE mismatch.root */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < size; i++)
        check(all[i] == (rank == root ? i : -1), "gathered");
    MPI_Finalize();
    return 0;
}
