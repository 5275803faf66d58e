/* Partitions become ready in any order, and may be other ones for the receiver.
 * ranks: 2 3
 * expect: clean
 * mpi: 4
 */
#include <assert.h>
#include <mpi.h>

enum { PARTS = 4,
       EACH = 3,
       TOTAL = PARTS * EACH };

static void send(int to)
{
    int values[TOTAL] = {0}, list[2] = {3, 1};
    MPI_Request request;
    MPI_Psend_init(values, PARTS, EACH, MPI_INT, to, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int round = 0; round < 3; round++) {
        MPI_Start(&request);
        for (int i = 0; i < TOTAL; i++)
            values[i] = -1;
        for (int part = PARTS - 1; part >= 0; part--) {
            for (int i = 0; i < EACH; i++)
                values[part * EACH + i] = 100 * round + part * EACH + i;
            if (round == 0)
                MPI_Pready(part, request);
        }
        if (round == 1)
            MPI_Pready_range(0, PARTS - 1, request);
        if (round == 2) {
            MPI_Pready_list(2, list, request);
            MPI_Pready(0, request);
            MPI_Pready(2, request);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void receive(int from)
{
    int values[TOTAL] = {0}, flag = 0, count = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Precv_init(values, 2, TOTAL / 2, MPI_INT, from, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int round = 0; round < 3; round++) {
        MPI_Start(&request);
        while (!flag && round == 1)
            MPI_Parrived(request, 1, &flag);
        if (flag)
            assert(values[TOTAL - 1] == 100 * round + TOTAL - 1);
        flag = 0;
        MPI_Wait(&request, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        assert(count == TOTAL && status.MPI_SOURCE == from && status.MPI_TAG == 7);
        for (int i = 0; i < TOTAL; i++)
            assert(values[i] == 100 * round + i);
    }
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        send(size - 1);
    if (rank == size - 1)
        receive(0);
    MPI_Finalize();
    return 0;
}
