/* matched.c: matched probes: MPI_Mprobe takes a message, MPI_Mrecv receives it.
 *
 * A message is a number, in C as in Fortran: one that neither library uses for its own constants,
 * and that is not used twice. That is why Tutti converts these handles itself. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/model/table.h"
#include "runtime/world/p2p/p2p.h"
#include "runtime/world/request/request.h"

#include <stdlib.h>

enum { FIRST = 0x54000000 };

struct matched_taken {
    struct table_entry entry;
    struct vcomm *comm;
    struct world_answer probe; /* source, tag, size, and the number of the send */
};

static struct table messages; /* messages that were probed and not received */
static uint64_t made;

static MPI_Message matched_keep(struct vcomm *comm, const struct world_answer *probe)
{
    struct matched_taken *taken = rank_memory(malloc(sizeof *taken));
    *taken = (struct matched_taken){.comm = comm_retain(comm), .probe = *probe};
    uint64_t number = FIRST + made++;
    table_add(&messages, &taken->entry, number);
    return (MPI_Message)(intptr_t)number; /* NOLINT(performance-no-int-to-ptr) */
}

static int matched_probe(const struct world_call *at, int flags, int source, int tag, MPI_Comm comm,
                         int *flag, MPI_Message *message, MPI_Status *status)
{
    struct world_answer answer;
    struct vcomm *on = comm_require(at, comm);
    *flag = p2p_probe(at, OP_MATCHED | flags, source, tag, on, &answer, status);
    if (*flag && answer.source == WORLD_NOBODY)
        *message = MPI_MESSAGE_NO_PROC;
    else
        *message = *flag ? matched_keep(on, &answer) : MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
}

int world_Mprobe(const struct world_call *at, int source, int tag, MPI_Comm comm,
                 MPI_Message *message, MPI_Status *status)
{
    int flag;
    return matched_probe(at, 0, source, tag, comm, &flag, message, status);
}

int world_Improbe(const struct world_call *at, int source, int tag, MPI_Comm comm, int *flag,
                  MPI_Message *message, MPI_Status *status)
{
    return matched_probe(at, OP_POLLS, source, tag, comm, flag, message, status);
}

static int matched_refuse(const struct world_call *at, MPI_Message message)
{
    struct problem problem = {.at = at, .rule = "arg.request"};
    return problem_raise(&problem, MPI_COMM_NULL, MPI_ERR_REQUEST, "%s: %s", at->name,
                         message == MPI_MESSAGE_NULL
                             ? "the message is MPI_MESSAGE_NULL"
                             : "the message is not one that a matched probe gave, or it has been "
                               "received");
}

/* Describes the receive of a message, and removes the message. */
static int matched_take(const struct world_call *at, struct message *receive, MPI_Message *message)
{
    struct matched_taken *taken = TABLE_THING(table_find(&messages, (uint64_t)(intptr_t)*message),
                                              struct matched_taken, entry);
    receive->peer = MPI_PROC_NULL;
    receive->tag = MPI_ANY_TAG;
    receive->comm = MPI_COMM_SELF;
    if (*message == MPI_MESSAGE_NO_PROC) {
        *message = MPI_MESSAGE_NULL;
        return MPI_SUCCESS;
    }
    if (!taken)
        return matched_refuse(at, *message);
    receive->matched = taken->probe;
    receive->on = taken->comm;
    table_remove(&messages, &taken->entry);
    free(taken);
    *message = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
}

int world_Mrecv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                MPI_Message *message, MPI_Status *status)
{
    struct message receive = {.buffer = buf, .count = count, .datatype = datatype};
    int error = matched_take(at, &receive, message);
    if (error == MPI_SUCCESS)
        error = p2p_blocking(at, OP_RECEIVE, receive.on ? OP_MATCHED : 0, &receive, status);
    if (receive.on)
        comm_release(receive.on);
    return error;
}

int world_Imrecv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Message *message, MPI_Request *request)
{
    struct message receive = {.buffer = buf, .count = count, .datatype = datatype};
    int error = matched_take(at, &receive, message);
    if (error == MPI_SUCCESS)
        error = p2p_nonblocking(at, OP_RECEIVE, receive.on ? OP_MATCHED : 0, &receive, request);
    if (receive.on)
        comm_release(receive.on);
    return error;
}

MPI_Fint world_Message_c2f(const struct world_call *at, MPI_Message message)
{
    (void)at;
    intptr_t number = (intptr_t)message;
    return number >= FIRST && (uint64_t)number < FIRST + made ? (MPI_Fint)number
                                                              : NEXT(PMPI_Message_c2f)(message);
}

MPI_Message world_Message_f2c(const struct world_call *at, MPI_Fint message)
{
    (void)at;
    if (message < FIRST)
        return NEXT(PMPI_Message_f2c)(message);
    return (MPI_Message)(intptr_t)message; /* NOLINT(performance-no-int-to-ptr) */
}

int world_Message_toint(const struct world_call *at, MPI_Message message)
{
    return world_Message_c2f(at, message);
}

MPI_Message world_Message_fromint(const struct world_call *at, int message)
{
    return world_Message_f2c(at, message);
}
