/* A second buffer is attached when the first is detached.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    void *p;
    static char space[1000];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(space, 500);
    MPI_Buffer_detach(&p, &size);
    assert(p == space);
    MPI_Buffer_attach(space + 500, 500);
    MPI_Buffer_detach(&p, &size);
    assert(p == space + 500 && size == 500);
    MPI_Finalize();
    return 0;
}
