/* A datatype of absolute addresses leads through variables that lie side by side.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int first, second, third;

int main(void)
{
    enum { PARTS = 6 };
    int rank, one = 0, two = 0, *block = calloc(1, sizeof *block);
    int lengths[PARTS] = {1, 1, 1, 1, 1, 1};
    int *parts[PARTS] = {&first, &second, &third, &one, &two, block};
    MPI_Aint places[PARTS], base;
    MPI_Datatype absolute, relative;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < PARTS; i++)
        MPI_Get_address(parts[i], &places[i]);
    MPI_Type_create_hindexed(PARTS, lengths, places, MPI_INT, &absolute);
    MPI_Get_address(&first, &base);
    for (int i = 0; i < PARTS; i++)
        places[i] -= base;
    MPI_Type_create_hindexed(PARTS, lengths, places, MPI_INT, &relative);
    MPI_Type_commit(&absolute);
    MPI_Type_commit(&relative);
    for (int i = 0; i < PARTS && rank == 0; i++)
        *parts[i] = i;
    MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD);
    assert(*block == PARTS - 1);
    MPI_Bcast(&first, 1, relative, 0, MPI_COMM_WORLD);
    assert(two == 4);
    MPI_Type_free(&absolute);
    MPI_Type_free(&relative);
    free(block);
    MPI_Finalize();
    return 0;
}
