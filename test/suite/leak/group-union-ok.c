/* Each result is freed before the next.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int zero[1] = {0}, one[1] = {1};
    MPI_Group world, a, b, both;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, zero, &a);
    MPI_Group_incl(world, 1, one, &b);
    MPI_Group_union(a, b, &both);
    MPI_Group_free(&both);
    MPI_Group_union(b, a, &both);
    MPI_Group_free(&both);
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
