/* Messages go to the buffer of the session if their communicator has none.
 * ranks: 2
 * expect: clean
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>

int main(void)
{
    enum { ROOM = MPI_BSEND_OVERHEAD + sizeof(int) };
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    char space[ROOM];
    void *gone;
    int rank, size, value = 7, in = 0;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Session_attach_buffer(session, space, ROOM);
    for (int i = 0; i < 2; i++) {
        MPI_Bsend(&value, 1, MPI_INT, 1 - rank, 0, comm);
        MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, comm, MPI_STATUS_IGNORE);
        assert(in == 7);
        MPI_Session_flush_buffer(session);
    }
    MPI_Session_detach_buffer(session, &gone, &size);
    assert(gone == space && size == ROOM);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
