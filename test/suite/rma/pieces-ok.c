/* An irregular datatype at the target may have any number of pieces.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

enum { PIECES = 12000 };

int main(void)
{
    static int places[PIECES], values[PIECES];
    int rank, *base;
    MPI_Datatype irregular;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < PIECES; i++) {
        places[i] = 3 * i + i % 7 % 2;
        values[i] = i + 1;
    }
    MPI_Type_create_indexed_block(PIECES, 1, places, MPI_INT, &irregular);
    MPI_Type_commit(&irregular);
    MPI_Win_allocate(3L * PIECES * (MPI_Aint)sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(values, PIECES, MPI_INT, 1, 0, 1, irregular, win);
    MPI_Win_fence(0, win);
    for (int i = 0; rank == 1 && i < PIECES; i++)
        assert(base[places[i]] == values[i]);
    MPI_Type_free(&irregular);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
