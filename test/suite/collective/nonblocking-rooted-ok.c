/* All rooted nonblocking collectives in flight at once.
 * ranks: 1 2 3 5
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
    int value, sum = -1, all[5], varied[5], mine = -1, part = -1, parts[5];
    int counts[5] = {1, 1, 1, 1, 1}, displs[5];
    MPI_Request requests[6];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[6];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int root = size / 2;

    value = rank == root ? 77 : 0;
    for (int i = 0; i < size; i++) {
        displs[i] = size - 1 - i;
        parts[i] = 20 + i;
        all[i] = varied[i] = -1;
    }
    MPI_Ibcast(&value, 1, MPI_INT, root, comm, &requests[0]);
    MPI_Ireduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, comm, &requests[1]);
    MPI_Igather(&rank, 1, MPI_INT, all, 1, MPI_INT, root, comm, &requests[2]);
    MPI_Igatherv(&rank, 1, MPI_INT, varied, counts, displs, MPI_INT, root, comm, &requests[3]);
    MPI_Iscatter(parts, 1, MPI_INT, &mine, 1, MPI_INT, root, comm, &requests[4]);
    MPI_Iscatterv(parts, counts, displs, MPI_INT, &part, 1, MPI_INT, root, comm, &requests[5]);
    MPI_Waitall(6, requests, statuses);
    check(value == 77, "Ibcast");
    check(sum == (rank == root ? size * (size - 1) / 2 : -1), "Ireduce");
    check(mine == 20 + rank && part == 20 + size - 1 - rank, "Iscatter and Iscatterv");
    for (int i = 0; i < size; i++) {
        check(all[i] == (rank == root ? i : -1), "Igather");
        check(varied[i] == (rank == root ? size - 1 - i : -1), "Igatherv");
        check(requests[i % 6] == MPI_REQUEST_NULL, "request");
    }
    MPI_Finalize();
    return 0;
}
