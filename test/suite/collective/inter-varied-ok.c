/* The v, w and nonblocking collectives of an intercommunicator.
 * ranks: 3 5
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
    int out[8], in[8], later[8], counts[5], displs[5], bytes[5], ones[5], value, root;
    MPI_Datatype types[5];
    MPI_Comm half, inter;
    MPI_Request r[3];
    MPI_Status statuses[3];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank % 2, members = side ? size / 2 : (size + 1) / 2, others = size - members;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 0, &inter);
    for (int i = 0; i < others; i++) {
        ones[i] = 1;
        counts[i] = i + 1; /* as many as the number in the group says, from 1 */
        displs[i] = i * (i + 1) / 2;
        bytes[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    for (int from = 0; from < 2; from++) { /* the first of this side is the root */
        root = side != from ? 0 : rank < 2 ? MPI_ROOT : MPI_PROC_NULL;
        int here = root == MPI_ROOT, mine = rank / 2 + 1, takes = side != from;

        for (int i = 0; i < 8; i++) {
            out[i] = 100 * rank + i;
            in[i] = later[i] = -1;
        }
        MPI_Gatherv(out, mine, MPI_INT, in, counts, displs, MPI_INT, root, inter);
        MPI_Igatherv(out, mine, MPI_INT, later, counts, displs, MPI_INT, root, inter, r);
        MPI_Wait(r, MPI_STATUS_IGNORE);
        for (int i = 0; i < others; i++)
            for (int k = 0; k < counts[i]; k++) {
                int right = here ? 100 * (2 * i + 1 - side) + k : -1;

                check(in[displs[i] + k] == right && later[displs[i] + k] == right, "Gatherv");
            }
        in[0] = later[0] = -1;
        MPI_Scatterv(out, counts, displs, MPI_INT, in, mine, MPI_INT, root, inter);
        MPI_Iscatterv(out, counts, displs, MPI_INT, later, mine, MPI_INT, root, inter, r);
        MPI_Wait(r, MPI_STATUS_IGNORE);
        for (int k = 0; k < mine && takes; k++)
            check(in[k] == 100 * from + (mine - 1) * mine / 2 + k && later[k] == in[k], "Scatterv");
        value = -1;
        MPI_Ireduce(&rank, &value, 1, MPI_INT, MPI_MAX, root, inter, r);
        MPI_Wait(r, MPI_STATUS_IGNORE);
        check(value == (here ? 2 * (others - 1) + 1 - side : -1), "Ireduce");
    }
    value = -1;
    MPI_Iallgather(&rank, 1, MPI_INT, in, 1, MPI_INT, inter, &r[0]);
    MPI_Ialltoall(out, 1, MPI_INT, later, 1, MPI_INT, inter, &r[1]);
    MPI_Iallreduce(&rank, &value, 1, MPI_INT, MPI_MIN, inter, &r[2]);
    MPI_Waitall(3, r, statuses);
    check(value == 1 - side, "Iallreduce");
    for (int i = 0; i < others; i++)
        check(in[i] == 2 * i + 1 - side && later[i] == 100 * in[i] + rank / 2, "the others");
    MPI_Alltoallw(out, ones, bytes, types, in, ones, bytes, types, inter);
    MPI_Ialltoallw(out, ones, bytes, types, later, ones, bytes, types, inter, r);
    MPI_Wait(r, MPI_STATUS_IGNORE);
    for (int i = 0; i < others; i++) {
        check(in[i] == 100 * (2 * i + 1 - side) + rank / 2, "Alltoallw");
        check(later[i] == in[i], "Ialltoallw");
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
