/* Info objects keep keys and values; duplicates are independent; a communicator takes one along.
 * ranks: 1 2
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
    char key[MPI_MAX_INFO_KEY + 1], value[64];
    int keys, length, found;
    MPI_Info info, copy, taken;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Info_create(&info);
    MPI_Info_set(info, "colour", "red");
    MPI_Info_set(info, "depth", "12");
    MPI_Info_set(info, "colour", "blue");
    MPI_Info_get_nkeys(info, &keys);
    check(keys == 2, "two keys");
    MPI_Info_get_nthkey(info, 1, key);
    check(strcmp(key, "depth") == 0 || strcmp(key, "colour") == 0, "second key");
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "depth");
    MPI_Info_get(copy, "depth", 63, value, &found);
    check(found && strcmp(value, "12") == 0, "duplicate");
    MPI_Info_get(info, "depth", 63, value, &found);
    check(!found, "deleted");
    MPI_Info_get_valuelen(info, "colour", &length, &found);
    check(found && length == 4, "length");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Comm_set_info(comm, copy);
    MPI_Comm_get_info(comm, &taken);
    check(taken != MPI_INFO_NULL, "info of the communicator");
    MPI_Info_free(&taken);
    MPI_Comm_free(&comm);
    MPI_Info_free(&copy);
    MPI_Info_free(&info);
    check(info == MPI_INFO_NULL, "null after free");
    MPI_Finalize();
    return 0;
}
