/* Two nested types differ only in the last element, deep inside.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int lengths[2] = {2, 1};
    union {
        long whole[64];
        char bytes[sizeof(long[64])];
    } in; /* members of many types */
    MPI_Aint places[2] = {0, 64};
    MPI_Datatype members[2], inner, middle, outer;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    memset(&in, rank ? 0 : 1, sizeof in);
    members[0] = MPI_INT;
    members[1] = rank ? MPI_LONG : MPI_DOUBLE;
    MPI_Type_create_struct(2, lengths, places, members, &inner);
    MPI_Type_vector(rank ? 2 : 1, rank ? 1 : 2, 2, inner, &middle);
    MPI_Type_contiguous(2, middle, &outer);
    MPI_Type_commit(&outer);
    if (rank == 0)
        MPI_Send(&in, 1, outer, 1, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    else
        MPI_Recv(&in, 1, outer, 0, 0, comm, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */
    check(in.whole[0] == 0x0101010101010101 && in.whole[8] == in.whole[0], "elements");
    check(rank == 0 || in.whole[1] == 0, "hole");
    MPI_Type_free(&inner);
    MPI_Type_free(&middle);
    MPI_Type_free(&outer);
    MPI_Finalize();
    return 0;
}
