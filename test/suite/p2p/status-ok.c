/* Source, tag and count in the status of every way to receive and to probe.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

static void check(const MPI_Status *status, int tag)
{
    int count;

    MPI_Get_count(status, MPI_SHORT, &count);
    assert(status->MPI_SOURCE == 0 && status->MPI_TAG == tag && count == tag);
}

int main(int argc, char **argv)
{
    int rank, flag = 0;
    short data[9] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Request r;
    MPI_Message m;
    if (rank == 0) {
        for (int tag = 1; tag <= 4; tag++)
            MPI_Send(data, tag, MPI_SHORT, 1, tag, comm);
    } else {
        MPI_Recv(data, 9, MPI_SHORT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &s);
        check(&s, 1);
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &s);
        check(&s, 2);
        MPI_Irecv(data, 9, MPI_SHORT, s.MPI_SOURCE, s.MPI_TAG, comm, &r);
        MPI_Wait(&r, &s);
        check(&s, 2);
        MPI_Mprobe(MPI_ANY_SOURCE, 3, comm, &m, &s);
        check(&s, 3);
        MPI_Mrecv(data, 9, MPI_SHORT, &m, &s);
        check(&s, 3);
        while (!flag)
            MPI_Iprobe(0, 4, comm, &flag, &s);
        check(&s, 4);
        MPI_Recv(data, 9, MPI_SHORT, 0, 4, comm, &s);
        check(&s, 4);
    }
    MPI_Finalize();
    return 0;
}
