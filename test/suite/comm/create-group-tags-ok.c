/* Communicators of overlapping groups are made side by side on one communicator.
 * ranks: 5
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
    MPI_Group world, group;
    MPI_Comm low = MPI_COMM_NULL, high = MPI_COMM_NULL, again = MPI_COMM_NULL;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int first[3] = {2, 1, 0}, second[3] = {2, 3, 4}, sum = -1;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank <= 2) { /* the same group twice, in another order than the world's */
        MPI_Group_incl(world, 3, first, &group);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &low);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 8, &again);
        MPI_Group_free(&group);
    }
    if (rank >= 2) {
        MPI_Group_incl(world, 3, second, &group);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &high);
        MPI_Group_free(&group);
    }
    if (low != MPI_COMM_NULL) {
        int place, result;

        MPI_Comm_rank(low, &place);
        check(place == 2 - rank, "falling order");
        MPI_Comm_compare(low, again, &result);
        check(result == MPI_CONGRUENT, "two of one group");
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, low);
        check(sum == 3, "sum of the lower ranks");
        MPI_Barrier(again);
        MPI_Comm_free(&low);
        MPI_Comm_free(&again);
    }
    if (high != MPI_COMM_NULL) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, high);
        check(sum == 9, "sum of the upper ranks");
        MPI_Comm_free(&high);
    }
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
