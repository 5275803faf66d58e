/* Collectives that move nothing need no buffers and touch none.
 * ranks: 1 2 3 5
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

int main(void)
{
    int zeros[5] = {0}, guard = 9, other = 9;
    MPI_Datatype t = MPI_INT;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(NULL, 0, t, 0, comm);
    MPI_Gather(NULL, 0, t, NULL, 0, t, 0, comm);
    MPI_Gatherv(NULL, 0, t, NULL, zeros, zeros, t, 0, comm);
    MPI_Scatter(NULL, 0, t, NULL, 0, t, 0, comm);
    MPI_Scatterv(NULL, zeros, zeros, t, NULL, 0, t, 0, comm);
    MPI_Allgather(NULL, 0, t, NULL, 0, t, comm);
    MPI_Allgatherv(NULL, 0, t, NULL, zeros, zeros, t, comm);
    MPI_Alltoall(NULL, 0, t, NULL, 0, t, comm);
    MPI_Alltoallv(&guard, zeros, zeros, t, &other, zeros, zeros, t, comm);
    MPI_Allreduce(NULL, NULL, 0, t, MPI_SUM, comm);
    MPI_Reduce(NULL, NULL, 0, t, MPI_SUM, 0, comm);
    MPI_Scan(NULL, NULL, 0, t, MPI_SUM, comm);
    MPI_Exscan(NULL, NULL, 0, t, MPI_SUM, comm);
    MPI_Ibcast(&guard, 0, t, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(guard == 9 && other == 9, "guard");
    MPI_Finalize();
    return 0;
}
