/* A type can be taken apart again: envelope, contents and names.
 * ranks: 1
 * expect: clean
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
    int integers, addresses, types, kind, values[4], length;
    MPI_Aint places[1];
    MPI_Datatype vector, inner[1], copy;
    char name[MPI_MAX_OBJECT_NAME];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(3, 2, 5, MPI_FLOAT, &vector);
    MPI_Type_get_envelope(vector, &integers, &addresses, &types, &kind);
    check(integers == 3 && addresses == 0 && types == 1 && kind == MPI_COMBINER_VECTOR, "envelope");
    MPI_Type_get_contents(vector, 3, 0, 1, values, places, inner);
    check(values[0] == 3 && values[1] == 2 && values[2] == 5 && inner[0] == MPI_FLOAT, "contents");
    MPI_Type_get_envelope(MPI_INT, &integers, &addresses, &types, &kind);
    check(kind == MPI_COMBINER_NAMED, "predefined");
    MPI_Type_dup(vector, &copy);
    MPI_Type_get_contents(copy, 0, 0, 1, values, places, inner);
    MPI_Type_get_envelope(inner[0], &integers, &addresses, &types, &kind);
    check(kind == MPI_COMBINER_VECTOR, "inside the duplicate");
    MPI_Type_free(&inner[0]); /* a derived type that contents returned is the program's to free */
    MPI_Type_set_name(vector, "stripes");
    MPI_Type_get_name(vector, name, &length);
    check(strcmp(name, "stripes") == 0 && length == 7, "name");
    MPI_Type_get_name(MPI_INT, name, &length);
    check(strcmp(name, "MPI_INT") == 0, "predefined name");
    MPI_Type_free(&vector);
    MPI_Type_free(&copy);
    MPI_Finalize();
    return 0;
}
