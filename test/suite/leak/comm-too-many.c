/* MPICH has no more communicators when two thousand are left, Open MPI many more.
 * ranks: 2
 * expect: leak.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Init(NULL, NULL);
    for (int i = 0; i < 2100; i++) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &part); /* HERE leak.comm */ /* CREATED leak.comm */
    }
    MPI_Finalize();
    return 0;
}
