/* Collectives of some megabytes.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

#define COUNT (1 << 20)

int main(void)
{
    int *out = malloc(COUNT * sizeof *out), *in = malloc(COUNT * sizeof *in);
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (out == NULL || in == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < COUNT; i++)
        out[i] = rank == 2 ? i : 0;
    MPI_Bcast(out, COUNT, MPI_INT, 2, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; i++)
        check(out[i] == i, "Bcast");
    MPI_Allreduce(out, in, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; i++)
        check(in[i] == size * i, "Allreduce");
    MPI_Alltoall(out, COUNT / 4, MPI_INT, in, COUNT / 4, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; i++)
        check(in[i] == COUNT / 4 * rank + i % (COUNT / 4), "Alltoall");
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
