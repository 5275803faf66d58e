/* Two groups of a session become an inter-communicator.
 * ranks: 2 3
 * expect: clean
 * mpi: 4
 */
#include <assert.h>
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank, size;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    int out, in = -1, first = 0;
    MPI_Group low, high;
    MPI_Group_rank(group, &rank);
    MPI_Group_size(group, &size);
    MPI_Group_incl(group, 1, &first, &low);
    MPI_Group_excl(group, 1, &first, &high);
    out = 10 + rank;
    MPI_Intercomm_create_from_groups(rank == 0 ? low : high, 0, rank == 0 ? high : low, 0, "two", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Sendrecv(&out, 1, MPI_INT, rank == 1 ? 0 : rank == 0 ? 0
                                                             : MPI_PROC_NULL,
                 0, &in, 1, MPI_INT, rank < 2 ? 0 : MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE);
    assert(rank > 1 || in == 11 - rank);
    MPI_Group_free(&low);
    MPI_Group_free(&high);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
