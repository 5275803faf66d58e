/* The rank comes from a function of another file.
 * ranks: 2 3
 * expect: collective.divergence
 * files: parts/rank.c
 */
#include <mpi.h>
#include <stddef.h>

int my_rank(void);
int rank_count(void);

int main(void)
{
    MPI_Init(NULL, NULL);
    if (my_rank() == 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
