/* A ring of messages on a communicator of a session, then what the argument names. */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 100 };

static int rank, size, value;
static MPI_Session session;
static MPI_Comm comm;

static void begin(void)
{
    MPI_Group group;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "ring", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
}

static void end(void)
{
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
}

static void receive(int from)
{
    MPI_Recv(&value, 1, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int world = strncmp(what, "world", 5) == 0;
    if (world)
        MPI_Init(&argc, &argv);
    begin();
    for (int i = 0; i < STEPS; i++) {
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &value, 1, MPI_INT,
                     (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, comm);
        usleep(2000);
    }
    if (world) /* of which the session is no part */
        MPI_Finalize();
    if (strstr(what, "ring"))
        receive((rank + size - 1) % size);
    if (strstr(what, "left") && rank == 0)
        receive(1);
    end();
    if (strstr(what, "left"))
        sleep(60);
    return 0;
}
