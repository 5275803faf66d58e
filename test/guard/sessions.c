/* Collectives of a program that has a session and no MPI_Init. The limits of sessions.sh make guard
 * cut them, and copy through a communicator of its own. Says whether all data are right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { EACH = 200, LONG = 1000 };
#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
enum { WAYS = 4 };
#else
enum { WAYS = 1 };
#endif

static int rank, size, faults;
static MPI_Comm comm;

static void fill(int *data, int *counts)
{
    for (int i = 0; i < size * EACH; i++)
        data[i] = rank + i;
    for (int i = 0; i < size; i++)
        counts[i] = EACH;
}

static void check(const int *data)
{
    for (int i = 0; i < EACH; i++)
        faults += data[i] != size * (rank * EACH + i) + size * (size - 1) / 2;
}

/* Of elements that are cut. */
static void broadcast(void)
{
    struct odd {
        char bytes[7];
    } *data = calloc(LONG, sizeof *data);
    MPI_Datatype seven;
    MPI_Type_contiguous(7, MPI_CHAR, &seven);
    MPI_Type_commit(&seven);
    for (int i = 0; rank == 0 && i < LONG; i++)
        for (int j = 0; j < 7; j++)
            data[i].bytes[j] = (char)(i + j);
    MPI_Bcast(data, LONG, seven, 0, comm);
    for (int i = 0; i < LONG; i++)
        for (int j = 0; j < 7; j++)
            faults += data[i].bytes[j] != (char)(i + j);
    MPI_Type_free(&seven);
    free(data);
}

/* Several requests stand behind the program's, and a copy at the end. Whoever has asked and heard
 * that the operation is complete may look at the result. */
static void ask(int how)
{
    int *data = malloc((size_t)(size * EACH) * sizeof *data),
        *counts = malloc((size_t)size * sizeof *counts), flag = 0;
    MPI_Request request;
    fill(data, counts);
    MPI_Ireduce_scatter(MPI_IN_PLACE, data, counts, MPI_INT, MPI_SUM, comm, &request);
#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
    MPI_Request requests[2] = {MPI_REQUEST_NULL, request};
    MPI_Status statuses[2];
    int index = 0, done = 0, indices[2];
    while (how == 1 && !flag)
        MPI_Request_get_status_any(2, requests, &index, &flag, MPI_STATUS_IGNORE);
    while (how == 2 && !flag)
        MPI_Request_get_status_all(2, requests, &flag, statuses);
    while (how == 3 && done == 0)
        MPI_Request_get_status_some(2, requests, &done, indices, statuses);
    faults += (how == 1 && index != 1) || (how == 3 && (done != 1 || indices[0] != 1));
#endif
    while (how == 0 && !flag)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    check(data);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(data);
    free(counts);
    free(data);
}

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    broadcast();
    for (int how = 0; how < WAYS; how++)
        ask(how);
    MPI_Allreduce(MPI_IN_PLACE, &faults, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0)
        printf(faults ? "%d faults\n" : "all is well\n", faults);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return faults != 0;
}
