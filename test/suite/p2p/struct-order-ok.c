/* Both sides describe the members of a structure in the same order.
 * ranks: 2
 * expect: clean
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
    MPI_Type_create_struct(2, lengths, places, kinds, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Send(&cell, 1, type, 1, 0, comm);
    else
        MPI_Recv(&cell, 1, type, 0, 0, comm, MPI_STATUS_IGNORE);
    assert(cell.index == 4);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
