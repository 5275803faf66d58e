/* The program asks for the ABI, and carries handles as integers.
 * ranks: 2
 * expect: clean
 * mpi: 5
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int major, minor, rank, other, value = 0;
    MPI_Info info;
    MPI_Comm comm;
    MPI_Request r;

    MPI_Abi_get_version(&major, &minor);
    MPI_Init(&argc, &argv);
    MPI_Abi_get_info(&info);
    if (info != MPI_INFO_NULL)
        MPI_Info_free(&info);
    comm = MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD));
    MPI_Comm_rank(comm, &rank);
    other = 1 - rank;
    MPI_Irecv(&value, 1, MPI_Type_fromint(MPI_Type_toint(MPI_INT)), other, 0, comm, &r);
    MPI_Send(&rank, 1, MPI_INT, other, 0, comm);
    r = MPI_Request_fromint(MPI_Request_toint(r));
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    assert(value == other);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_Op_fromint(MPI_Op_toint(MPI_SUM)), comm);
    assert(value == 1);
    MPI_Finalize();
    return 0;
}
