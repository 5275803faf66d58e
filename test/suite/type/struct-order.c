/* The receiver's structure has the members in another order.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

struct item {
    int number;
    double weight;
};

int main(void)
{
    struct item item = {0, 0};
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {offsetof(struct item, number), offsetof(struct item, weight)};
    MPI_Datatype members[2] = {MPI_INT, MPI_DOUBLE}, type;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 1) {
        places[0] = offsetof(struct item, weight);
        places[1] = offsetof(struct item, number);
        members[0] = MPI_DOUBLE;
        members[1] = MPI_INT;
    }
    MPI_Type_create_struct(2, lengths, places, members, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        item = (struct item){7, 2.5};
        MPI_Send(&item, 1, type, 1, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    } else {
        MPI_Recv(&item, 1, type, 0, 0, comm, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */
        check(item.number != 8, "item");
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
