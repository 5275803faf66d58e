/* p2p.c: messages: every send mode, receives, probes, nonblocking and persistent forms. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/comm.h"
#include "runtime/world/content.h"
#include "runtime/world/data.h"
#include "runtime/world/datatype.h"
#include "runtime/world/rank.h"
#include "runtime/world/request.h"
#include "runtime/world/stream.h"

static int32_t peer_of(const struct world_call *at, const struct vcomm *comm, int rank)
{
    if (rank == MPI_PROC_NULL)
        return WORLD_NOBODY;
    if (rank == MPI_ANY_SOURCE)
        return WORLD_ANY;
    int peer = comm_peer(comm, rank);
    if (peer < 0)
        rank_stop("%s: rank %d is not in the communicator, which has %d", at->name, rank,
                  comm_peer_count(comm));
    return peer;
}

static int finish_send(struct vrequest *request, const struct world_answer *answer)
{
    (void)request, (void)answer;
    return MPI_SUCCESS;
}

static int finish_receive(struct vrequest *request, const struct world_answer *answer)
{
    if (!answer->payload)
        return MPI_SUCCESS;
    struct content_receiver receiver = {.at = &request->at,
                                        .comm = request->comm->handle,
                                        .peer = answer->source,
                                        .payload = answer->payload};
    int wrong = content_take(rank_read(answer->payload), &receiver, request->buffer, request->count,
                             request->datatype);
    rank_release(answer->payload);
    return wrong;
}

/* The payload is taken when the operation starts: from then on the buffer is MPI's. */
static void stage(const struct vrequest *request, struct world_op *operation)
{
    operation->bytes = data_bytes(request->count, request->datatype);
    if (operation->kind != OP_SEND)
        return;
    void *payload =
        rank_payload(content_size(request->count, request->datatype), &operation->payload);
    if (stream_pays(operation->bytes) && data_dense(request->buffer, request->datatype)) {
        content_put_head(payload, &request->at, request->count, request->datatype);
        stream_begin(operation->payload);
    } else {
        content_put(payload, &request->at, request->buffer, request->count, request->datatype);
    }
}

/* The rest of it, after the operation was posted and before the call returns. */
static void stage_stream(const struct vrequest *request, const struct world_op *operation)
{
    uint64_t bytes;
    if (operation->kind != OP_SEND || !stream_is_open(operation->payload))
        return;
    const void *place = content_data(rank_read(operation->payload), &bytes);
    stream_write(operation->payload, (void *)(uintptr_t)place,
                 data_dense(request->buffer, request->datatype), bytes);
}

static struct world_op operation_of(struct vrequest *request, const struct world_call *at)
{
    request->at = *at;
    struct world_op operation = rank_operation((enum op_kind)request->operation.kind, at);
    operation.flags = request->operation.flags;
    operation.context = request->operation.context;
    operation.peer = request->operation.peer;
    operation.tag = request->operation.tag;
    stage(request, &operation);
    return operation;
}

void request_start(struct vrequest *request, const struct world_call *at)
{
    if (request->active)
        rank_stop("%s: the request is already active", at->name);
    if (request->operation.peer == WORLD_NOBODY) {
        request->active = true;
        request->done = true; /* nobody answers, and nobody needs to */
        request->number = 0;
        request->answer = (struct world_answer){.source = WORLD_NOBODY};
        return;
    }
    struct world_op operation = operation_of(request, at);
    request_post(request, &operation);
    stage_stream(request, &operation);
}

/* A message as the program describes it. */
struct message {
    void *buffer;
    int count;
    MPI_Datatype datatype;
    int peer, tag;
    MPI_Comm comm;
};

static void describe(struct vrequest *request, const struct world_call *at, enum op_kind kind,
                     int flags, const struct message *message)
{
    struct vcomm *comm = comm_require(at, message->comm);
    request->buffer = message->buffer;
    request->count = message->count;
    request->datatype = message->datatype;
    request->comm = comm;
    request->finish = kind == OP_SEND ? finish_send : finish_receive;
    request->operation = (struct world_op){
        .kind = (uint16_t)kind,
        .flags = (uint16_t)flags,
        .context = comm->context,
        .peer = peer_of(at, comm, message->peer),
        .tag = message->tag == MPI_ANY_TAG ? WORLD_ANY : message->tag,
    };
}

static int blocking(const struct world_call *at, enum op_kind kind, int flags,
                    const struct message *message, MPI_Status *status)
{
    struct vrequest request = {0};
    describe(&request, at, kind, flags, message);
    if (request.operation.peer == WORLD_NOBODY) {
        if (kind == OP_RECEIVE)
            status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    struct world_op operation = operation_of(&request, at);
    rank_ask(&operation);
    stage_stream(&request, &operation);
    struct world_answer answer = *rank_await();
    int result = request.finish(&request, &answer);
    if (kind == OP_RECEIVE)
        status_set(status, comm_rank_of(request.comm, answer.source), answer.tag, answer.bytes);
    return result;
}

static int nonblocking(const struct world_call *at, enum op_kind kind, int flags,
                       const struct message *message, MPI_Request *handle)
{
    struct vrequest *request = request_new();
    describe(request, at, kind, flags, message);
    comm_retain(request->comm);
    datatype_hold(request->datatype);
    request->holds_datatype = true;
    *handle = request->handle;
    request->persistent = (flags & OP_PERSISTENT) != 0;
    if (!request->persistent)
        request_start(request, at);
    return MPI_SUCCESS;
}

#define SEND_FORMS(mode, flags)                                                              \
    int world_##mode##end(const struct world_call *at, const void *buf, int count,           \
                          MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)           \
    {                                                                                        \
        struct message message = {(void *)(uintptr_t)buf, count, datatype, dest, tag, comm}; \
        return blocking(at, OP_SEND, flags, &message, MPI_STATUS_IGNORE);                    \
    }                                                                                        \
    int world_##mode##end_init(const struct world_call *at, const void *buf, int count,      \
                               MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,      \
                               MPI_Request *request)                                         \
    {                                                                                        \
        struct message message = {(void *)(uintptr_t)buf, count, datatype, dest, tag, comm}; \
        return nonblocking(at, OP_SEND, (flags) | OP_PERSISTENT, &message, request);         \
    }

#define SEND_NONBLOCKING(name, flags)                                                        \
    int world_##name(const struct world_call *at, const void *buf, int count,                \
                     MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,                \
                     MPI_Request *request)                                                   \
    {                                                                                        \
        struct message message = {(void *)(uintptr_t)buf, count, datatype, dest, tag, comm}; \
        return nonblocking(at, OP_SEND, flags, &message, request);                           \
    }

SEND_FORMS(S, 0)
SEND_FORMS(Bs, OP_BUFFERED)
SEND_FORMS(Ss, OP_SYNCHRONOUS)
SEND_FORMS(Rs, OP_READY)
SEND_NONBLOCKING(Isend, 0)
SEND_NONBLOCKING(Ibsend, OP_BUFFERED)
SEND_NONBLOCKING(Issend, OP_SYNCHRONOUS)
SEND_NONBLOCKING(Irsend, OP_READY)

int world_Recv(const struct world_call *at, void *buf, int count, MPI_Datatype datatype, int source,
               int tag, MPI_Comm comm, MPI_Status *status)
{
    struct message message = {buf, count, datatype, source, tag, comm};
    return blocking(at, OP_RECEIVE, 0, &message, status);
}

int world_Irecv(const struct world_call *at, void *buf, int count, MPI_Datatype datatype,
                int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct message message = {buf, count, datatype, source, tag, comm};
    return nonblocking(at, OP_RECEIVE, 0, &message, request);
}

int world_Recv_init(const struct world_call *at, void *buf, int count, MPI_Datatype datatype,
                    int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct message message = {buf, count, datatype, source, tag, comm};
    return nonblocking(at, OP_RECEIVE, OP_PERSISTENT, &message, request);
}

/* Both at once: neither waits for the other. */
int world_Sendrecv(const struct world_call *at, const void *sendbuf, int sendcount,
                   MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                   MPI_Status *status)
{
    MPI_Request both[2];
    MPI_Status statuses[2];
    struct message in = {recvbuf, recvcount, recvtype, source, recvtag, comm};
    struct message out = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, dest, sendtag, comm};
    nonblocking(at, OP_RECEIVE, 0, &in, &both[0]);
    nonblocking(at, OP_SEND, 0, &out, &both[1]);
    world_Waitall(at, 2, both, statuses);
    if (status != MPI_STATUS_IGNORE)
        *status = statuses[0];
    return MPI_SUCCESS;
}

int world_Sendrecv_replace(const struct world_call *at, void *buf, int count, MPI_Datatype datatype,
                           int dest, int sendtag, int source, int recvtag, MPI_Comm comm,
                           MPI_Status *status)
{
    /* The payload is taken before the receive can land, so one buffer serves both. */
    return world_Sendrecv(at, buf, count, datatype, dest, sendtag, buf, count, datatype, source,
                          recvtag, comm, status);
}

static int probe(const struct world_call *at, int flags, int source, int tag, MPI_Comm comm,
                 int *flag, MPI_Status *status)
{
    const struct vcomm *on = comm_require(at, comm);
    struct world_op operation = rank_operation(OP_PROBE, at);
    operation.flags = (uint16_t)flags;
    operation.context = on->context;
    operation.peer = peer_of(at, on, source);
    operation.tag = tag == MPI_ANY_TAG ? WORLD_ANY : tag;
    *flag = 1;
    if (operation.peer == WORLD_NOBODY) {
        status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    const struct world_answer *answer = rank_wait(&operation);
    *flag = answer->flag != 0;
    if (*flag)
        status_set(status, comm_rank_of(on, answer->source), answer->tag, answer->bytes);
    return MPI_SUCCESS;
}

int world_Probe(const struct world_call *at, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    int flag;
    return probe(at, 0, source, tag, comm, &flag, status);
}

int world_Iprobe(const struct world_call *at, int source, int tag, MPI_Comm comm, int *flag,
                 MPI_Status *status)
{
    return probe(at, OP_POLLS, source, tag, comm, flag, status);
}
