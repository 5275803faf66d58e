/* Duplicates, parts and groups of an intercommunicator.
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
    MPI_Comm half, inter, copy, made, part;
    MPI_Group local, remote, first;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank % 2, members = side ? 2 : 3, others = 5 - members, result, count, flag,
        zero = 0;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, members - 1, MPI_COMM_WORLD, side ? 4 : 3, 3, &inter);
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_compare(inter, copy, &result);
    check(result == MPI_CONGRUENT, "a duplicate is congruent");
    MPI_Comm_compare(inter, half, &result);
    check(result == MPI_UNEQUAL, "an intracommunicator is not");
    MPI_Comm_test_inter(copy, &flag);
    MPI_Comm_remote_size(copy, &count);
    check(flag && count == others, "the other group");

    MPI_Comm_group(inter, &local);
    MPI_Comm_remote_group(inter, &remote);
    MPI_Group_size(remote, &count);
    check(count == others, "remote group");
    MPI_Group_rank(local, &count);
    check(count == rank / 2, "place in the local group");
    MPI_Group_rank(remote, &count);
    check(count == MPI_UNDEFINED, "not in the remote group");
    MPI_Group_incl(local, 1, &zero, &first);
    MPI_Comm_create(inter, first, &made); /* the first of each group */
    check((made != MPI_COMM_NULL) == (rank < 2), "who is in it");
    if (made != MPI_COMM_NULL) {
        int value = 10 + rank, got = -1;

        MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, made, MPI_STATUS_IGNORE);
        check(got == 11 - rank, "across");
        MPI_Comm_free(&made);
    }
    MPI_Comm_split(inter, rank == 4 ? 9 : 1, -rank, &part); /* nobody on the other side is 9 */
    check((part == MPI_COMM_NULL) == (rank == 4), "a colour on one side only");
    if (part != MPI_COMM_NULL) {
        int all[2] = {-1, -1};

        MPI_Comm_remote_size(part, &count);
        check(count == 2, "two on each side");
        MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, part);
        check(all[0] == 3 - side && all[1] == 1 - side, "in the order of the keys");
        MPI_Comm_free(&part);
    }
    MPI_Group_free(&first);
    MPI_Group_free(&local);
    MPI_Group_free(&remote);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
