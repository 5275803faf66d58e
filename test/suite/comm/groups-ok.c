/* Union, intersection, difference, ranges, comparison and translation of groups.
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

static void expect(MPI_Group group, MPI_Group world, int count, const int *ranks)
{
    int size, all[5] = {0, 1, 2, 3, 4}, seen[5];

    MPI_Group_size(group, &size);
    check(size == count, "size");
    MPI_Group_translate_ranks(group, count, all, world, seen);
    for (int i = 0; i < count; i++)
        check(seen[i] == ranks[i], "member");
}

int main(void)
{
    int low_ranks[3] = {2, 1, 0}, high_ranks[3] = {1, 3, 4}, relation, me, out[2];
    int ranges[2][3] = {{4, 2, -2}, {0, 1, 1}};
    MPI_Group world, low, high, group;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 3, low_ranks, &low);
    MPI_Group_incl(world, 3, high_ranks, &high);
    MPI_Group_rank(low, &me);
    check(me == (rank <= 2 ? 2 - rank : MPI_UNDEFINED), "rank in the group");
    MPI_Group_union(low, high, &group);
    expect(group, world, 5, (int[]){2, 1, 0, 3, 4});
    MPI_Group_compare(group, world, &relation);
    check(relation == MPI_SIMILAR, "similar");
    MPI_Group_free(&group);
    MPI_Group_intersection(low, high, &group);
    expect(group, world, 1, (int[]){1});
    MPI_Group_free(&group);
    MPI_Group_difference(low, high, &group);
    expect(group, world, 2, (int[]){2, 0});
    MPI_Group_translate_ranks(group, 2, (int[]){1, MPI_PROC_NULL}, high, out);
    check(out[0] == MPI_UNDEFINED && out[1] == MPI_PROC_NULL, "translation of strangers");
    MPI_Group_free(&group);
    MPI_Group_range_incl(world, 2, ranges, &group);
    expect(group, world, 4, (int[]){4, 2, 0, 1});
    MPI_Group_free(&group);
    MPI_Group_range_excl(world, 2, ranges, &group);
    expect(group, world, 1, (int[]){3});
    MPI_Group_free(&group);
    MPI_Group_excl(high, 2, (int[]){2, 0}, &group);
    expect(group, world, 1, (int[]){3});
    MPI_Group_compare(low, high, &relation);
    check(relation == MPI_UNEQUAL, "unequal");
    MPI_Group_free(&group);
    MPI_Group_free(&low);
    MPI_Group_free(&high);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
