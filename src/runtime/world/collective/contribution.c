#include "runtime/world/collective/contribution.h"

#include "runtime/world/collective/operators.h"
#include "runtime/world/datatype/content.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/request/request.h"

#include <stdlib.h>
#include <string.h>

struct packed {
    uint64_t place; /* of its content, as an offset in the payload */
    int64_t to;     /* the member that gets it; -1: not stated */
};

/* The start of a payload; the contents of the blocks follow. */
struct contribution_blocks {
    uint64_t count;
    struct packed packed[];
};

struct block side_block(const struct side *side, int index)
{
    MPI_Count count = side->counts.list ? numbers_at(side->counts, index) : side->count;
    MPI_Datatype datatype = side->datatypes ? side->datatypes[index] : side->datatype;
    char *start = (char *)(uintptr_t)side->buffer;
    ptrdiff_t place = side->displs.list ? numbers_at(side->displs, index) : index * side->count;
    if (side->datatypes)
        return (struct block){start + place, count, datatype};
    return (struct block){data_at(start, place, datatype), count, datatype};
}

struct collective collective_of(const struct world_call *at, struct vcomm *comm)
{
    return (struct collective){.at = *at, .comm = comm, .root = WORLD_NO_ROOT};
}

int collective_root(const struct vcomm *comm, int root)
{
    if (!comm->remote)
        return root;
    if (root == MPI_ROOT)
        return comm_index(comm);
    if (root == MPI_PROC_NULL)
        return WORLD_ROOT_ELSEWHERE;
    return comm_first_peer(comm) + root;
}

/* All blocks enter payloads here. */
void collective_send(struct collective *collective, const struct side *side, int first, int count,
                     const int *to)
{
    uint64_t at = sizeof(struct contribution_blocks) + (uint64_t)count * sizeof(struct packed),
             size = at;
    for (int i = 0; i < count; i++) {
        struct block block = side_block(side, first + i);
        size += content_size(block.count, block.datatype);
    }
    struct contribution_blocks *payload = rank_payload(size, &collective->payload);
    collective->sent = *side;
    collective->sent_first = first;
    collective->sent_count = count;
    payload->count = (uint64_t)count;
    for (int i = 0; i < count; i++) {
        struct block block = side_block(side, first + i);
        payload->packed[i] = (struct packed){at, to ? to[i] : -1};
        content_put((char *)payload + at, &collective->at, block.buffer, block.count,
                    block.datatype);
        at += content_size(block.count, block.datatype);
    }
}

void collective_send_bytes(struct collective *collective, const void *bytes, size_t size)
{
    struct side side = {.buffer = bytes, .count = (MPI_Count)size, .datatype = MPI_BYTE};
    collective_send(collective, &side, 0, 1, NULL);
    collective->sent_count = 0; /* these are not data of the program ... */
    content_put_since();        /* ... or a result: contexts depend on which rank is faster */
}

static const struct contribution_blocks *contribution_blocks_of(const uint64_t *table, int member)
{
    return rank_read(table[member]);
}

static const void *content_at(const uint64_t *table, int member, int which)
{
    const struct contribution_blocks *blocks = contribution_blocks_of(table, member);
    return (const char *)blocks + blocks->packed[which].place;
}

/* Returns a member as a rank of MPI_COMM_WORLD. */
static int contribution_process_of(const struct vcomm *comm, int member)
{
    int own = comm_index(comm) - comm->rank;
    if (member >= own && member < own + comm->size)
        return comm->members[member - own];
    return comm->remote[member - comm_first_peer(comm)];
}

/* All blocks leave payloads here. */
int collective_land(const struct collective *collective, const uint64_t *table, int member,
                    int which, const struct block *into)
{
    struct content_receiver receiver = {.at = &collective->at,
                                        .comm = collective->comm->handle,
                                        .peer = contribution_process_of(collective->comm, member),
                                        .exact = true};
    return content_take(content_at(table, member, which), &receiver, into->buffer, into->count,
                        into->datatype);
}

const void *collective_bytes(const uint64_t *table, int member, size_t *size)
{
    uint64_t bytes;
    const void *data = content_data(content_at(table, member, 0), &bytes);
    *size = bytes;
    return data;
}

void collective_need(struct collective *collective, int from, int count)
{
    collective->from = from;
    collective->from_count = count;
}

struct landing *collective_landings(struct collective *collective, int count)
{
    collective->landing_count = count;
    collective->landings = calloc((size_t)count + 1, sizeof *collective->landings);
    if (!collective->landings)
        rank_stop("%s: out of memory in rank %d", collective->at.name, world_rank);
    return collective->landings;
}

void collective_receive(struct collective *collective, const struct side *side, int from, int count,
                        int which)
{
    struct landing *landings = collective_landings(collective, count);
    collective_need(collective, from, count);
    for (int i = 0; i < count; i++)
        landings[i] =
            (struct landing){.member = from + i, .which = which, .into = side_block(side, i)};
}

/* Returns the block that is number `nth` of a member's blocks for this rank. */
static int which_by_edge(const struct collective *collective, const uint64_t *table, int member,
                         int nth)
{
    const struct contribution_blocks *blocks = contribution_blocks_of(table, member);
    int me = comm_index(collective->comm);
    for (int i = 0; i < (int)blocks->count; i++)
        if (blocks->packed[i].to == me && nth-- == 0)
            return i;
    struct problem problem = {.at = &collective->at,
                              .rule = "mismatch.collective",
                              .why = "The neighbours of a graph send to each other: each edge must "
                                     "go both ways."};
    problem_stop(&problem, "%s: rank %d takes a block from rank %d, which has no edge to it",
                 collective->at.name, me, member);
}

static int contribution_finish(struct collective *collective, const struct world_answer *answer)
{
    const uint64_t *table = rank_read(answer->payload);
    int code = MPI_SUCCESS;
    collective->context = answer->value;
    for (int i = 0; i < collective->landing_count && code == MPI_SUCCESS; i++) {
        const struct landing *landing = &collective->landings[i];
        int which = landing->which;
        if (collective->by_edge)
            which = which_by_edge(collective, table, landing->member, which);
        code = collective_land(collective, table, landing->member, which, &landing->into);
    }
    if (collective->finish && code == MPI_SUCCESS)
        code = collective->finish(collective, table);
    return code;
}

static uint64_t contribution_list_of(const int *numbers, int count)
{
    uint64_t offset;
    uint32_t *list = rank_payload((size_t)count * sizeof *list, &offset);
    for (int i = 0; i < count; i++)
        list[i] = (uint32_t)numbers[i];
    return offset;
}

static void restrict_to(struct world_op *operation, const struct subset *subset)
{
    struct op_collective *part = &operation->collective;
    operation->flags |= OP_SUBSET;
    part->tag = subset->tag;
    part->members = (uint32_t)subset->count;
    part->list = contribution_list_of(subset->members, subset->count);
    for (int i = 0; i < subset->count; i++)
        if (subset->members[i] == world_rank)
            part->index = (uint32_t)i;
}

static struct world_op contribution_operation_of(const struct collective *collective)
{
    const struct vcomm *comm = collective->comm;
    struct world_op operation = rank_operation(OP_COLLECTIVE, &collective->at);
    operation.flags = collective->constructs ? OP_CONSTRUCTS : 0;
    operation.flags |= comm->file ? OP_OF_FILE : 0;
    operation.context = comm->context;
    operation.payload = collective->payload;
    operation.collective = (struct op_collective){.root = collective->root,
                                                  .members = (uint32_t)comm_member_count(comm),
                                                  .index = (uint32_t)comm_index(comm),
                                                  .first_group = (uint32_t)comm_first_group(comm),
                                                  .need = (uint32_t)collective->from,
                                                  .need_count = (uint32_t)collective->from_count,
                                                  .checksum = content_put_since()};
    memcpy(operation.collective.alike, collective->alike, sizeof operation.collective.alike);
    if (collective->sources) {
        operation.flags |= OP_LISTS_NEEDS;
        operation.collective.list =
            contribution_list_of(collective->sources, collective->from_count);
    }
    if (collective->subset.members)
        restrict_to(&operation, &collective->subset);
    return operation;
}

/* Tells the scheduler that this rank has read the payloads; they go back to the members when all
 * have. */
static void contribution_read_done(const struct world_call *at, uint32_t number)
{
    struct world_op operation = rank_operation(OP_READ, at);
    operation.subject.number = number;
    rank_post(&operation);
}

/* Visits the datatypes that the collective needs: the program may free them meanwhile. */
static void each_datatype(const struct collective *collective, void (*visit)(MPI_Datatype))
{
    for (int i = 0; i < collective->landing_count; i++)
        visit(collective->landings[i].into.datatype);
    if (collective->reduces)
        visit(collective->reduced.datatype);
}

static void collective_hold_buffers(const struct collective *collective)
{
    each_datatype(collective, datatype_hold);
    if (collective->reduces)
        operator_hold(collective->op);
}

static void let_go(const struct collective *collective)
{
    each_datatype(collective, datatype_release);
    if (collective->reduces)
        operator_release(collective->op);
}

static int contribution_finish_request(struct vrequest *request, const struct world_answer *answer)
{
    struct collective *collective = request->state;
    int code = contribution_finish(collective, answer);
    contribution_read_done(&collective->at, request->number);
    let_go(collective);
    free(collective->landings);
    return code;
}

static void request_own_block(struct vrequest *request, const struct block *block, bool is_written)
{
    struct pending *pending = &request->blocks[request->block_count++];
    pending_describe(pending, block->buffer, (uint64_t)block->count, block->datatype, is_written);
}

/* Returns whether a block that is sent overlaps one that is received into: its data are in
 * place. */
static bool is_in_place(const struct vrequest *request, const struct pending *sent, int received)
{
    for (int i = 0; i < received; i++)
        if (layout_overlap(&request->blocks[i].area, &sent->area) != LAYOUT_APART)
            return true;
    return false;
}

/* Gives the buffers to the collective until it is complete. */
static void own_buffers(struct vrequest *request, const struct collective *collective)
{
    int most = collective->landing_count + collective->sent_count + 1;
    request->blocks = calloc((size_t)most, sizeof *request->blocks);
    if (!request->blocks)
        rank_stop("%s: out of memory in rank %d", collective->at.name, world_rank);
    for (int i = 0; i < collective->landing_count; i++)
        request_own_block(request, &collective->landings[i].into, true);
    if (collective->reduces && collective->from_count > 0)
        request_own_block(request, &collective->reduced, true);
    int received = request->block_count;
    for (int i = 0; i < collective->sent_count; i++) {
        struct block block = side_block(&collective->sent, collective->sent_first + i);
        request_own_block(request, &block, false);
        if (is_in_place(request, &request->blocks[request->block_count - 1], received))
            pending_disown(&request->blocks[request->block_count - 1]);
    }
    for (int i = 0; i < request->block_count; i++)
        pending_begin(&request->blocks[i], &collective->at);
}

/* The request that is being started again, and the context in which its starts are counted. NULL:
 * the collective makes a new request. */
static struct {
    struct vrequest *request;
    int context;
} again;

static struct vrequest *request_for(struct collective *collective, const struct world_op *operation)
{
    if (again.request) {
        request_clear(again.request);
        return again.request;
    }
    struct vrequest *request = request_new();
    request->comm = comm_retain(collective->comm);
    request->operation = *operation;
    return request;
}

static void contribution_start(struct collective *collective, const struct world_op *operation,
                               MPI_Request *handle)
{
    struct vrequest *request = request_for(collective, operation);
    struct collective *state = malloc(sizeof *state);
    if (!state)
        rank_stop("%s: out of memory in rank %d", collective->at.name, world_rank);
    collective_hold_buffers(collective);
    *state = *collective;
    request->state = state;
    request->finish = contribution_finish_request;
    own_buffers(request, collective);
    *handle = request->handle;
    request_post(request, operation);
}

/* Checks that no other thread is in a collective of the communicator. Collectives of a part of it
 * are distinguished by tags, persistent ones by their contexts. */
static void check_order(const struct collective *collective)
{
    if (!collective->subset.members && !again.request)
        callers_collective(&collective->at, collective->comm);
}

int collective_run(struct collective *collective, MPI_Request *handle)
{
    check_order(collective);
    struct world_op operation = contribution_operation_of(collective);
    if (again.request) {
        operation.flags |= OP_PERSISTENT;
        operation.collective.counted_in = again.context;
    }
    if (handle) {
        contribution_start(collective, &operation, handle);
        callers_end_collective();
        return MPI_SUCCESS;
    }
    bool others = !callers_alone; /* threads that may free objects that it needs */
    if (others)
        collective_hold_buffers(collective);
    struct world_answer answer = *rank_wait(&operation);
    callers_end_collective();
    int code = contribution_finish(collective, &answer);
    if (others)
        let_go(collective);
    contribution_read_done(&collective->at, operation.number);
    request_hear_freed();
    free(collective->landings);
    return code;
}

int collective_start(struct vrequest *request, int context, collective_call *call,
                     const struct world_call *at, const void *arguments)
{
    MPI_Request same;
    again.request = request;
    again.context = context;
    comm_use(request->comm);
    int code = call(at, arguments, &same);
    comm_use(NULL);
    again.request = NULL;
    return code;
}
