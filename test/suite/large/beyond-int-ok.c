/* Counts and displacements that an int does not hold, in memory of which little is used.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv)
{
    const size_t room = ((size_t)1 << 32) + 16;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert(memory != MAP_FAILED);
#if MPI_VERSION >= 4
    MPI_Count count = 0, counts[2] = {1, 3};
    MPI_Aint places[2] = {0, ((MPI_Aint)1 << 32) + 2};
    MPI_Status status;
    MPI_Datatype far;
    char text[3] = {'a', 'b', 'c'};
    if (rank == 0) {
        MPI_Send_c(text, 3, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv_c(memory, ((MPI_Count)1 << 32) + 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count_c(&status, MPI_CHAR, &count);
        assert(count == 3 && memory[2] == 'c');
    }
    MPI_Allgatherv_c(text, counts[rank], MPI_CHAR, memory, counts, places, MPI_CHAR, MPI_COMM_WORLD);
    assert(memory[0] == 'a' && memory[places[1] + 2] == 'c');
    /* The first and the last byte, with a gap of 4 GiB. */
    MPI_Type_vector_c(2, 1, (MPI_Count)1 << 32, MPI_CHAR, &far);
    MPI_Type_commit(&far);
    memory[(size_t)1 << 32] = 'z';
    MPI_Sendrecv_c(memory, 1, far, 1 - rank, 0, text, 2, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(text[0] == 'a' && text[1] == 'z');
    MPI_Type_free(&far);
#endif
    munmap(memory, room);
    MPI_Finalize();
    return 0;
}
