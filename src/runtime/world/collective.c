#include "runtime/world/collective.h"

#include "runtime/world/request.h"

#include <stdlib.h>
#include <string.h>

static struct world_op operation_of(const struct world_call *at,
                                    const struct collective *collective)
{
    struct world_op operation = rank_operation(OP_COLLECTIVE, at);
    operation.mode = collective->shape;
    operation.context = collective->comm->context;
    operation.peer = collective->root;
    operation.members = (uint32_t)collective->comm->size;
    operation.index = (uint32_t)collective->comm->rank;
    operation.payload = collective->payload;
    return operation;
}

/* The payloads of the members go back to them when all have read. */
static void read_done(const struct world_call *at, uint32_t number)
{
    struct world_op operation = rank_operation(OP_READ, at);
    operation.members = number;
    rank_post(&operation);
}

static void finish(struct collective *collective, const struct world_answer *answer)
{
    collective->context = answer->value;
    collective->finish(collective, rank_read(answer->payload));
}

static int finish_request(struct vrequest *request, const struct world_answer *answer)
{
    static const struct world_call at = {"", NULL};
    finish(request->state, answer);
    read_done(&at, request->number);
    return MPI_SUCCESS;
}

int collective_run(const struct world_call *at, const struct collective *collective,
                   MPI_Request *handle)
{
    struct world_op operation = operation_of(at, collective);
    if (!handle) {
        struct collective own = *collective;
        struct world_answer answer = *rank_wait(&operation);
        finish(&own, &answer);
        read_done(at, operation.number);
        return MPI_SUCCESS;
    }
    struct vrequest *request = request_new();
    struct collective *kept = malloc(sizeof *kept);
    if (!kept)
        rank_stop("out of memory in rank %d", world_rank);
    *kept = *collective;
    request->state = kept;
    request->finish = finish_request;
    request->comm = comm_retain(collective->comm);
    request->operation = operation;
    *handle = request->handle;
    request_post(request, &operation);
    return MPI_SUCCESS;
}
