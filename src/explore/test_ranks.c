#include "explore/test_ranks.h"

#include "base/memory.h"
#include "world/schedule/pool.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAP = 1 << 14, /* bytes of a rank */
    TABLES = 2 * PROGRAM_CONTEXTS * PROGRAM_COLLECTIVES,
    SECOND_CONTEXT = 100, /* beyond the contexts that the scheduler gives */
};

struct ranks *ranks_new(void)
{
    struct ranks *ranks = memory_zero(1, sizeof *ranks);
    size_t blocks = sizeof(struct world_segment) + PROGRAM_RANKS * sizeof(struct world_rank);
    size_t tables = (blocks + 63) / 64 * 64;
    size_t heap = tables + (size_t)TABLES * PROGRAM_RANKS * sizeof(uint64_t);
    ranks->shared = (struct shared){.ranks = PROGRAM_RANKS,
                                    .tables = tables,
                                    .begin = heap,
                                    .heap = heap,
                                    .heap_size = HEAP,
                                    .end = heap + (size_t)HEAP * PROGRAM_RANKS};
    ranks->segment = ranks->shared.segment = memory_zero(1, ranks->shared.end);
    ranks->pool = pool_open();
    return ranks;
}

void ranks_free(struct ranks *ranks)
{
    pool_close(ranks->pool);
    free(ranks->segment);
    free(ranks);
}

struct ranks_copy {
    struct ranks ranks;
    void *segment;
};

struct ranks_copy *ranks_save(const struct ranks *ranks)
{
    struct ranks_copy *copy = memory_zero(1, sizeof *copy);
    copy->ranks = *ranks;
    copy->segment = memory_alloc(ranks->shared.end);
    memcpy(copy->segment, ranks->segment, ranks->shared.end);
    return copy;
}

void ranks_restore(struct ranks *ranks, const struct ranks_copy *copy, uint64_t speed)
{
    *ranks = copy->ranks;
    memcpy(ranks->segment, copy->segment, ranks->shared.end);
    ranks->speed.state = speed;
}

void ranks_forget_copy(struct ranks_copy *copy)
{
    free(copy->segment);
    free(copy);
}

static int32_t context_of(const struct statement *statement)
{
    return statement->context == 0 ? WORLD_CONTEXT_WORLD : SECOND_CONTEXT;
}

/* Does what rank_payload() does. Space is not reused: the executions are short. */
static void *payload(struct ranks *ranks, int rank, size_t size, uint64_t *offset)
{
    struct simulated *own = &ranks->ranks[rank];
    struct world_segment *segment = ranks->segment;
    size_t block = (sizeof(struct world_payload) + size + 15) / 16 * 16;
    if (own->heap + block > segment->heap_start + (uint64_t)(rank + 1) * HEAP)
        abort();
    *offset = own->heap + sizeof(struct world_payload);
    own->heap += block;
    *world_payload_at(segment, *offset) =
        (struct world_payload){.size = block, .written = WORLD_WRITTEN};
    return (char *)segment + *offset;
}

static void call_scheduler(struct world_segment *segment, int rank)
{
    atomic_fetch_or(&segment->calling[0], 1ULL << rank);
    atomic_fetch_add(&segment->bell, 1);
}

static struct world_op operation(struct ranks *ranks, int rank, enum op_kind kind, const char *call)
{
    struct simulated *own = &ranks->ranks[rank];
    struct world_op op = {.kind = (uint16_t)kind,
                          .number = ++own->operations,
                          .site = (uint64_t)(rank * 64 + own->call.place + 1)};
    strncpy(op.call, call, WORLD_CALL - 1);
    return op;
}

static void post(struct ranks *ranks, int rank, const struct world_op *op)
{
    struct world_rank *shared = &ranks->segment->rank[rank];
    shared->ring[shared->posted % WORLD_RING] = *op;
    atomic_store(&shared->posted, shared->posted + 1);
    call_scheduler(ranks->segment, rank);
}

/* Tells the members of the second communicator, as the ranks that make a communicator do. */
static void tell_members(struct ranks *ranks, int rank)
{
    struct world_op op = operation(ranks, rank, OP_MEMBERS, "MPI_Comm_dup");
    int32_t *members =
        payload(ranks, rank, (size_t)ranks->program->ranks * sizeof *members, &op.payload);
    for (int i = 0; i < ranks->program->ranks; i++)
        members[i] = i;
    op.context = SECOND_CONTEXT;
    op.announcement.members = (uint32_t)ranks->program->ranks;
    post(ranks, rank, &op);
}

void ranks_start(struct ranks *ranks, const struct program *program, uint64_t speed)
{
    struct world_segment *segment = ranks->segment;
    uint64_t heap = ranks->shared.heap;
    memset(segment, 0, sizeof *segment);
    shared_announce(&ranks->shared);
    segment->ranks = (uint32_t)program->ranks;
    segment->debugged = -1;
    segment->started = 1;
    ranks->program = program;
    ranks->speed.state = speed;
    ranks->stalled = ranks->broken = false;
    for (int rank = 0; rank < program->ranks; rank++) {
        struct simulated *own = &ranks->ranks[rank];
        memset(&segment->rank[rank], 0, offsetof(struct world_rank, ring));
        *own = (struct simulated){.heap = heap + (uint64_t)rank * HEAP};
        machine_start(&own->machine, program, rank);
        tell_members(ranks, rank);
    }
}

static void fill_payload(struct ranks *ranks, int rank, struct world_op *op)
{
    uint32_t *value = payload(ranks, rank, sizeof *value, &op->payload);
    *value = ranks->ranks[rank].call.value;
}

static void fill_message(struct ranks *ranks, int rank, struct world_op *op)
{
    const struct call *call = &ranks->ranks[rank].call;
    const struct statement *statement = &call->statement;
    op->context = context_of(statement);
    op->message.peer = (int32_t)statement->peer;
    op->message.tag = (int32_t)statement->tag;
    if (statement->action == SEND && statement->synchronous)
        op->flags |= OP_SYNCHRONOUS;
    if (statement->matched)
        op->flags |= OP_MATCHED;
    if (statement->matched && statement->action == RECEIVE) {
        op->message.peer = ranks->ranks[rank].held.source;
        op->message.taken = (uint32_t)ranks->ranks[rank].held.value;
    }
    if (statement->action == SEND || statement->action == RECEIVE)
        op->message.bytes = sizeof call->value;
    if (statement->action == SEND)
        fill_payload(ranks, rank, op);
}

static void fill_collective(struct ranks *ranks, int rank, struct world_op *op)
{
    const struct statement *statement = &ranks->ranks[rank].call.statement;
    struct op_collective *collective = &op->collective;
    op->context = context_of(statement);
    fill_payload(ranks, rank, op);
    collective->root = statement->kind == BARRIER ? WORLD_NO_ROOT : (int32_t)statement->peer;
    collective->members = (uint32_t)ranks->program->ranks;
    collective->index = (uint32_t)rank;
    if (statement->kind == BARRIER || (statement->kind == REDUCE && statement->peer == rank)) {
        collective->need_count = collective->members;
    } else if (statement->kind == BROADCAST && statement->peer != rank) {
        collective->need = (uint32_t)statement->peer;
        collective->need_count = 1;
    }
}

static void fill_wait(struct ranks *ranks, int rank, struct world_op *op)
{
    static const enum wait_mode modes[] = {WAIT_FOR_ALL, WAIT_FOR_ANY, WAIT_FOR_SOME};
    struct simulated *own = &ranks->ranks[rank];
    const struct statement *statement = &own->call.statement;
    uint32_t *list = payload(ranks, rank, PROGRAM_STATEMENTS * sizeof *list, &op->payload);
    for (int i = 0; i < PROGRAM_STATEMENTS; i++)
        if (statement->requests >> i & 1)
            list[op->wait.requests++] = own->numbers[i];
    op->wait.mode = modes[statement->kind];
    own->list = op->payload;
}

/* Starts the next call of the rank: posts it, and completes it if it does not wait. */
static void call(struct ranks *ranks, int rank)
{
    static const enum op_kind kinds[] = {[SEND] = OP_SEND,
                                         [RECEIVE] = OP_RECEIVE,
                                         [PROBE] = OP_PROBE,
                                         [WAIT] = OP_WAIT,
                                         [COLLECTIVE] = OP_COLLECTIVE};
    struct simulated *own = &ranks->ranks[rank];
    machine_call(&own->machine, ranks->program, rank, &own->call);
    const struct statement *statement = &own->call.statement;
    struct world_op op =
        operation(ranks, rank, kinds[statement->action], statement_call(statement));
    if (statement->action == WAIT)
        fill_wait(ranks, rank, &op);
    else if (statement->action == COLLECTIVE)
        fill_collective(ranks, rank, &op);
    else
        fill_message(ranks, rank, &op);
    if (statement->polls)
        op.flags |= OP_POLLS;
    own->waits = statement->blocking || statement->action == PROBE;
    if (own->waits) {
        op.flags |= OP_WAITS;
        own->wake = ranks->segment->rank[rank].lane[0].wake;
    }
    post(ranks, rank, &op);
    if (own->waits)
        return;
    own->numbers[own->call.place] = op.number;
    own->told[own->call.place] = false;
    machine_return(&own->machine, &own->learned, ranks->program, rank, &own->call,
                   &(struct result){0});
}

static uint32_t value_at(const struct ranks *ranks, uint64_t offset)
{
    return *(const uint32_t *)((const char *)ranks->segment + offset);
}

/* Takes completions of requests out of the inbox. */
static void hear(struct ranks *ranks, int rank)
{
    struct world_rank *shared = &ranks->segment->rank[rank];
    struct simulated *own = &ranks->ranks[rank];
    for (; shared->heard != shared->told; shared->heard++) {
        const struct world_answer *answer = &shared->inbox[shared->heard % WORLD_INBOX];
        int place = 0;
        while (place < PROGRAM_STATEMENTS && own->numbers[place] != answer->number)
            place++;
        if (place == PROGRAM_STATEMENTS || own->told[place]) {
            ranks->broken = true;
            continue;
        }
        own->told[place] = true;
        own->answers[place] = *answer;
    }
}

/* Returns the value that a message or a collective brings. */
static uint32_t value_of(const struct ranks *ranks, int rank, const struct statement *statement,
                         const struct world_answer *answer)
{
    if (statement->action == RECEIVE)
        return value_at(ranks, answer->payload);
    if (statement->action != COLLECTIVE)
        return 0;
    const uint64_t *table = (const uint64_t *)((const char *)ranks->segment + answer->payload);
    bool all = statement->kind == REDUCE && statement->peer == rank;
    uint32_t value = 0;
    for (int i = 0; i < ranks->program->ranks; i++)
        if (all || (statement->kind == BROADCAST && statement->peer == i && i != rank))
            value += value_at(ranks, table[i]);
    return value;
}

/* Returns the same and ends the use of the payload. */
static struct arrival land(struct ranks *ranks, int rank, const struct statement *statement,
                           const struct world_answer *answer)
{
    struct arrival arrival = {.source = (int8_t)answer->source,
                              .tag = (int8_t)answer->tag,
                              .value = value_of(ranks, rank, statement, answer)};
    if (statement->action == RECEIVE) {
        ranks->broken |= answer->bytes != sizeof arrival.value;
        world_give_back(ranks->segment, answer->payload);
    } else if (statement->action == COLLECTIVE) {
        struct world_op op = operation(ranks, rank, OP_READ, "");
        op.subject.number = answer->number;
        post(ranks, rank, &op);
    }
    return arrival;
}

static void take_requests(struct ranks *ranks, int rank, struct result *result)
{
    struct simulated *own = &ranks->ranks[rank];
    const uint32_t *list = (const uint32_t *)((const char *)ranks->segment + own->list);
    for (int i = 0, place = 0; place < PROGRAM_STATEMENTS; place++) {
        if (!(own->call.statement.requests >> place & 1))
            continue;
        if (!(list[i++] & WAIT_CHOSEN))
            continue;
        if (!own->told[place]) {
            ranks->broken = true;
            continue;
        }
        result->chosen |= (uint16_t)(1U << place);
        result->arrived[place] =
            land(ranks, rank, &ranks->program->statements[rank][place], &own->answers[place]);
    }
    world_give_back(ranks->segment, own->list);
}

/* Returns whether the call that the rank waits in returns. */
static bool come_back(struct ranks *ranks, int rank)
{
    struct world_rank *shared = &ranks->segment->rank[rank];
    struct simulated *own = &ranks->ranks[rank];
    if (shared->lane[0].stack_wanted == 1) {
        shared->lane[0].stack_wanted = 2;
        own->wake++;
    }
    if (shared->lane[0].wake == own->wake)
        return false;
    struct world_answer answer = shared->lane[0].answer;
    struct result result = {.flag = answer.flag != 0};
    own->waits = false;
    if (own->call.statement.action == PROBE && result.flag && own->call.statement.matched)
        own->held = answer;
    hear(ranks, rank);
    if (own->call.statement.action == WAIT) {
        if (result.flag)
            take_requests(ranks, rank, &result);
    } else if (result.flag) {
        result.arrived[0] = land(ranks, rank, &own->call.statement, &answer);
    }
    if (!result.flag && !own->call.statement.polls)
        ranks->broken = true;
    machine_return(&own->machine, &own->learned, ranks->program, rank, &own->call, &result);
    return true;
}

static void end(struct ranks *ranks, int rank)
{
    struct world_op op = operation(ranks, rank, OP_FINALIZE, "MPI_Finalize");
    post(ranks, rank, &op);
    ranks->ranks[rank].ended = true;
    ranks->segment->rank[rank].ended = 1;
    call_scheduler(ranks->segment, rank);
}

/* Makes one call, or ends one; false: the rank waits or has ended. */
static bool step(struct ranks *ranks, int rank)
{
    struct simulated *own = &ranks->ranks[rank];
    if (own->ended)
        return false;
    if (own->waits)
        return come_back(ranks, rank);
    if (machine_ended(&own->machine, ranks->program, rank))
        end(ranks, rank);
    else
        call(ranks, rank);
    return true;
}

/* Runs some rank for some steps, so the scheduler sees ranks of any speed. */
void ranks_run(void *data)
{
    struct ranks *ranks = data;
    int count = ranks->program->ranks;
    int first = random_below(&ranks->speed, count), steps = 1 + random_below(&ranks->speed, 8);
    bool moved = false;
    for (int i = 0; i < count && !moved; i++)
        while (steps > 0 && step(ranks, (first + i) % count)) {
            moved = true;
            steps--;
        }
    ranks->stalled = !moved;
}

bool ranks_stop(void *data)
{
    const struct ranks *ranks = data;
    return ranks->stalled;
}

void ranks_ending(struct ranks *ranks, struct ending *ending)
{
    *ending = (struct ending){.deadlock = false};
    for (int rank = 0; rank < ranks->program->ranks; rank++) {
        ending->machines[rank] = ranks->ranks[rank].machine;
        ending->learned[rank] = ranks->ranks[rank].learned;
        ending->deadlock |= !ranks->ranks[rank].ended;
        hear(ranks, rank);
        for (int i = 0; i < PROGRAM_STATEMENTS; i++)
            if ((ranks->ranks[rank].machine.active >> i & 1) && ranks->ranks[rank].told[i])
                ending_unseen(ending, rank, i,
                              value_of(ranks, rank, &ranks->program->statements[rank][i],
                                       &ranks->ranks[rank].answers[i]));
    }
}
