/* Nonblocking collectives are completed by Test, Testall, Waitany and Waitsome.
 * ranks: 1 2 3 4
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
    int sums[4], done = 0, index, indices[4], completed = 0;
    MPI_Request request, requests[4];
    MPI_Status status;
    MPI_Status statuses[4];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Iallreduce(&rank, &sums[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, &status);
    check(sums[0] == size * (size - 1) / 2 && request == MPI_REQUEST_NULL, "Test");
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++) {
            sums[i] = -1;
            MPI_Iscan(&rank, &sums[i], 1, MPI_INT, i % 2 ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD,
                      &requests[i]);
        }
        for (done = 0, completed = 0; round == 0 && !done;)
            MPI_Testall(4, requests, &done, statuses);
        for (int i = 0; round == 1 && i < 4; i++) {
            MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
            check(sums[index] == (index % 2 ? rank * (rank + 1) / 2 : rank), "Waitany");
        }
        while (round == 2 && completed < 4) {
            MPI_Waitsome(4, requests, &done, indices, statuses);
            completed += done;
        }
        for (int i = 0; i < 4; i++)
            check(sums[i] == (i % 2 ? rank * (rank + 1) / 2 : rank), "all complete");
    }
    MPI_Finalize();
    return 0;
}
