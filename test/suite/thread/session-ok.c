/* A session is asked to be for several threads, and a second one calls.
 * ranks: 2
 * mpi: 4
 * expect: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static MPI_Comm comm;

static void *work(void *unused)
{
    MPI_Barrier(comm);
    return unused;
}

int main(void)
{
    pthread_t thread;
    MPI_Info info;
    MPI_Session session;
    MPI_Group group;

    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
    MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Info_free(&info);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "work", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        MPI_Abort(comm, 1);
    pthread_join(thread, NULL);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
