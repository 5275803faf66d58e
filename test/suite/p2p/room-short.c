/* A receive names more room than there is; the short message lands, and a warning is due.
 * ranks: 2
 * expect: arg.buffer
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096,
           ROOM = 2 * PAGE };
    int rank, value = 7, last = 0;
    MPI_Request request;
    MPI_Datatype far;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        char *pages = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert(pages != MAP_FAILED);
        munmap(pages + PAGE, PAGE);
        char *end = pages + PAGE - sizeof value;
        MPI_Irecv(end, ROOM, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request); /* HERE arg.buffer */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        memcpy(&last, end, sizeof last);
        assert(last == 7);
        MPI_Type_vector(2, 1, PAGE, MPI_INT, &far);
        MPI_Type_commit(&far);
        MPI_Irecv(end, 1, far, 1, 0, MPI_COMM_WORLD, &request); /* HERE arg.buffer */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        memcpy(&last, end, sizeof last);
        assert(last == 8);
        MPI_Type_free(&far);
    } else {
        MPI_Send(&value, sizeof value, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        value = 8;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
