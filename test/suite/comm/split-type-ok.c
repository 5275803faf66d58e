/* Ranks that share memory, in the order of the key, or left out.
 * ranks: 1 2 4
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
    int r, s;
    MPI_Comm node, none;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &r);
    MPI_Comm_size(node, &s);
    check(s == size && r == size - 1 - rank, "one node, in the order of the key");
    int kind = rank == 0 ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED;

    MPI_Comm_split_type(MPI_COMM_WORLD, kind, 0, MPI_INFO_NULL, &none);
    check((none == MPI_COMM_NULL) == (rank > 0), "left out");
    if (none != MPI_COMM_NULL)
        MPI_Comm_free(&none);
#ifdef MPIX_COMM_TYPE_NEIGHBORHOOD
    char value[MPI_MAX_INFO_VAL + 1] = "";
    int found;
    MPI_Info info, kept;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, info, &none);
    MPI_Comm_get_info(none, &kept);
    MPI_Info_get(kept, "mpi_assert_no_any_tag", MPI_MAX_INFO_VAL, value, &found);
    check(found && value[0] == 't', "the hint");
    MPI_Info_free(&kept);
    MPI_Comm_free(&none);
    MPI_Info_set(info, "nbhd_common_dirname", ".");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPIX_COMM_TYPE_NEIGHBORHOOD, 0, info, &none);
    MPI_Comm_size(none, &s);
    check(s == size, "all see the directory");
    MPI_Comm_free(&none);
    MPI_Info_set(info, "nbhd_common_dirname", rank == 0 ? "." : "..");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPIX_COMM_TYPE_NEIGHBORHOOD, 0, info, &none);
    check((none == MPI_COMM_NULL) == (size > 1), "they name different ones");
    if (none != MPI_COMM_NULL)
        MPI_Comm_free(&none);
    MPI_Info_free(&info);
#endif
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
