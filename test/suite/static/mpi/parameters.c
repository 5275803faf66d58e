/* Rank 0 reads the parameters, and the others loop with theirs.
 * ranks: 2
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stdio.h>

struct parameters {
    double tolerance;
    int steps;
    int output;
};

static void read_parameters(struct parameters *parameters, int rank)
{
    if (rank == 0) {
        parameters->steps = 10;
        parameters->output = 5;
        parameters->tolerance = 1e-3;
    }
}

int main(void)
{
    int rank;
    double norm = 1, all = 0;
    struct parameters parameters = {1, 1, 1};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    read_parameters(&parameters, rank);
    for (int step = 0; step < parameters.steps; step++) { /* HERE collective.divergence */
        MPI_Allreduce(&norm, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0 && step % parameters.output == 0)
            printf("step %d\n", step);
    }
    MPI_Finalize();
    return 0;
}
