#include "static/divergence_intern.h"
#include "static/divergence_private.h"

#include <stdlib.h>
#include <string.h>

/* What happens from a node to another one that it cannot miss, remembered. */
struct way {
    uint32_t from, to, sequence;
};

struct walker {
    struct divergence *divergence;
    struct summary *summary;
    struct way *ways;
    size_t way_count, way_space;
    struct intern by_ends;
};

static bool ways_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct way *a = &((const struct walker *)owner)->ways[number], *b = wanted;

    return a->from == b->from && a->to == b->to;
}

/* The place in `ways` of this way; its sequence is EXPRESSION_NONE if it is new. */
static size_t way_between(struct walker *walker, uint32_t from, uint32_t to)
{
    struct way way = {from, to, EXPRESSION_NONE};
    uint32_t *slot = intern_slot(&walker->by_ends, intern_hash(from, to), ways_equal, walker, &way);

    if (*slot == INTERN_FREE) {
        walker->ways = memory_room(walker->ways, walker->way_count, &walker->way_space, sizeof way);
        *slot = (uint32_t)walker->way_count;
        walker->ways[walker->way_count++] = way;
    }
    return *slot;
}

/* Goes from node to node by where their ways meet; all nodes on it have been visited. */
static uint32_t walk(struct walker *walker, uint32_t from, uint32_t to)
{
    const struct summary *summary = walker->summary;
    struct expressions *all = walker->divergence->all;
    uint32_t sequence = EXPRESSION_EMPTY;
    size_t *passed = NULL, count = 0, space = 0;

    for (uint32_t at = from; at != to && at != GRAPH_NONE; at = summary->flow->meet[at]) {
        size_t way = way_between(walker, at, to);

        if (walker->ways[way].sequence != EXPRESSION_NONE) {
            sequence = walker->ways[way].sequence;
            break;
        }
        passed = memory_room(passed, count, &space, sizeof *passed);
        passed[count++] = way;
    }
    while (count > 0) {
        struct way *way = &walker->ways[passed[--count]];

        sequence = expressions_join(all, summary->between[way->from], sequence);
        sequence = expressions_join(all, summary->local[way->from], sequence);
        way->sequence = sequence;
    }
    free(passed);
    return sequence;
}

/* Whether the program ends with the block: by a call, or by returning from main. */
static bool ends_program(struct divergence *divergence, const struct ir_block *block,
                         const struct ir_value *last)
{
    if (last != NULL) {
        return divergence_ending(divergence, last) != FLOW_LEAVES;
    }
    return ir_terminator(block)->opcode == IR_RETURN &&
           strcmp(block->function->symbol, "main") == 0;
}

/* Calls are looked at in their order, and joined from the back: appending would copy. */
static uint32_t block_performs(struct divergence *divergence, const struct summary *summary,
                               const struct ir_block *block)
{
    const struct ir_value *last = summary->flow->last[block->number];
    struct expressions *all = divergence->all;
    uint32_t *calls = memory_alloc(block->instruction_count * sizeof *calls), count = 0;
    uint32_t sequence =
        ends_program(divergence, block, last) ? expressions_end(all) : EXPRESSION_EMPTY;

    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const struct ir_value *instruction = block->instructions[i];

        if (instruction->opcode == IR_CALL) {
            calls[count++] = divergence_call(divergence, instruction);
        }
        if (instruction == last) {
            break;
        }
    }
    while (count > 0) {
        sequence = expressions_join(all, calls[--count], sequence);
    }
    free(calls);
    return sequence;
}

static void find_local(struct divergence *divergence, struct summary *summary)
{
    const struct flow *flow = summary->flow;

    for (uint32_t i = 0; i < flow->order_count; i++) {
        uint32_t node = flow->order[i];

        if (node < flow->exit) {
            summary->local[node] =
                block_performs(divergence, summary, flow->function->blocks[node]);
        }
    }
    for (uint32_t i = 0; i < flow->loop_count; i++) {
        const struct flow_loop *loop = &flow->loops[i];
        uint32_t *sequences = memory_alloc(loop->block_count * sizeof *sequences);

        for (uint32_t k = 0; k < loop->block_count; k++) {
            sequences[k] = summary->local[loop->blocks[k]];
        }
        summary->local[loop->again] =
            expressions_again(divergence->all, loop->head,
                              expressions_content(divergence->all, sequences, loop->block_count));
        free(sequences);
    }
}

static uint32_t find_between(struct walker *walker, uint32_t node)
{
    const struct flow *flow = walker->summary->flow;
    uint32_t count = flow->successor_count[node], result;

    if (count < 2 || node >= flow->exit) {
        return EXPRESSION_EMPTY;
    }
    uint32_t *arms = memory_alloc(count * sizeof *arms);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = flow->successors[node][i];

        arms[i] = to == GRAPH_NONE ? EXPRESSION_NONE : walk(walker, to, flow->meet[node]);
    }
    result = divergence_decide(walker->divergence, ir_terminator(flow->function->blocks[node]),
                               arms, count);
    free(arms);
    return result;
}

static bool never_taken(void *context, const struct ir_value *terminator, uint32_t successor)
{
    struct divergence *divergence = context;

    return uniformity_never_taken(divergence->run->uniformity, terminator, successor);
}

void divergence_summarise(struct divergence *divergence, const struct ir_function *function)
{
    struct summary *summary = &divergence->summaries[function->number];
    struct walker walker = {.divergence = divergence, .summary = summary};
    struct flow_knowledge knowledge = {
        .call = divergence_ending,
        .finalizes = divergence_finalizes,
        .never_taken = never_taken,
        .context = divergence,
    };

    struct arena passing = {0};
    const struct flow *flow =
        flow_create(summary->collects ? &divergence->arena : &passing, function, &knowledge);

    summary->ending = flow->ending;
    if (summary->collects && flow->ending != FLOW_DIES) {
        summary->flow = flow;
        summary->local = arena_alloc(&divergence->arena, flow->count * sizeof(uint32_t));
        summary->between = arena_alloc(&divergence->arena, flow->count * sizeof(uint32_t));
        find_local(divergence, summary);
        for (uint32_t i = flow->order_count; i > 0; i--) {
            uint32_t node = flow->order[i - 1];

            summary->between[node] = find_between(&walker, node);
        }
        summary->sequence = walk(&walker, 0, flow->exit);
        if (expressions_size(divergence->all, summary->sequence) > EXPRESSION_LARGE) {
            summary->sequence =
                expressions_abridged(divergence->all, function->blocks[0], summary->sequence);
        }
        intern_free(&walker.by_ends);
        free(walker.ways);
    }
    arena_free(&passing);
    summary->done = true;
}
