/* Collectives of an intercommunicator in which each group receives what the other contributes.
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
    int all[5], out[5], in[5], counts[5], displs[5], local, remote, sum = -1;
    MPI_Comm half, inter;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank % 2; /* group of even ranks, group of odd ranks */

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 5, &inter);
    MPI_Comm_size(inter, &local);
    MPI_Comm_remote_size(inter, &remote);
    check(local + remote == size, "sizes");
    MPI_Barrier(inter);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter);
    for (int i = 0; i < remote; i++)
        check(all[i] == 2 * i + 1 - side, "Allgather");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
    check(sum == remote * (remote - 1) + (1 - side) * remote, "Allreduce");
    for (int i = 0; i < remote; i++) {
        out[i] = 100 * rank + i;
        in[i] = -1;
        counts[i] = 1;
        displs[i] = remote - 1 - i;
    }
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, inter);
    for (int i = 0; i < remote; i++)
        check(in[i] == 100 * (2 * i + 1 - side) + rank / 2, "Alltoall");
    MPI_Allgatherv(&rank, 1, MPI_INT, all, counts, displs, MPI_INT, inter);
    for (int i = 0; i < remote; i++)
        check(all[remote - 1 - i] == 2 * i + 1 - side, "Allgatherv");
    MPI_Alltoallv(out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, inter);
    for (int i = 0; i < remote; i++) {
        int place = local - 1 - rank / 2; /* where the sender has the block for this rank */

        check(in[displs[i]] == 100 * (2 * i + 1 - side) + place, "Alltoallv");
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
