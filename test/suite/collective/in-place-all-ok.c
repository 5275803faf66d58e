/* MPI_IN_PLACE in the collectives in which all ranks receive.
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
    int all[5], counts[5] = {1, 1, 1, 1, 1}, displs[5], bytes[5];
    MPI_Datatype types[5], none = MPI_DATATYPE_NULL;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int sum = size * (size - 1) / 2;

    for (int i = 0; i < size; i++) {
        all[i] = i == rank ? rank : -1;
        displs[i] = i;
        bytes[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    MPI_Allgather(MPI_IN_PLACE, 0, none, all, 1, MPI_INT, comm);
    for (int i = 0; i < size; i++) {
        check(all[i] == i, "Allgather");
        all[i] = i == rank ? rank : -1;
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, none, all, counts, displs, MPI_INT, comm);
    for (int i = 0; i < size; i++) {
        check(all[i] == i, "Allgatherv");
        all[i] = 10 * rank + i;
    }
    MPI_Alltoall(MPI_IN_PLACE, 0, none, all, 1, MPI_INT, comm);
    for (int i = 0; i < size; i++)
        check(all[i] == 10 * i + rank, "Alltoall");
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, none, all, counts, displs, MPI_INT, comm);
    for (int i = 0; i < size; i++)
        check(all[i] == 10 * rank + i, "Alltoallv transposes back");
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, all, counts, bytes, types, comm);
    for (int i = 0; i < size; i++)
        check(all[i] == 10 * i + rank, "Alltoallw");
    MPI_Allreduce(MPI_IN_PLACE, all, size, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < size; i++)
        check(all[i] == size * 10 * i + sum, "Allreduce");
    MPI_Finalize();
    return 0;
}
