/* Messages across an intercommunicator name ranks of the remote group.
 * ranks: 2 3 5
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
    int local, remote, r, is_inter, in = -1, relation;
    MPI_Group group;
    MPI_Comm half, inter, copy;
    MPI_Status status;
    MPI_Request request;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank > 0; /* rank 0 alone, and all others */

    MPI_Comm_split(MPI_COMM_WORLD, side, -rank, &half);
    MPI_Intercomm_create(half, side ? size - 2 : 0, MPI_COMM_WORLD, 1 - side, 3, &inter);
    MPI_Comm_test_inter(inter, &is_inter);
    MPI_Comm_size(inter, &local);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Comm_rank(inter, &r);
    check(is_inter && local == (side ? size - 1 : 1) && remote == size - local, "sizes");
    check(r == (side ? size - 1 - rank : 0), "rank in the own group");
    MPI_Comm_remote_group(inter, &group);
    MPI_Group_size(group, &r);
    check(r == remote, "remote group");
    MPI_Group_free(&group);
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_compare(inter, copy, &relation);
    check(relation == MPI_CONGRUENT, "congruent");
    if (side) {
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, copy, &request);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, inter, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check(in == 100 + rank && status.MPI_SOURCE == 0, "answer");
    }
    for (int i = 0; !side && i < remote; i++) {
        MPI_Recv(&in, 1, MPI_INT, i, 0, copy, &status);
        check(in == size - 1 - i && status.MPI_SOURCE == i, "question");
        in += 100;
        MPI_Send(&in, 1, MPI_INT, i, 0, inter);
    }
    MPI_Comm_free(&copy);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
