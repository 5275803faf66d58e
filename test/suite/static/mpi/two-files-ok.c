/* The size comes from a function of another file.
 * ranks: 2 3
 * expect: clean
 * files: parts/rank.c
 */
#include <mpi.h>
#include <stddef.h>

int my_rank(void);
int rank_count(void);

int main(void)
{
    MPI_Init(NULL, NULL);
    if (rank_count() > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
