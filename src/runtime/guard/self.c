#include "runtime/guard/self.h"

#include "runtime/next.h"
#include "runtime/session.h"

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool made;
static MPI_Comm own;
static MPI_Session maker;

static void self_make(void)
{
    if (session_open(&maker) == 0)
        return;
    MPI_Group group = session_group(maker, "mpi://SELF");
    if (group == MPI_GROUP_NULL)
        return;
    made = NEXT(PMPI_Comm_create_from_group)(group, "tutti guard", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                             &own) == MPI_SUCCESS;
    NEXT(PMPI_Group_free)(&group);
}

MPI_Comm self_comm(void)
{
    int started = 0, ended = 0;
    NEXT(PMPI_Initialized)(&started);
    NEXT(PMPI_Finalized)(&ended);
    if (started && !ended)
        return MPI_COMM_SELF;
    pthread_mutex_lock(&lock);
    if (!made)
        self_make();
    MPI_Comm comm = made ? own : MPI_COMM_NULL;
    pthread_mutex_unlock(&lock);
    return comm;
}

void self_end_session(MPI_Session session)
{
    pthread_mutex_lock(&lock);
    if (made && maker == session) {
        NEXT(PMPI_Comm_free)(&own);
        made = false;
    }
    pthread_mutex_unlock(&lock);
}
