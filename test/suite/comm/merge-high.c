/* The ranks of one group do not agree which group is to come first.
 * ranks: 4
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm half, inter, merged;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &inter);
    MPI_Intercomm_merge(inter, rank % 2, &merged); /* HERE mismatch.collective */
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
