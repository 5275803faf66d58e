/* A program of sessions alone talks over a communicator from a group.
 * ranks: 1 3
 * expect: clean
 * mpi: 4
 */
#include <assert.h>
#include <mpi.h>
#include <string.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank, size;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int one = 1, sum = 0, flag = 1, count = 0, length = 0;
    char name[64];
    MPI_Initialized(&flag);
    assert(!flag);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    assert(sum == size);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
    assert(count >= 2);
    for (int i = 0; i < count; i++) {
        char text[16] = "";
        MPI_Info info;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
        assert(length <= (int)sizeof name);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
        MPI_Session_get_pset_info(session, name, &info);
        length = sizeof text;
        MPI_Info_get_string(info, "mpi_size", &length, text, &flag);
        assert(flag && text[0] == '0' + (strcmp(name, "mpi://SELF") == 0 ? 1 : size));
        MPI_Info_free(&info);
        length = 0;
    }
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    assert(session == MPI_SESSION_NULL);
    return 0;
}
