/* A key is set in an info object.
 * ranks: 1
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
    MPI_Info info = MPI_INFO_NULL;
    int keys;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Info_create(&info);
    MPI_Info_set(info, "colour", "red");
    MPI_Info_get_nkeys(info, &keys);
    check(keys == 1, "keys");
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
