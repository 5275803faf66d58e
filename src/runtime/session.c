#include "runtime/session.h"

#include "runtime/next.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static MPI_Session *sessions;
static size_t count;

void session_begin(MPI_Session session)
{
    pthread_mutex_lock(&lock);
    MPI_Session *more = realloc(sessions, (count + 1) * sizeof *more);
    if (more) {
        sessions = more;
        sessions[count++] = session;
    }
    pthread_mutex_unlock(&lock);
}

void session_end(MPI_Session session)
{
    pthread_mutex_lock(&lock);
    size_t at = 0;
    while (at < count && sessions[at] != session)
        at++;
    if (at < count)
        sessions[at] = sessions[--count];
    pthread_mutex_unlock(&lock);
}

size_t session_open(MPI_Session *session)
{
    pthread_mutex_lock(&lock);
    size_t open = count;
    if (open > 0)
        *session = sessions[open - 1];
    pthread_mutex_unlock(&lock);
    return open;
}

MPI_Group session_group(MPI_Session session, const char *set)
{
    MPI_Group group;
    return NEXT(PMPI_Group_from_session_pset)(session, set, &group) == MPI_SUCCESS ? group
                                                                                   : MPI_GROUP_NULL;
}

bool session_place(MPI_Session session, int *rank, int *size)
{
    MPI_Group group = session_group(session, "mpi://WORLD");
    if (group == MPI_GROUP_NULL)
        return false;
    bool known = NEXT(PMPI_Group_rank)(group, rank) == MPI_SUCCESS && *rank >= 0 &&
                 NEXT(PMPI_Group_size)(group, size) == MPI_SUCCESS;
    NEXT(PMPI_Group_free)(&group);
    return known;
}

int session_level(MPI_Session session)
{
    static const struct {
        const char *name;
        int level;
    } levels[] = {{"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
                  {"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
                  {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED}};
    enum { ROOM = 32 };
    char value[ROOM + 1] = "";
    int told = 0, level = MPI_THREAD_MULTIPLE; /* unless the library states a lower one */
    MPI_Info info;
    if (NEXT(PMPI_Session_get_info)(session, &info) != MPI_SUCCESS)
        return level;
    NEXT(PMPI_Info_get)(info, "thread_level", ROOM, value, &told);
    for (size_t i = 0; told && i < sizeof levels / sizeof *levels; i++)
        if (strcmp(value, levels[i].name) == 0)
            level = levels[i].level;
    NEXT(PMPI_Info_free)(&info);
    return level;
}
