/* More communicators than MPICH has at once, one after another.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Init(NULL, NULL);
    for (int i = 0; i < 2100; i++) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &part);
        MPI_Comm_free(&part);
    }
    MPI_Finalize();
    return 0;
}
