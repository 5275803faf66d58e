/* Every kind of call with MPI_PROC_NULL returns at once, with an empty status.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, count, flag, value = 7;
    MPI_Status status;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int nobody = MPI_PROC_NULL;
    MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Probe(MPI_PROC_NULL, 4, MPI_COMM_WORLD, &status);
    MPI_Iprobe(MPI_PROC_NULL, 4, MPI_COMM_WORLD, &flag, &status);
    assert(flag);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 4, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && count == 0);
    MPI_Recv_init(&value, 1, MPI_INT, nobody, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status); /* MPICH 4.0 itself leaves this source unset */
    assert(status.MPI_SOURCE == MPI_PROC_NULL && value == 7);
    MPI_Finalize();
    return 0;
}
