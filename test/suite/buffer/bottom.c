/* MPI_BOTTOM is sent with a type that holds no addresses.
 * ranks: 2
 * expect: arg.buffer
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, length = 1, value = 1;
    MPI_Aint place;
    MPI_Datatype at;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_address(&value, &place);
    place = 0;
    MPI_Type_create_hindexed(1, &length, &place, MPI_INT, &at);
    MPI_Type_commit(&at);
    if (rank == 0) {
        value = 5;
        MPI_Send(MPI_BOTTOM, 1, at, 1, 0, comm); /* HERE arg.buffer */
    } else {
        MPI_Recv(&value, 1, at, 0, 0, comm, MPI_STATUS_IGNORE);
        assert(value == 5);
    }
    MPI_Type_free(&at);
    MPI_Finalize();
    return 0;
}
