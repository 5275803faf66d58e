/* A structure is built of a type that does not exist.
 * ranks: 1
 * expect: arg.datatype
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
    int lengths[2] = {1, 1}, bytes;
    MPI_Aint places[2] = {0, 8};
    MPI_Datatype members[2] = {MPI_INT, MPI_DOUBLE}, type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    members[1] = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(2, lengths, places, members, &type); /* HERE arg.datatype */
    MPI_Type_size(type, &bytes);
    check(bytes == 12, "size");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
