/* ring.c: the program with which `tutti doctor` tries an MPI (trials.c).
 *
 *   ring         passes a token around, and adds up: it has no error
 *   ring race    deadlocks if the message of rank 2 is the first that rank 0 receives
 *   ring NUMBER  ends early for one number
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { RING_NUMBER = 4711 };

static void ring_pass(int rank, int size)
{
    int token = rank, sum = 0;
    MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&token, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != size * (size - 1) / 2)
        MPI_Abort(MPI_COMM_WORLD, 3);
}

static void ring_race(int rank, int size)
{
    int value = rank;
    if (rank > 0 && rank < 3)
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank > 0 || size < 3)
        return;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int count, char **words)
{
    int rank, size;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (count > 1 && strcmp(words[1], "race") == 0)
        ring_race(rank, size);
    else
        ring_pass(rank, size);
    if (count > 1 && atoi(words[1]) == RING_NUMBER)
        exit(1); /* without MPI_Finalize */
    MPI_Finalize();
    return 0;
}
