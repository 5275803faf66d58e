/* Messages of no, one, many and very many bytes arrive whole.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, count;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    static const int sizes[] = {0, 1, 63, 4096, 65537, 1 << 20, 1 << 24};
    unsigned char *data = malloc(1 << 24);
    assert(data != NULL);
    for (int i = 0; i < 7; i++) {
        if (rank == 0) {
            for (int k = 0; k < sizes[i]; k++)
                data[k] = (unsigned char)(k % 251 + i);
            MPI_Send(data, sizes[i], MPI_UNSIGNED_CHAR, 1, i, comm);
        } else {
            MPI_Recv(data, 1 << 24, MPI_UNSIGNED_CHAR, 0, i, comm, &status);
            MPI_Get_count(&status, MPI_UNSIGNED_CHAR, &count);
            assert(count == sizes[i]);
            for (int k = 0; k < count; k++)
                assert(data[k] == (unsigned char)(k % 251 + i));
        }
    }
    free(data);
    MPI_Finalize();
    return 0;
}
