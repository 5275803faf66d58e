/* Rooted collectives of an intercommunicator, with the root in either group.
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
    int all[5], parts[5], value, sum, mine, root;
    MPI_Comm half, inter;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank % 2, members = side ? size / 2 : (size + 1) / 2, others = size - members;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 0, &inter);
    for (int from = 0; from < 2; from++) { /* the last rank of this side is the root */
        int roots = from ? size / 2 : (size + 1) / 2, here = side == from;
        int leader = here && rank / 2 == roots - 1;

        root = !here ? roots - 1 : leader ? MPI_ROOT : MPI_PROC_NULL;
        value = leader ? 50 + from : -1;
        sum = mine = -1;
        for (int i = 0; i < others; i++) {
            parts[i] = 10 + i;
            all[i] = -1;
        }
        MPI_Bcast(&value, 1, MPI_INT, root, inter);
        check(value == (!here || leader ? 50 + from : -1), "Bcast");
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, inter);
        check(sum == (leader ? others * (others - 1) + (1 - side) * others : -1), "Reduce");
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, root, inter);
        for (int i = 0; i < others; i++)
            check(all[i] == (leader ? 2 * i + 1 - side : -1), "Gather");
        MPI_Scatter(parts, 1, MPI_INT, &mine, 1, MPI_INT, root, inter);
        check(mine == (here ? -1 : 10 + rank / 2), "Scatter");
        value = leader ? 90 : -1;
        MPI_Ibcast(&value, 1, MPI_INT, root, inter, &requests[0]);
        MPI_Ibarrier(inter, &requests[1]);
        MPI_Waitall(2, requests, statuses);
        check(value == (!here || leader ? 90 : -1), "Ibcast");
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
