#include "static/divergence/summary.h"

#include "base/intern.h"
#include "runtime/hash.h"
#include "static/divergence/calls.h"
#include "static/divergence/catch.h"
#include "static/divergence/decide.h"
#include "static/divergence/throw.h"

#include <stdlib.h>
#include <string.h>

/* What happens from a node to another node that all ways from it reach; kept to be found again. */
struct way {
    uint32_t from, to, sequence;
};

struct walker {
    struct divergence *divergence;
    struct summary *summary;
    divergence_decider *decide;
    void *context;
    struct way *ways;
    size_t way_count, way_space;
    struct intern by_ends;
};

static bool ways_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct way *a = &((const struct walker *)owner)->ways[number], *b = wanted;

    return a->from == b->from && a->to == b->to;
}

/* Returns the index of this way in `ways`; its sequence is EXPRESSION_NONE if it is new. */
static size_t way_between(struct walker *walker, uint32_t from, uint32_t to)
{
    struct way way = {from, to, EXPRESSION_NONE};
    uint32_t number = intern_number(&walker->by_ends, hash_number(from, to), ways_equal, walker,
                                    &way, walker->way_count);

    if (number == walker->way_count) {
        walker->ways = memory_room(walker->ways, walker->way_count, &walker->way_space, sizeof way);
        walker->ways[walker->way_count++] = way;
    }
    return number;
}

/* Walks from node to node by where their ways meet; all nodes on the walk have been visited. */
static uint32_t summary_walk(struct walker *walker, uint32_t from, uint32_t to)
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

/* Returns whether the program ends with the block: by a call, or by returning from main. */
static bool summary_ends_program(struct divergence *divergence, const struct ir_block *block,
                                 const struct ir_value *last)
{
    if (last != NULL) {
        return divergence_ending(divergence, last) != FLOW_LEAVES;
    }
    return ir_terminator(block)->opcode == IR_RETURN &&
           strcmp(block->function->symbol, "main") == 0;
}

/* Returns what the calls of a block perform. Visits calls in their order and joins them from the
 * back, because appending would copy. */
static uint32_t block_performs(struct divergence *divergence, const struct summary *summary,
                               const struct ir_block *block)
{
    const struct ir_value *last = summary->flow->last[block->number];
    struct expressions *all = divergence->all;
    uint32_t *calls = memory_alloc(block->instruction_count * sizeof *calls), count = 0;
    uint32_t sequence =
        summary_ends_program(divergence, block, last) ? expressions_end(all) : EXPRESSION_EMPTY;

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

/* Returns whether what the block performs depends on whether its calls throw; then `between`
 * contains it. */
static bool decides_by_throwing(const struct flow *flow, uint32_t node)
{
    return flow->throws[node] || flow->escapes[node];
}

static void find_local(struct divergence *divergence, struct summary *summary)
{
    const struct flow *flow = summary->flow;
    uint32_t *content = memory_zero(flow->exit + 1, sizeof *content); /* by block */

    for (uint32_t i = 0; i < flow->order_count; i++) {
        uint32_t node = flow->order[i];

        if (node < flow->exit) {
            content[node] = block_performs(divergence, summary, flow->function->blocks[node]);
            summary->local[node] =
                decides_by_throwing(flow, node) ? EXPRESSION_EMPTY : content[node];
        }
    }
    for (uint32_t i = 0; i < flow->loop_count; i++) {
        const struct flow_loop *loop = &flow->loops[i];
        uint32_t *sequences = memory_alloc(loop->block_count * sizeof *sequences);

        for (uint32_t k = 0; k < loop->block_count; k++) {
            sequences[k] = content[loop->blocks[k]];
        }
        summary->local[loop->again] =
            expressions_again(divergence->all, loop->head,
                              expressions_content(divergence->all, sequences, loop->block_count));
        free(sequences);
    }
    free(content);
}

/* Joins two sequences; returns EXPRESSION_NONE if one of them has no way through. */
static uint32_t join_ways(struct expressions *all, uint32_t before, uint32_t after)
{
    return before == EXPRESSION_NONE || after == EXPRESSION_NONE
               ? EXPRESSION_NONE
               : expressions_join(all, before, after);
}

/* Returns how many instructions of a block are executed: up to the call that does not return, or to
 * an invoke that may throw, which is part of what follows. */
static uint32_t summary_executed(const struct flow *flow, const struct ir_block *block)
{
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        if (block->instructions[i] == flow->last[block->number]) {
            return i + 1;
        }
    }
    return block->instruction_count - (flow->throws[block->number] ? 1 : 0);
}

/* Returns what the calls of a block perform, before `after` or an exception that leaves the
 * function. */
static uint32_t before_throwing(struct divergence *divergence, const struct flow *flow,
                                const struct ir_block *block, uint32_t after)
{
    after = flow->last[block->number] != NULL ? EXPRESSION_NONE : after;
    for (uint32_t count = summary_executed(flow, block); count > 0; count--) {
        const struct ir_value *call = block->instructions[count - 1];

        if (call->opcode != IR_CALL) {
            continue;
        }
        uint32_t arms[2] = {join_ways(divergence->all, divergence_call(divergence, call), after),
                            flow->ways == FLOW_THROWN && divergence_throws(divergence, call)
                                ? divergence_call_throws(divergence, call)
                                : EXPRESSION_NONE};

        after = arms[0] == EXPRESSION_NONE ? arms[1]
                : arms[1] == EXPRESSION_NONE
                    ? arms[0]
                    : divergence_choose_throw(divergence, flow, call, arms);
    }
    return after;
}

/* Returns what is performed after a node, up to where its ways meet again. */
static uint32_t find_between(struct walker *walker, uint32_t node)
{
    struct divergence *divergence = walker->divergence;
    const struct flow *flow = walker->summary->flow;
    uint32_t count = flow->successor_count[node], result = EXPRESSION_NONE;

    if (node >= flow->exit || (count < 2 && !decides_by_throwing(flow, node))) {
        return EXPRESSION_EMPTY;
    }
    const struct ir_block *block = flow->function->blocks[node];
    const struct ir_value *end = ir_terminator(block);
    uint32_t *arms = memory_alloc(count * sizeof *arms);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = flow->successors[node][i];

        arms[i] = to == GRAPH_NONE ? EXPRESSION_NONE : summary_walk(walker, to, flow->meet[node]);
        if (flow->throws[node] && i < 2) {
            uint32_t own =
                i == 0 ? divergence_call(divergence, end) : divergence_call_throws(divergence, end);

            arms[i] = join_ways(divergence->all, own, arms[i]);
        }
    }
    count -= flow->escapes[node] && count > 0 ? 1 : 0; /* the last leads to the exit */
    bool leads_on = false;
    for (uint32_t i = 0; i < count; i++) {
        leads_on = leads_on || arms[i] != EXPRESSION_NONE;
    }
    if (leads_on) {
        result = count > 1 ? walker->decide(walker->context, end, arms, count) : arms[0];
    }
    if (decides_by_throwing(flow, node)) {
        result = before_throwing(divergence, flow, block, result);
    }
    free(arms);
    return result == EXPRESSION_NONE ? EXPRESSION_EMPTY : result;
}

uint32_t divergence_perform(struct divergence *divergence, struct summary *summary,
                            divergence_decider *decide, void *context)
{
    struct walker walker = {divergence, summary, decide, context, NULL, 0, 0, {0}};
    const struct flow *flow = summary->flow;

    summary->local = arena_alloc(&divergence->arena, flow->count * sizeof(uint32_t));
    summary->between = arena_alloc(&divergence->arena, flow->count * sizeof(uint32_t));
    find_local(divergence, summary);
    for (uint32_t i = flow->order_count; i > 0; i--) {
        uint32_t node = flow->order[i - 1];

        summary->between[node] = find_between(&walker, node);
    }
    uint32_t sequence = summary_walk(&walker, 0, flow->exit);
    if (expressions_size(divergence->all, sequence) > EXPRESSION_LARGE) {
        sequence = expressions_abridged(divergence->all, flow->function->blocks[0], sequence);
    }
    intern_free(&walker.by_ends);
    free(walker.ways);
    return sequence;
}

static uint32_t decide_calmly(void *context, const struct ir_value *decider, uint32_t *arms,
                              uint32_t count)
{
    bool unsure = false;

    return divergence_decide(context, decider, NULL, arms, count, &unsure);
}

static bool never_taken(void *context, const struct ir_value *terminator, uint32_t successor)
{
    struct divergence *divergence = context;

    return uniformity_never_taken(divergence->run->uniformity, terminator, successor) ||
           divergence_never_caught(divergence, terminator, successor);
}

void divergence_summarise(struct divergence *divergence, const struct ir_function *function)
{
    struct summary *summary = &divergence->summaries[function->number];
    struct flow_knowledge knowledge = {
        .ways = FLOW_CALM,
        .throws = divergence_throws,
        .call = divergence_ending,
        .finalizes = divergence_finalizes,
        .never_taken = never_taken,
        .context = divergence,
    };

    struct arena passing = {0};
    const struct flow *flow =
        flow_create(summary->collects ? &divergence->arena : &passing, function, &knowledge);

    summary->ending = flow->ending;
    summary->thrown = EXPRESSION_NONE;
    if (summary->collects && flow->ending != FLOW_DIES) {
        summary->flow = flow;
        summary->sequence = divergence_perform(divergence, summary, decide_calmly, divergence);
    }
    arena_free(&passing);
    if (summary->raises) {
        divergence_follow_throws(divergence, function, &knowledge);
    }
    summary->done = true;
}
