/* place.c: writes the places of calls into findings. */

#include "world/findings/place.h"

#include "world/findings/history.h"
#include "world/schedule/collect.h"
#include "world/schedule/match.h"
#include <string.h>

static void place_add_argument(struct arena *arena, struct location *location, const char *name,
                               const char *text, bool is_number)
{
    *arena_push(arena, location->arguments, location->argument_count) =
        (struct argument){name, text, is_number};
}

static void place_add_rank(struct arena *arena, struct location *location, const char *name,
                           int32_t rank)
{
    if (rank == WORLD_ANY)
        place_add_argument(arena, location, name, "ANY", false);
    else
        place_add_argument(arena, location, name, arena_printf(arena, "%d", rank), true);
}

const char *place_comm(struct scheduler *scheduler, int32_t context)
{
    context =
        abs(context); /* leaders of MPI_Intercomm_create talk in a context of the other sign */
    context &= ~WORLD_CONTEXT_PARTITIONED;
    if (context == WORLD_CONTEXT_WORLD)
        return "WORLD";
    if (context < WORLD_CONTEXT_SELF + scheduler->options.ranks)
        return "SELF";
    return arena_printf(&scheduler->document->arena,
                        collect_is_window(scheduler, context) ? "win#%d" : "comm#%d", context);
}

/* Returns the name of the communicator of a call, or of its file. */
const char *place_object(struct scheduler *scheduler, const struct world_op *op)
{
    if (op->kind == OP_POINTER || (op->flags & OP_OF_FILE))
        return arena_printf(&scheduler->document->arena, "file#%d", op->context);
    return place_comm(scheduler, op->context);
}

const uint64_t *stack_copy(struct arena *arena, const uint64_t stack[WORLD_STACK], size_t *count)
{
    uint64_t *kept = arena_alloc(arena, WORLD_STACK * sizeof *kept);
    memcpy(kept, stack, WORLD_STACK * sizeof *kept);
    for (*count = 0; *count < WORLD_STACK && kept[*count];)
        ++*count;
    return kept;
}

void location_keep_stack(struct scheduler *scheduler, const uint64_t stack[WORLD_STACK],
                         struct location *location)
{
    if (stack[0])
        location->addresses =
            stack_copy(&scheduler->document->arena, stack, &location->address_count);
}

/* Returns the stack that the rank has kept under this number; NULL: none. */
static const uint64_t *stack_of(const struct scheduler *scheduler, int rank, uint32_t number)
{
    if (number == 0 || rank < 0 || rank >= scheduler->options.ranks ||
        number > scheduler->segment->rank[rank].stack_count || number > WORLD_STACKS)
        return NULL;
    return scheduler->segment->rank[rank].stacks[number - 1].addresses;
}

void location_at(struct scheduler *scheduler, int rank, uint64_t site, uint32_t stack,
                 struct location *location)
{
    const uint64_t *kept = stack_of(scheduler, rank, stack);
    location->address = site;
    if (kept)
        location_keep_stack(scheduler, kept, location);
}

void related_add(struct scheduler *scheduler, struct finding *finding, const char *what, int rank,
                 uint64_t site, uint32_t stack)
{
    const uint64_t *kept = stack_of(scheduler, rank, stack);
    struct related *related =
        arena_push(&scheduler->document->arena, finding->related, finding->related_count);
    *related = (struct related){.what = what, .address = site};
    if (kept)
        related->addresses = stack_copy(&scheduler->document->arena, kept, &related->address_count);
}

void location_of(struct scheduler *scheduler, const struct operation *operation,
                 struct location *location)
{
    struct arena *arena = &scheduler->document->arena;
    const struct world_op *op = &operation->op;
    location->rank = operation->rank;
    location->call = arena_copy(arena, op->call);
    location_at(scheduler, operation->rank, op->site, op->stack, location);
    if (op->kind == OP_WAIT || op->kind == OP_GENERAL)
        return;
    if (op->kind == OP_POINTER || (op->flags & OP_OF_FILE)) {
        place_add_argument(arena, location, "fh", place_object(scheduler, op), false);
        return;
    }
    if (op->kind == OP_SEND)
        place_add_rank(arena, location, "dest", op->message.peer);
    else if (op->kind == OP_RECEIVE || op->kind == OP_PROBE)
        place_add_rank(arena, location, "source", op->message.peer);
    else if (op->kind == OP_LOCK)
        place_add_rank(arena, location, "rank", op->lock.target);
    else if (op->kind == OP_COLLECTIVE && op->collective.root >= 0)
        place_add_rank(arena, location, "root", op->collective.root);
    if (op->kind == OP_SEND || op->kind == OP_RECEIVE || op->kind == OP_PROBE)
        place_add_rank(arena, location, "tag", op->message.tag);
    place_add_argument(arena, location, "comm", place_comm(scheduler, op->context), false);
}

struct finding *place_report(struct scheduler *scheduler, const char *rule,
                             const struct operation *first, const struct operation *second,
                             const char *headline, const char *why)
{
    struct arena *arena = &scheduler->document->arena;
    struct finding *finding = document_add(scheduler->document, rule);
    finding->headline = headline;
    finding->why = why;
    for (const struct operation *each = first; each; each = each == first ? second : NULL) {
        location_of(scheduler, each,
                    arena_push(arena, finding->locations, finding->location_count));
        *arena_push(arena, finding->ranks, finding->rank_count) = each->rank;
    }
    history_tell(scheduler, finding);
    if (finding->severity == SEVERITY_ERROR)
        scheduler->stopped = true;
    return finding;
}
