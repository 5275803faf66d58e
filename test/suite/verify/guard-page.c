/* The program has a guard page in writable memory, as threads have below their stacks.
 * ranks: 3
 * expect: assert race.message
 * executions: 2
 */
#define _GNU_SOURCE
#include <assert.h>
#include <mpi.h>
#include <sys/mman.h>

enum { PAGE = 4096,
       GUARD_INSTALL = 102 }; /* of madvise(), from Linux 6.13 on; an error before */

int main(int argc, char **argv)
{
    int rank, in = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    char *memory = mmap(0, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert(memory != MAP_FAILED);
    memory[0] = 1;
    madvise(memory + PAGE, PAGE, GUARD_INSTALL);
    memory[2 * PAGE] = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        assert(in == 1);                                                       /* HERE assert */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        assert(memory[0] == 1 && memory[2 * PAGE] == 1);
        memory[0] = 2; /* each execution has it back */
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
