/* partitioned.c: partitioned messages (MPI 4.0, chapter 4).
 *
 * Requests of a sender and a receiver belong together by the order of their creation, for each
 * peer, tag and communicator. So both sides count them, and messages carry the number. Contexts of
 * their own keep them apart from other messages.
 *
 * A message is sent when its last partition is ready. MPI does not promise that a partition arrives
 * before others are ready, so a program that waits for that hangs here. Until then the request of
 * the sender is an operation that only this rank can complete; the message is its partner. */
#include "runtime/world/calls.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/p2p/p2p.h"
#include "runtime/world/request/completion.h"

#include <stdlib.h>
#include <string.h>

/* Number of requests of a kind until now. */
struct partitioned_pair {
    int context, peer, tag;
    bool sends;
    uint32_t count;
    struct partitioned_pair *next;
};

static uint32_t next_of_pair(int context, int peer, int tag, bool sends)
{
    static struct partitioned_pair *pairs;
    struct partitioned_pair *pair = pairs;
    while (pair && !(pair->context == context && pair->peer == peer && pair->tag == tag &&
                     pair->sends == sends))
        pair = pair->next;
    if (!pair) {
        pair = rank_memory(malloc(sizeof *pair));
        *pair = (struct partitioned_pair){context, peer, tag, sends, 0, pairs};
        pairs = pair;
    }
    return ++pair->count;
}

/* The sender's state of its partitions. */
struct parts {
    int ready;       /* number of partitions that are ready */
    bool is_ready[]; /* of each partition */
};

static int check_partitions(const struct world_call *at, const struct message *message,
                            int partitions)
{
    struct problem problem = {.at = at, .rule = "arg.count"};
    if (partitions > 0)
        return MPI_SUCCESS;
    return problem_raise(&problem, message->comm, MPI_ERR_ARG,
                         "%s: partitions is %d, and a message has at least one", at->name,
                         partitions);
}

/* The partitions that the receiver was told have arrived, for the start that posted operation
 * `number`. */
struct arrivals {
    uint32_t number;
    bool told[];
};

/* Describes the message as a whole, with its number in the pair. */
static void partitioned_describe(struct vrequest *request, const struct world_call *at,
                                 enum op_kind kind, struct message message, int partitions)
{
    message.count *= partitions;
    p2p_describe(request, at, kind, 0, &message);
    struct op_message *whole = &request->operation.message;
    comm_retain(request->comm);
    whole->partitioned =
        next_of_pair(request->operation.context, whole->peer, whole->tag, kind == OP_SEND);
    request->operation.context |= WORLD_CONTEXT_PARTITIONED;
}

static int partitioned_finish_parts(struct vrequest *request, const struct world_answer *answer)
{
    (void)request, (void)answer; /* the message is another request */
    return MPI_SUCCESS;
}

static int start_parts(struct vrequest *request, const struct world_call *at)
{
    struct parts *parts = request->kept;
    struct vrequest *message = request->partner;
    parts->ready = 0;
    memset(parts->is_ready, 0, (size_t)request->partitions * sizeof *parts->is_ready);
    message->active = message->done = message->landed = false;
    message->number = 0;
    request->at = *at;
    struct world_op operation = rank_operation(OP_GENERAL, at);
    request_post(request, &operation);
    return MPI_SUCCESS;
}

static void give_up_parts(struct vrequest *request)
{
    free(request->kept);
}

/* Returns which partitions the program knows to have arrived since the last start. */
static bool *told_of(struct vrequest *request)
{
    struct arrivals *arrivals = request->kept;
    if (arrivals->number != request->number)
        memset(arrivals->told, 0, (size_t)request->partitions * sizeof *arrivals->told);
    arrivals->number = request->number;
    return arrivals->told;
}

/* Describes the partitions one by one: each belongs to the program until it is marked ready. */
static void describe_parts(struct vrequest *request, const struct message *message)
{
    request->blocks = rank_memory(calloc((size_t)request->partitions, sizeof *request->blocks));
    request->block_count = request->partitions;
    for (int i = 0; i < request->partitions; i++)
        pending_describe(&request->blocks[i],
                         data_at(message->buffer, i * message->count, message->datatype),
                         (uint64_t)message->count, message->datatype, false);
}

int world_Psend_init(const struct world_call *at, const void *buf, int partitions, MPI_Count count,
                     MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                     MPI_Request *handle)
{
    (void)info;
    struct message message = {.buffer = (void *)(uintptr_t)buf,
                              .count = count,
                              .datatype = datatype,
                              .peer = dest,
                              .tag = tag,
                              .comm = comm};
    int error = check_partitions(at, &message, partitions);
    if (error != MPI_SUCCESS)
        return error;
    struct vrequest *request = request_new(), *whole = request_new_part();
    struct parts *parts = calloc(1, sizeof *parts + (size_t)partitions * sizeof *parts->is_ready);
    partitioned_describe(whole, at, OP_SEND, message, partitions);
    pending_disown(&whole->pending); /* the partitions are owned one by one */
    request->partner = whole;
    request->kept = rank_memory(parts);
    request->give_up = give_up_parts;
    request->start = start_parts;
    request->finish = partitioned_finish_parts;
    request->partitions = partitions;
    request->persistent = true;
    request->comm = comm_retain(whole->comm);
    request->operation = whole->operation;
    request->operation.kind = OP_GENERAL;
    describe_parts(request, &message);
    *handle = request->handle;
    return MPI_SUCCESS;
}

int world_Precv_init(const struct world_call *at, void *buf, int partitions, MPI_Count count,
                     MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info,
                     MPI_Request *handle)
{
    (void)info;
    struct message message = {.buffer = buf,
                              .count = count,
                              .datatype = datatype,
                              .peer = source,
                              .tag = tag,
                              .comm = comm};
    int error = check_partitions(at, &message, partitions);
    if (error != MPI_SUCCESS)
        return error;
    struct vrequest *request = request_new();
    partitioned_describe(request, at, OP_RECEIVE, message, partitions);
    struct arrivals *arrivals =
        calloc(1, sizeof *arrivals + (size_t)partitions * sizeof *arrivals->told);
    request->kept = rank_memory(arrivals);
    request->give_up = give_up_parts;
    request->partitions = partitions;
    request->persistent = true;
    *handle = request->handle;
    return MPI_SUCCESS;
}

static int partitioned_refuse(const struct world_call *at, const struct vrequest *request,
                              const char *what)
{
    struct problem problem = {.at = at, .rule = "arg.request"};
    if (request) {
        problem.related = "created at";
        problem.related_site = (const void *)(uintptr_t)request->operation.site;
    }
    return problem_raise(&problem, request && request->comm ? request->comm->handle : MPI_COMM_NULL,
                         MPI_ERR_REQUEST, "%s: %s", at->name, what);
}

static int wrong_partition(const struct world_call *at, const struct vrequest *request,
                           int partition)
{
    struct problem problem = {.at = at,
                              .rule = "arg.other",
                              .related = "created at",
                              .related_site = (const void *)(uintptr_t)request->operation.site};
    return problem_raise(&problem, request->comm->handle, MPI_ERR_ARG,
                         "%s: partition %d, and the message has 0 to %d", at->name, partition,
                         request->partitions - 1);
}

/* Finds the request of a partitioned send that is under way. */
static int partitioned_find_parts(const struct world_call *at, MPI_Request handle,
                                  struct vrequest **request)
{
    *request = request_of(at, handle);
    if (!*request || (*request)->partitions == 0 || (*request)->operation.kind != OP_GENERAL)
        return partitioned_refuse(at, *request, "the request is not one of MPI_Psend_init");
    if (!(*request)->active)
        return partitioned_refuse(at, *request, "the request has not been started");
    return MPI_SUCCESS;
}

static int make_ready(const struct world_call *at, struct vrequest *request, int partition)
{
    struct parts *parts = request->kept;
    if (partition < 0 || partition >= request->partitions)
        return wrong_partition(at, request, partition);
    if (parts->is_ready[partition]) {
        struct problem problem = {.at = at, .rule = "arg.other"};
        return problem_raise(&problem, request->comm->handle, MPI_ERR_ARG,
                             "%s: partition %d is ready already", at->name, partition);
    }
    parts->is_ready[partition] = true;
    if (request_peer(request) != WORLD_NOBODY)
        pending_begin(&request->blocks[partition], at);
    if (++parts->ready < request->partitions)
        return MPI_SUCCESS;
    struct world_call call = {"MPI_Psend_init", at->site};
    request->partner->start(request->partner, &call);
    struct world_op operation = rank_operation(OP_COMPLETE, at);
    operation.subject.number = request->number;
    rank_post(&operation);
    return MPI_SUCCESS;
}

int world_Pready(const struct world_call *at, int partition, MPI_Request handle)
{
    struct vrequest *request = NULL;
    int error = partitioned_find_parts(at, handle, &request);
    return error == MPI_SUCCESS ? make_ready(at, request, partition) : error;
}

int world_Pready_range(const struct world_call *at, int partition_low, int partition_high,
                       MPI_Request handle)
{
    struct vrequest *request = NULL;
    int error = partitioned_find_parts(at, handle, &request);
    for (int i = partition_low; i <= partition_high && error == MPI_SUCCESS; i++)
        error = make_ready(at, request, i);
    return error;
}

int world_Pready_list(const struct world_call *at, int length, const int partitions[],
                      MPI_Request handle)
{
    struct vrequest *request = NULL;
    int error = partitioned_find_parts(at, handle, &request);
    for (int i = 0; i < length && error == MPI_SUCCESS; i++)
        error = make_ready(at, request, partitions[i]);
    return error;
}

/* Reports one partition. It arrives together with all others, but the program may be told of each
 * at its own time. The answer "arrived" is kept, since it stays true. */
int world_Parrived(const struct world_call *at, MPI_Request handle, int partition, int *flag)
{
    struct vrequest *request = request_of(at, handle);
    if (!request || request->partitions == 0 || request->operation.kind != OP_RECEIVE)
        return partitioned_refuse(at, request, "the request is not one of MPI_Precv_init");
    if (partition < 0 || partition >= request->partitions)
        return wrong_partition(at, request, partition);
    bool *told = &told_of(request)[partition];
    *flag = 1;
    if (request->active && *told)
        return MPI_SUCCESS;
    int error = completion_look(at, handle, flag, MPI_STATUS_IGNORE);
    *told = *flag;
    return error;
}
