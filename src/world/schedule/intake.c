#include "world/schedule/intake.h"

#include "finding/rules.h"
#include "runtime/world/model/layout.h"
#include "runtime/world/model/signature.h"

#include <stdatomic.h>
#include <string.h>

/* Numbers of operations are given one after another; some are never posted. */
enum { NUMBERS_LEFT_OUT = 1 << 20 };

/* Copies memory of a rank once: the compiler must not read the original again. */
static void copy_once(void *to, const void *from, uint64_t bytes)
{
    memcpy(to, from, bytes);
    atomic_signal_fence(memory_order_seq_cst);
}

static void take_over(struct world_op *op, const struct world_op *shared)
{
    copy_once(op, shared, sizeof *op);
    op->stack = world_site_stack(op->site);
    op->site = world_site_address(op->site);
    op->call[WORLD_CALL - 1] = '\0';
    if (op->kind == OP_COLLECTIVE)
        op->collective.alike[WORLD_ALIKE - 1] = '\0';
}

/* Returns whether the operation seems to say where it was called. */
static bool has_place(const struct world_op *op)
{
    return op->site != 0 && strncmp(op->call, "MPI_", 4) == 0;
}

void intake_damage(struct scheduler *scheduler, int rank, const struct world_op *op,
                   const char *what)
{
    enum { BACK = 2 };
    const struct world_rank *block = &scheduler->shared.segment->rank[rank];
    struct world_op last = op ? *op : (struct world_op){0};
    if (scheduler->damage.what)
        return;
    /* Earlier operations are still in the ring, if they are not damaged. */
    for (uint32_t i = 1; i <= BACK && !has_place(&last); i++)
        take_over(&last, &block->ring[(scheduler->ranks[rank].taken - i) % WORLD_RING]);
    if (!has_place(&last))
        last = (struct world_op){0};
    scheduler->damage = (struct damage){.rank = rank, .what = what, .op = last};
    scheduler->stopped = true;
}

static void *intake_ring_room(const struct scheduler *scheduler, struct taken_list *list,
                              uint64_t bytes)
{
    if (bytes > list->space || !list->bytes) {
        pool_free(list->bytes);
        list->space = bytes;
        list->bytes = pool_zero(scheduler->pool, 1, bytes + 1);
    }
    return list->bytes;
}

/* Copies memory of a rank; returns false if a rank cannot have meant this memory. */
static bool intake_copy(struct scheduler *scheduler, uint64_t offset, uint64_t bytes,
                        struct taken_list *list)
{
    const void *from = shared_payload(&scheduler->shared, offset, bytes);
    if (!from) {
        intake_ring_room(scheduler, list, 0);
        return bytes == 0 && offset == 0;
    }
    copy_once(intake_ring_room(scheduler, list, bytes), from, bytes);
    return true;
}

/* Returns whether all numbers are below the limit. */
static bool all_below(const struct taken_list *list, uint32_t count, uint32_t limit)
{
    const uint32_t *numbers = list->bytes;
    for (uint32_t i = 0; i < count; i++)
        if (numbers[i] >= limit)
            return false;
    return true;
}

static bool is_rank(const struct scheduler *scheduler, int32_t rank)
{
    return rank >= 0 && rank < scheduler->options.ranks;
}

/* What a rank wrote may be neither of the values of a bool, which then must not be read as one. */
static bool is_boolean(const bool *place)
{
    unsigned char byte;
    memcpy(&byte, place, sizeof byte);
    return byte <= 1;
}

static bool is_empty_or_payload(const struct scheduler *scheduler, uint64_t offset)
{
    return offset == 0 || shared_payload(&scheduler->shared, offset, 0);
}

static bool take_collective(struct scheduler *scheduler, const struct world_op *op)
{
    const struct op_collective *collective = &op->collective;
    struct taken_list *list = &scheduler->taken.list;
    const uint32_t ranks = (uint32_t)scheduler->options.ranks, members = collective->members;
    uint64_t count = op->flags & OP_SUBSET ? members : 0;
    if (members == 0 || members > ranks || collective->index >= members ||
        collective->first_group > members || collective->root < WORLD_ROOT_ELSEWHERE ||
        (collective->root >= 0 && (uint32_t)collective->root >= members) ||
        collective->tag == INT32_MIN || collective->counted_in == INT32_MIN ||
        !is_empty_or_payload(scheduler, op->payload))
        return false;
    if ((op->flags & OP_LISTS_NEEDS) && collective->need_count > count)
        count = collective->need_count;
    if (!(op->flags & (OP_SUBSET | OP_LISTS_NEEDS)))
        return is_empty_or_payload(scheduler, collective->list);
    return intake_copy(scheduler, collective->list, count * sizeof(uint32_t), list) &&
           (!(op->flags & OP_SUBSET) || all_below(list, members, ranks)) &&
           (!(op->flags & OP_LISTS_NEEDS) || all_below(list, collective->need_count, members));
}

static bool take_ranges(struct scheduler *scheduler, const struct world_op *op)
{
    struct taken_list *list = &scheduler->taken.payload;
    const uint32_t count = op->access.ranges;
    if (!intake_copy(scheduler, op->payload, count * sizeof(struct world_range), list))
        return false;
    struct world_range *ranges = list->bytes;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_rank(scheduler, ranges[i].target) || ranges[i].low > ranges[i].high)
            return false;
        ranges[i].call[WORLD_CALL - 1] = '\0';
    }
    return true;
}

static bool take_announcement(struct scheduler *scheduler, const struct world_op *op)
{
    const uint32_t ranks = (uint32_t)scheduler->options.ranks, members = op->announcement.members;
    struct taken_list *list = &scheduler->taken.payload;
    return is_boolean(&op->announcement.is_window) && members <= ranks &&
           intake_copy(scheduler, op->payload, members * sizeof(int32_t), list) &&
           all_below(list, members, ranks);
}

static bool take_problem(struct scheduler *scheduler, const struct world_op *op)
{
    struct taken_list *list = &scheduler->taken.payload;
    if (!op->payload)
        return !(op->flags & OP_WAITS);
    if ((uint32_t)op->idle.kind > OP_TOUCHED ||
        !intake_copy(scheduler, op->payload, sizeof(struct world_problem), list))
        return false;
    struct world_problem *problem = list->bytes;
    problem->rule[sizeof problem->rule - 1] = '\0';
    problem->headline[sizeof problem->headline - 1] = '\0';
    problem->why[sizeof problem->why - 1] = '\0';
    problem->related[sizeof problem->related - 1] = '\0';
    problem->peer_call[sizeof problem->peer_call - 1] = '\0';
    return rule_find(problem->rule) &&
           (!problem->peer_call[0] || is_rank(scheduler, problem->peer));
}

/* Copies a question about a datatype: the question, a signature and a layout, each at a multiple of
 * 8 bytes. */
static bool take_fit(struct scheduler *scheduler, const struct world_op *op)
{
    struct taken_list *list = &scheduler->taken.payload;
    struct world_fit fit;
    if (!intake_copy(scheduler, op->payload, sizeof fit, list))
        return false;
    memcpy(&fit, list->bytes, sizeof fit);
    fit.argument[WORLD_CALL - 1] = '\0';
    const uint64_t layout_at = sizeof fit + ((uint64_t)fit.signature_bytes + 7) / 8 * 8;
    if (!intake_copy(scheduler, op->payload, layout_at + fit.layout_bytes, list))
        return false;
    memcpy(list->bytes, &fit, sizeof fit);
    const struct layout *layout = (const void *)((char *)list->bytes + layout_at);
    return signature_valid((char *)list->bytes + sizeof fit, fit.signature_bytes) &&
           fit.layout_bytes >= sizeof *layout &&
           fit.layout_bytes == sizeof *layout + layout->strip_count * sizeof *layout->strips;
}

/* By kind: whether its numbers are possible. */
static bool intake_take_kind(struct scheduler *scheduler, const struct world_op *op)
{
    switch ((enum op_kind)op->kind) {
    case OP_SEND:
        return is_rank(scheduler, op->message.peer) && is_empty_or_payload(scheduler, op->payload);
    case OP_RECEIVE:
        return is_rank(scheduler, op->message.peer) ||
               (op->message.peer == WORLD_ANY && !(op->flags & OP_MATCHED));
    case OP_PROBE:
        return is_rank(scheduler, op->message.peer) || op->message.peer == WORLD_ANY;
    case OP_LOCK:
    case OP_UNLOCK:
        return is_rank(scheduler, op->lock.target) && is_boolean(&op->lock.exclusive);
    case OP_COLLECTIVE:
        return take_collective(scheduler, op);
    case OP_WAIT:
        return (uint32_t)op->wait.mode <= WAIT_FOR_SOME &&
               intake_copy(scheduler, op->payload, op->wait.requests * sizeof(uint32_t),
                           &scheduler->taken.payload);
    case OP_MEMBERS:
        return take_announcement(scheduler, op);
    case OP_ACCESS:
    case OP_TOUCHED:
        return take_ranges(scheduler, op);
    case OP_PROBLEM:
        return take_problem(scheduler, op);
    case OP_FIT:
        return take_fit(scheduler, op);
    case OP_POINTER:
        return (uint32_t)op->pointer.mode <= POINTER_SET;
    case OP_APPLIED:
        return is_boolean(&op->applied.changed);
    case OP_READ:
    case OP_FINALIZE:
    case OP_CANCEL:
    case OP_GENERAL:
    case OP_COMPLETE:
        return true;
    case OP_NONE:
        break;
    }
    return false;
}

/* Returns whether the operation has what every operation must have. A poll is an operation that its
 * rank waits for. */
static bool is_operation(const struct rank_state *state, const struct world_op *op)
{
    const uint32_t all = 2 * OP_SPACE - 1;
    bool polls = (op->flags & OP_POLLS) != 0;
    if (op->kind > OP_TOUCHED || op->flags > all || op->lane >= WORLD_LANES ||
        op->context == INT32_MIN)
        return false;
    if (polls && (!(op->flags & OP_WAITS) || (op->kind != OP_PROBE && op->kind != OP_WAIT)))
        return false;
    return op->kind == OP_FIT ||
           (op->number > 0 && (op->number <= state->last_number ||
                               op->number - state->last_number <= NUMBERS_LEFT_OUT));
}

/* Returns whether the number is new: operations that are found by their number later must be the
 * only ones that have it. */
static bool intake_is_new(const struct scheduler *scheduler, int rank, const struct world_op *op)
{
    return op->kind == OP_FIT || op->number > scheduler->ranks[rank].last_number ||
           !scheduler_find(scheduler, rank, op->number);
}

enum intake intake_next(struct scheduler *scheduler, int rank, struct world_op *op)
{
    struct rank_state *state = &scheduler->ranks[rank];
    struct world_rank *block = &scheduler->shared.segment->rank[rank];
    uint32_t posted = atomic_load_explicit(&block->posted, memory_order_acquire);
    if (posted == state->taken)
        return INTAKE_NOTHING;
    if (posted - state->taken > WORLD_RING || atomic_load(&block->taken) != state->taken) {
        intake_damage(scheduler, rank, NULL, "how many calls it has made");
        return INTAKE_DAMAGED;
    }
    take_over(op, &block->ring[state->taken % WORLD_RING]);
    /* The lists are copied first: once its place in the ring is free, the rank may reuse their
     * memory. */
    bool possible = is_operation(state, op) && intake_is_new(scheduler, rank, op) &&
                    intake_take_kind(scheduler, op);
    atomic_store_explicit(&block->taken, ++state->taken, memory_order_release);
    if (!possible) {
        intake_damage(scheduler, rank, op, "what it says of a call");
        return INTAKE_DAMAGED;
    }
    if (op->number > state->last_number)
        state->last_number = op->number;
    return INTAKE_TAKEN;
}

uint32_t intake_room(struct scheduler *scheduler, int rank)
{
    const struct world_rank *block = &scheduler->shared.segment->rank[rank];
    const struct rank_state *state = &scheduler->ranks[rank];
    uint32_t waiting = state->told - atomic_load_explicit(&block->heard, memory_order_acquire);
    if (waiting <= WORLD_INBOX && atomic_load(&block->told) == state->told)
        return WORLD_INBOX - waiting;
    intake_damage(scheduler, rank, NULL, "how many completions it has heard of");
    return 0;
}
