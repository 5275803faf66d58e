/* fault.c: an MPI_Bcast and an MPI_Allgather that fail where a block spans 2^31 bytes, to be
 * preloaded: shows what probe makes of each kind of failure. FAULT_KIND says how; without it
 * nothing fails. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int count, MPI_Datatype datatype)
{
    MPI_Aint bottom, extent;
    MPI_Type_get_extent(datatype, &bottom, &extent);
    return getenv("FAULT_KIND") && count * extent >= (MPI_Aint)1 << 31;
}

/* Gives the code to return; -1: do it right after all. */
static int fail(void)
{
    const char *kind = getenv("FAULT_KIND");
    if (strcmp(kind, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(kind, "hang") == 0)
        for (;;)
            pause();
    if (strcmp(kind, "error") == 0)
        return MPI_ERR_INTERN;
    if (strcmp(kind, "wrong") == 0)
        return MPI_SUCCESS;
    if (strcmp(kind, "abort") == 0)
        abort();
    if (strcmp(kind, "exit") == 0)
        _exit(7);
    return -1;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    int code = fails(count, datatype) ? fail() : -1;
    return code >= 0 ? code : PMPI_Bcast(buffer, count, datatype, root, comm);
}

/* One rank alone returns an error; the others wait for it for ever. */
int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 1 && fails(recvcount, recvtype))
        return MPI_ERR_OTHER;
    return PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
