/* MPI_IN_PLACE at the root of Gather, Gatherv, Scatter, Scatterv and Reduce.
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
    int all[5], counts[5] = {1, 1, 1, 1, 1}, displs[5], mine;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int root = size - 1, sum = size * (size + 1) / 2;

    for (int i = 0; i < size; i++) {
        all[i] = i == rank ? 10 + rank : -1;
        displs[i] = i;
    }
    mine = 10 + rank;
    MPI_Gather(rank == root ? MPI_IN_PLACE : &mine, 1, MPI_INT, all, 1, MPI_INT, root, comm);
    for (int i = 0; i < size; i++)
        check(all[i] == (rank == root || i == rank ? 10 + i : -1), "Gather");
    all[0] = rank == root && root > 0 ? -1 : all[0];
    MPI_Gatherv(rank == root ? MPI_IN_PLACE : &mine, 1, MPI_INT, all, counts, displs, MPI_INT, root,
                comm);
    check(rank != root || all[0] == 10, "Gatherv");
    mine = rank == root ? 10 + root : -1;
    MPI_Scatter(all, 1, MPI_INT, rank == root ? MPI_IN_PLACE : &mine, 1, MPI_INT, root, comm);
    check(mine == 10 + rank, "Scatter");
    mine = rank == root ? mine : -1;
    MPI_Scatterv(all, counts, displs, MPI_INT, rank == root ? MPI_IN_PLACE : &mine, 1, MPI_INT,
                 root, comm);
    check(mine == 10 + rank, "Scatterv");
    mine = rank + 1;
    if (rank == root)
        MPI_Reduce(MPI_IN_PLACE, &mine, 1, MPI_INT, MPI_SUM, root, comm);
    else
        MPI_Reduce(&mine, NULL, 1, MPI_INT, MPI_SUM, root, comm);
    check(mine == (rank == root ? sum : rank + 1), "Reduce");
    MPI_Finalize();
    return 0;
}
