/* The members of a structure are described in another order by the receiver.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

struct cell {
    int index;
    float weight;
};

int main(int argc, char **argv)
{
    int rank;
    struct cell cell = {4, 2.5F};
    MPI_Datatype type;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {offsetof(struct cell, index), offsetof(struct cell, weight)};
    MPI_Datatype kinds[2] = {MPI_INT, MPI_FLOAT};
    if (rank == 1) {
        kinds[0] = MPI_FLOAT;
        kinds[1] = MPI_INT;
    }
    MPI_Type_create_struct(2, lengths, places, kinds, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Send(&cell, 1, type, 1, 0, comm); /* HERE mismatch.datatype */
    else
        MPI_Recv(&cell, 1, type, 0, 0, comm, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */
    assert(cell.index == 4);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
