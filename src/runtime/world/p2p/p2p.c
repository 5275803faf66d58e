/* p2p.c: messages: all send modes, receives, probes, and the nonblocking and persistent forms. */
#include "runtime/world/p2p/p2p.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/datatype/content.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/p2p/attached.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rank/stream.h"
#include "runtime/world/request/completion.h"

#include <stdlib.h>
#include <string.h>

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

/* Puts the data into a payload when the operation starts: from then on the buffer belongs to
 * MPI. */
static void stage_payload(const struct vrequest *request, struct world_op *operation)
{
    operation->message.bytes = data_bytes(request->count, request->datatype);
    if (operation->kind != OP_SEND)
        return;
    void *payload =
        rank_payload(content_size(request->count, request->datatype), &operation->payload);
    if (stream_pays(operation->message.bytes) && data_dense(request->buffer, request->datatype)) {
        content_put_head(payload, &request->at, request->count, request->datatype);
        stream_begin(operation->payload);
    } else {
        content_put(payload, &request->at, request->buffer, request->count, request->datatype);
    }
}

/* Writes the data of a streamed payload, after the operation was posted and before the call
 * returns. */
static void stage_stream(const struct vrequest *request, const struct world_op *operation)
{
    uint64_t bytes;
    if (operation->kind != OP_SEND || !stream_is_open(operation->payload))
        return;
    const void *place = content_data(rank_read(operation->payload), &bytes);
    stream_write(operation->payload, (void *)(uintptr_t)place,
                 data_dense(request->buffer, request->datatype), bytes);
}

static struct world_op p2p_operation_of(struct vrequest *request, const struct world_call *at)
{
    request->at = *at;
    struct world_op operation = rank_operation((enum op_kind)request->operation.kind, at);
    operation.flags = request->operation.flags;
    operation.context = request->operation.context;
    operation.message = request->operation.message;
    stage_payload(request, &operation);
    operation.message.checksum = content_put_since();
    return operation;
}

/* Posts a buffered send. It is complete when the message is in the buffer; the reception makes
 * space there. */
static int post_buffered(struct vrequest *request, const struct world_call *at)
{
    struct attached_space space;
    int error = attached_reserve(at, request->comm, request->count, request->datatype, &space);
    if (error != MPI_SUCCESS)
        return error;
    struct world_op operation = p2p_operation_of(request, at);
    attached_add(&space, operation.number);
    rank_post(&operation);
    stage_stream(request, &operation);
    return MPI_SUCCESS;
}

/* Completes a request without an answer of the scheduler. */
static void complete_now(struct vrequest *request)
{
    request->active = request->started = request->done = true;
    request->number = 0;
    request->answer = (struct world_answer){.source = WORLD_NOBODY};
}

static int p2p_start(struct vrequest *request, const struct world_call *at)
{
    request->at = *at;
    if (request->operation.message.peer == WORLD_NOBODY) {
        complete_now(request); /* and uses no buffer */
        return MPI_SUCCESS;
    }
    pending_begin(&request->pending, at);
    if (request->operation.flags & OP_BUFFERED) {
        int error = post_buffered(request, at);
        if (error == MPI_SUCCESS)
            complete_now(request);
        else
            pending_give_up(&request->pending);
        return error;
    }
    struct world_op operation = p2p_operation_of(request, at);
    request_post(request, &operation);
    stage_stream(request, &operation);
    return MPI_SUCCESS;
}

void p2p_describe(struct vrequest *request, const struct world_call *at, enum op_kind kind,
                  int flags, const struct message *message)
{
    struct vcomm *comm = message->on ? message->on : comm_require(at, message->comm);
    request->buffer = message->buffer;
    request->count = message->count;
    request->datatype = message->datatype;
    request->comm = comm;
    request->finish = kind == OP_SEND ? finish_send : finish_receive;
    request->start = p2p_start;
    request->operation = (struct world_op){
        .kind = (uint16_t)kind,
        .flags = (uint16_t)flags,
        .context = comm->context,
        .site = (uint64_t)(uintptr_t)at->site,
        .message = {.peer =
                        message->on ? message->matched.source : peer_of(at, comm, message->peer),
                    .tag = message->tag == MPI_ANY_TAG ? WORLD_ANY : message->tag,
                    .taken = (uint32_t)message->matched.value},
    };
    strncpy(request->operation.call, at->name, WORLD_CALL - 1);
    pending_describe(&request->pending, message->buffer, (uint64_t)message->count,
                     message->datatype, kind == OP_RECEIVE);
}

/* Runs a blocking call that is described. */
static int p2p_run(const struct world_call *at, struct vrequest *request, MPI_Status *status)
{
    enum op_kind kind = (enum op_kind)request->operation.kind;
    if (request->operation.message.peer == WORLD_NOBODY) {
        if (kind == OP_RECEIVE)
            status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    bool others = !callers_alone; /* threads that may touch the buffer, or free the rest */
    if (!others || (request->operation.flags & OP_BUFFERED))
        pending_touch(&request->pending, at);
    else
        pending_begin(&request->pending, at);
    if (request->operation.flags & OP_BUFFERED)
        return post_buffered(request, at);
    struct world_op operation = p2p_operation_of(request, at);
    rank_ask(&operation);
    stage_stream(request, &operation);
    comm_retain(request->comm);
    request->answer = *rank_await();
    if (others)
        pending_end(&request->pending, at);
    int error = request->finish(request, &request->answer);
    if (kind == OP_RECEIVE)
        request_status(request, status);
    comm_release(request->comm);
    request_hear_freed();
    return error;
}

int p2p_blocking(const struct world_call *at, enum op_kind kind, int flags,
                 const struct message *message, MPI_Status *status)
{
    struct vrequest request = {0};
    p2p_describe(&request, at, kind, flags, message);
    int error = p2p_run(at, &request, status);
    pending_release(&request.pending);
    return error;
}

int p2p_nonblocking(const struct world_call *at, enum op_kind kind, int flags,
                    const struct message *message, MPI_Request *handle)
{
    struct vrequest *request = request_new();
    p2p_describe(request, at, kind, flags, message);
    comm_retain(request->comm);
    request->persistent = (flags & OP_PERSISTENT) != 0;
    int error = request->persistent ? MPI_SUCCESS : p2p_start(request, at);
    if (error == MPI_SUCCESS)
        *handle = request->handle;
    else
        request_delete(request, at);
    return error;
}

#define MESSAGE(buf, elements, type, rank, label, on_comm) \
    {.buffer = (void *)(uintptr_t)(buf),                   \
     .count = (elements),                                  \
     .datatype = (type),                                   \
     .peer = (rank),                                       \
     .tag = (label),                                       \
     .comm = (on_comm)}

#define SEND_FORMS(mode, flags)                                                               \
    int world_##mode##end(const struct world_call *at, const void *buf, MPI_Count count,      \
                          MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)            \
    {                                                                                         \
        struct message message = MESSAGE(buf, count, datatype, dest, tag, comm);              \
        return p2p_blocking(at, OP_SEND, flags, &message, MPI_STATUS_IGNORE);                 \
    }                                                                                         \
    int world_##mode##end_init(const struct world_call *at, const void *buf, MPI_Count count, \
                               MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,       \
                               MPI_Request *request)                                          \
    {                                                                                         \
        struct message message = MESSAGE(buf, count, datatype, dest, tag, comm);              \
        return p2p_nonblocking(at, OP_SEND, (flags) | OP_PERSISTENT, &message, request);      \
    }

#define SEND_NONBLOCKING(name, flags)                                               \
    int world_##name(const struct world_call *at, const void *buf, MPI_Count count, \
                     MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,       \
                     MPI_Request *request)                                          \
    {                                                                               \
        struct message message = MESSAGE(buf, count, datatype, dest, tag, comm);    \
        return p2p_nonblocking(at, OP_SEND, flags, &message, request);              \
    }

SEND_FORMS(S, 0)
SEND_FORMS(Bs, OP_BUFFERED)
SEND_FORMS(Ss, OP_SYNCHRONOUS)
SEND_FORMS(Rs, OP_READY)
SEND_NONBLOCKING(Isend, 0)
SEND_NONBLOCKING(Ibsend, OP_BUFFERED)
SEND_NONBLOCKING(Issend, OP_SYNCHRONOUS)
SEND_NONBLOCKING(Irsend, OP_READY)

int world_Recv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
               int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct message message = MESSAGE(buf, count, datatype, source, tag, comm);
    return p2p_blocking(at, OP_RECEIVE, 0, &message, status);
}

int world_Irecv(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct message message = MESSAGE(buf, count, datatype, source, tag, comm);
    return p2p_nonblocking(at, OP_RECEIVE, 0, &message, request);
}

int world_Recv_init(const struct world_call *at, void *buf, MPI_Count count, MPI_Datatype datatype,
                    int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct message message = MESSAGE(buf, count, datatype, source, tag, comm);
    return p2p_nonblocking(at, OP_RECEIVE, OP_PERSISTENT, &message, request);
}

/* Runs a send and a receive at once, so that neither waits for the other. The send takes its data
 * first, so one buffer can serve both. */
static int p2p_exchange(const struct world_call *at, const struct message *out,
                        const struct message *in, MPI_Status *status)
{
    struct vrequest receive = {0}, send = {0}, *both[2] = {&receive, &send};
    bool chosen[2];
    p2p_describe(&send, at, OP_SEND, 0, out);
    p2p_describe(&receive, at, OP_RECEIVE, 0, in);
    for (int i = 0; i < 2; i++) {
        if (both[i]->operation.message.peer != WORLD_NOBODY)
            pending_touch(&both[i]->pending, at);
        pending_disown(&both[i]->pending); /* the operation is over when the call returns */
    }
    p2p_start(&send, at);
    p2p_start(&receive, at);
    comm_retain(receive.comm);
    completion_of(at, WAIT_FOR_ALL, false, 2, both, chosen);
    int error = request_land(&receive, at);
    request_status(&receive, status);
    comm_release(receive.comm);
    pending_release(&send.pending);
    pending_release(&receive.pending);
    return error;
}

/* Starts a send and a receive. The request is that of the receive; the send is its partner. */
static int begin_exchange(const struct world_call *at, const struct message *out,
                          const struct message *in, MPI_Request *handle)
{
    struct vrequest *receive = request_new(), *send = request_new_part();
    receive->partner = send;
    p2p_describe(send, at, OP_SEND, 0, out);
    p2p_describe(receive, at, OP_RECEIVE, 0, in);
    comm_retain(send->comm);
    comm_retain(receive->comm);
    if (out->buffer == in->buffer)
        pending_disown(&send->pending); /* for MPI_Isendrecv_replace: the receive owns the buffer */
    p2p_start(send, at);
    p2p_start(receive, at);
    *handle = receive->handle;
    return MPI_SUCCESS;
}

int world_Sendrecv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                   MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                   MPI_Status *status)
{
    struct message out = MESSAGE(sendbuf, sendcount, sendtype, dest, sendtag, comm);
    struct message in = MESSAGE(recvbuf, recvcount, recvtype, source, recvtag, comm);
    return p2p_exchange(at, &out, &in, status);
}

int world_Sendrecv_replace(const struct world_call *at, void *buf, MPI_Count count,
                           MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                           MPI_Comm comm, MPI_Status *status)
{
    struct message out = MESSAGE(buf, count, datatype, dest, sendtag, comm);
    struct message in = MESSAGE(buf, count, datatype, source, recvtag, comm);
    return p2p_exchange(at, &out, &in, status);
}

int world_Isendrecv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                    MPI_Comm comm, MPI_Request *request)
{
    struct message out = MESSAGE(sendbuf, sendcount, sendtype, dest, sendtag, comm);
    struct message in = MESSAGE(recvbuf, recvcount, recvtype, source, recvtag, comm);
    return begin_exchange(at, &out, &in, request);
}

int world_Isendrecv_replace(const struct world_call *at, void *buf, MPI_Count count,
                            MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                            MPI_Comm comm, MPI_Request *request)
{
    struct message out = MESSAGE(buf, count, datatype, dest, sendtag, comm);
    struct message in = MESSAGE(buf, count, datatype, source, recvtag, comm);
    return begin_exchange(at, &out, &in, request);
}

bool p2p_probe(const struct world_call *at, int flags, int source, int tag, struct vcomm *on,
               struct world_answer *answer, MPI_Status *status)
{
    struct world_op operation = rank_operation(OP_PROBE, at);
    operation.flags = (uint16_t)flags;
    operation.context = on->context;
    operation.message = (struct op_message){.peer = peer_of(at, on, source),
                                            .tag = tag == MPI_ANY_TAG ? WORLD_ANY : tag};
    *answer = (struct world_answer){.source = WORLD_NOBODY};
    if (operation.message.peer == WORLD_NOBODY) {
        status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return true;
    }
    comm_retain(on); /* another thread may free it meanwhile */
    *answer = *rank_wait(&operation);
    request_hear_freed();
    if (answer->flag)
        status_set(status, comm_rank_of(on, answer->source), answer->tag, answer->bytes);
    comm_release(on);
    return answer->flag != 0;
}

int world_Probe(const struct world_call *at, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct world_answer answer;
    p2p_probe(at, 0, source, tag, comm_require(at, comm), &answer, status);
    return MPI_SUCCESS;
}

int world_Iprobe(const struct world_call *at, int source, int tag, MPI_Comm comm, int *flag,
                 MPI_Status *status)
{
    struct world_answer answer;
    *flag = p2p_probe(at, OP_POLLS, source, tag, comm_require(at, comm), &answer, status);
    return MPI_SUCCESS;
}
