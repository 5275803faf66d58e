#include "static/divergence/flow.h"

#include <stdlib.h>
#include <string.h>

struct flow_builder {
    struct arena *arena;
    const struct flow_knowledge *knowledge;
    struct flow *flow;
    const struct ir_function *function;
    bool exits_end;      /* exit() without MPI_Finalize is a regular end */
    bool exits;          /* some way ends in exit() */
    bool comes_back;     /* it calls setjmp: where a longjmp goes is not followed */
    bool *dead;          /* by block */
    bool *finalized;     /* by block: MPI_Finalize precedes its end on all ways */
    uint32_t *position;  /* by block, in reverse postorder */
    uint32_t *postorder; /* blocks in that order */
    uint32_t reached;
    struct graph *graph; /* the graph with cycles */
    struct graph *calm;  /* the same without edges to landing pads */
    uint32_t *loop_at;   /* by block: 1 + number of the loop whose head it is, or 0 */
};

/* --- Finding live blocks and their successors. --- */

static bool may_go(const struct flow_builder *builder, const struct ir_block *block,
                   uint32_t successor)
{
    const struct ir_value *end = ir_terminator(block);

    if (end->opcode == IR_CALL && builder->flow->throws[block->number]) {
        return successor > 0 ||
               builder->knowledge->call(builder->knowledge->context, end) == FLOW_RETURNS;
    }
    if (end->opcode == IR_CALL && successor > 0) {
        return false; /* the landing pad of an invoke */
    }
    return block->successor_count < 2 ||
           !builder->knowledge->never_taken(builder->knowledge->context, end, successor);
}

/* Returns whether MPI_Finalize precedes the block on all ways seen until now. Blocks are visited in
 * reverse postorder, so only edges back are left out. */
static bool finalized_before(const struct flow_builder *builder, const struct ir_block *block)
{
    bool any = false;

    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        uint32_t before = block->predecessors[i]->number;

        if (builder->position[before] < builder->position[block->number] &&
            !builder->dead[before]) {
            if (!builder->finalized[before]) {
                return false;
            }
            any = true;
        }
    }
    return any;
}

/* Returns how a call ends: FLOW_RETURNS; FLOW_DIES if no way of the wanted kind leads on; else the
 * function is left. */
static enum flow_call ending_at(struct flow_builder *builder, const struct ir_value *call,
                                bool finalized)
{
    const struct flow_knowledge *knowledge = builder->knowledge;
    enum flow_call ending = knowledge->call(knowledge->context, call);

    if (ending == FLOW_EXITS) {
        builder->exits = true;
        ending = finalized || builder->exits_end ? FLOW_ENDS : FLOW_DIES;
    }
    if (ending != FLOW_RETURNS &&
        (knowledge->ways == FLOW_THROWN || (ending == FLOW_LEAVES && builder->comes_back))) {
        return FLOW_DIES;
    }
    return ending;
}

/* Returns whether a way of the wanted kind can end with the block. */
static bool ends_there(const struct flow_builder *builder, const struct ir_block *block)
{
    enum ir_opcode end = ir_terminator(block)->opcode;
    bool thrown = builder->knowledge->ways == FLOW_THROWN;

    return end == IR_RETURN ? !thrown : end == IR_UNWIND ? thrown : end != IR_UNREACHABLE;
}

/* Records whether the call may throw, and where the exception goes. */
static bool visit_throw(struct flow_builder *builder, const struct ir_value *call)
{
    const struct flow_knowledge *knowledge = builder->knowledge;

    if (knowledge->ways == FLOW_CALM || !knowledge->throws(knowledge->context, call)) {
        return false;
    }
    if (call->invoke) {
        builder->flow->throws[call->block->number] = true;
    } else if (knowledge->ways == FLOW_THROWN) {
        builder->flow->escapes[call->block->number] = true;
    }
    return call->invoke;
}

/* Visits the calls of a block up to the first that does not return. */
static void visit_block(struct flow_builder *builder, const struct ir_block *block)
{
    const struct flow_knowledge *knowledge = builder->knowledge;
    bool finalized = finalized_before(builder, block);

    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const struct ir_value *call = block->instructions[i];

        if (call->opcode != IR_CALL) {
            continue;
        }
        enum flow_call ending =
            visit_throw(builder, call) ? FLOW_RETURNS : ending_at(builder, call, finalized);
        if (ending == FLOW_DIES && !builder->flow->escapes[block->number]) {
            builder->dead[block->number] = true;
            return;
        }
        finalized = finalized || knowledge->finalizes(knowledge->context, call);
        if (ending != FLOW_RETURNS) {
            builder->flow->last[block->number] = call;
            break;
        }
    }
    builder->finalized[block->number] = finalized;
    if (builder->flow->last[block->number] == NULL && !builder->flow->escapes[block->number] &&
        !ends_there(builder, block)) {
        builder->dead[block->number] = true;
    }
}

static bool flow_leads_on(const struct flow_builder *builder, const struct ir_block *block)
{
    if (builder->flow->last[block->number] != NULL || builder->flow->escapes[block->number] ||
        block->successor_count == 0) {
        return true;
    }
    for (uint32_t i = 0; i < block->successor_count; i++) {
        if (may_go(builder, block, i) && !builder->dead[block->successors[i]->number]) {
            return true;
        }
    }
    return false;
}

/* Makes blocks dead from which all ways die. */
static void spread_death(struct flow_builder *builder)
{
    const struct ir_block **todo = memory_alloc((builder->reached + 1) * sizeof *todo);
    uint32_t count = 0;

    for (uint32_t i = 0; i < builder->reached; i++) {
        const struct ir_block *block = builder->function->blocks[builder->postorder[i]];

        if (builder->dead[block->number] || !flow_leads_on(builder, block)) {
            builder->dead[block->number] = true;
            todo[count++] = block;
        }
    }
    while (count > 0) {
        const struct ir_block *block = todo[--count];

        for (uint32_t i = 0; i < block->predecessor_count; i++) {
            const struct ir_block *before = block->predecessors[i];

            if (!builder->dead[before->number] && !flow_leads_on(builder, before)) {
                builder->dead[before->number] = true;
                todo[count++] = before; /* each block dies once, so there is room */
            }
        }
    }
    free(todo);
}

static void add_successors(struct flow_builder *builder, const struct ir_block *block)
{
    struct flow *flow = builder->flow;
    bool leaves = flow->last[block->number] != NULL || block->successor_count == 0;
    bool escapes = !leaves && flow->escapes[block->number];
    uint32_t count = leaves ? 1 : block->successor_count + (escapes ? 1 : 0);
    uint32_t *successors = arena_alloc(builder->arena, count * sizeof *successors);

    for (uint32_t i = 0; i < count; i++) {
        if (leaves || i == block->successor_count) {
            successors[i] = flow->exit;
        } else {
            uint32_t to = block->successors[i]->number;
            uint32_t real = flow_thread(block, block->successors[i])->number;

            to = builder->dead[real] ? to : real;
            successors[i] = may_go(builder, block, i) && !builder->dead[to] ? to : GRAPH_NONE;
        }
        if (successors[i] != GRAPH_NONE) {
            graph_add_edge(builder->graph, block->number, successors[i]);
            if (i == 0 || !flow->throws[block->number]) {
                graph_add_edge(builder->calm, block->number, successors[i]);
            }
        }
    }
    flow->successors[block->number] = successors;
    flow->successor_count[block->number] = count;
}

static void find_ways(struct flow_builder *builder)
{
    struct graph *whole = graph_of_function(builder->arena, builder->function);
    uint32_t *order = arena_alloc(builder->arena, whole->count * sizeof *order);
    uint32_t count = graph_order(whole, 0, order);

    builder->reached = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (order[i] < builder->function->block_count) {
            builder->position[order[i]] = builder->reached;
            builder->postorder[builder->reached++] = order[i];
        }
    }
    for (uint32_t i = 0; i < builder->reached; i++) {
        visit_block(builder, builder->function->blocks[builder->postorder[i]]);
    }
    spread_death(builder);
    for (uint32_t i = 0; i < builder->reached; i++) {
        if (!builder->dead[builder->postorder[i]]) {
            add_successors(builder, builder->function->blocks[builder->postorder[i]]);
        }
    }
}

/* Lists the blocks that can still be reached, in reverse postorder: an edge that does not lead to a
 * higher position is an edge back. */
static void find_order(struct flow_builder *builder)
{
    uint32_t *order = memory_alloc(builder->graph->count * sizeof *order);
    uint32_t count = graph_order(builder->graph, 0, order);

    builder->reached = 0;
    for (uint32_t i = 0; i < builder->function->block_count; i++) {
        builder->position[i] = GRAPH_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (order[i] != builder->flow->exit) {
            builder->position[order[i]] = builder->reached;
            builder->postorder[builder->reached++] = order[i];
        }
    }
    free(order);
}

/* --- Loops. --- */

static bool leads_back(const struct flow_builder *builder, uint32_t from, uint32_t to)
{
    return to < builder->flow->exit && builder->position[to] <= builder->position[from];
}

static void find_heads(struct flow_builder *builder)
{
    struct flow *flow = builder->flow;

    for (uint32_t i = 0; i < builder->reached; i++) {
        const struct graph_node *node = &builder->graph->nodes[builder->postorder[i]];

        for (uint32_t k = 0; k < node->successor_count; k++) {
            uint32_t head = node->successors[k];

            if (!leads_back(builder, builder->postorder[i], head)) {
                continue;
            }
            if (builder->loop_at[head] == 0) {
                flow->loops[flow->loop_count].head = builder->function->blocks[head];
                builder->loop_at[head] = ++flow->loop_count;
            }
        }
    }
}

/* Lists the blocks that reach an edge back without passing the head. Blocks before the head are not
 * in the loop, even if edges lead into its middle. Members are marked with the number of the loop
 * plus one. */
static void gather_loop(struct flow_builder *builder, uint32_t number, uint32_t *member)
{
    struct flow_loop *loop = &builder->flow->loops[number];
    uint32_t head = loop->head->number, count = 0;
    uint32_t *found = memory_alloc(builder->reached * sizeof *found);

    found[count++] = head;
    member[head] = number + 1;
    for (uint32_t done = 0; done < count; done++) {
        const struct graph_node *node = &builder->graph->nodes[found[done]];

        for (uint32_t i = 0; i < node->predecessor_count; i++) {
            uint32_t before = node->predecessors[i];

            if (builder->position[before] != GRAPH_NONE && member[before] != number + 1 &&
                builder->position[before] >= builder->position[head] &&
                (found[done] != head || leads_back(builder, before, head))) {
                member[before] = number + 1;
                found[count++] = before;
            }
        }
    }
    loop->blocks = arena_alloc(builder->arena, count * sizeof *found);
    memcpy(loop->blocks, found, count * sizeof *found);
    loop->block_count = count;
    free(found);
}

static void mark_reaching(const struct flow_builder *builder, uint32_t start, bool *reaches,
                          uint32_t *todo)
{
    uint32_t count = 0;

    reaches[start] = true;
    todo[count++] = start;
    while (count > 0) {
        const struct graph_node *node = &builder->graph->nodes[todo[--count]];

        for (uint32_t i = 0; i < node->predecessor_count; i++) {
            if (!reaches[node->predecessors[i]]) {
                reaches[node->predecessors[i]] = true;
                todo[count++] = node->predecessors[i];
            }
        }
    }
}

/* Adds an edge to the exit to loops that are never left, outermost first: dominance needs one. */
static void open_endless(struct flow_builder *builder)
{
    uint32_t exit = builder->flow->exit;
    bool *reaches = memory_zero(exit + 1, sizeof *reaches);
    uint32_t *todo = memory_alloc((exit + 1) * sizeof *todo);

    mark_reaching(builder, exit, reaches, todo);
    for (uint32_t i = 0; i < builder->reached; i++) {
        uint32_t block = builder->postorder[i];

        if (builder->loop_at[block] != 0 && !reaches[block]) {
            graph_add_edge(builder->graph, block, exit);
            mark_reaching(builder, block, reaches, todo);
        }
    }
    free(reaches);
    free(todo);
}

/* Returns where the way from a loop's node goes on: to the first block after the loop that all ways
 * out of it pass, or to another round of the loop around it. Exceptions leave a loop in this round
 * or never: later rounds are assumed to have none, if that leads anywhere. */
static uint32_t way_out(const struct flow_builder *builder, const uint32_t *post_dominator,
                        uint32_t loop, const uint32_t *member)
{
    const struct flow *flow = builder->flow;
    uint32_t head = flow->loops[loop].head->number, at = post_dominator[head];

    for (; at != GRAPH_NONE && at != flow->exit; at = post_dominator[at]) {
        if (member[at] == loop + 1) {
            continue;
        }
        if (builder->position[at] > builder->position[head]) {
            return at;
        }
        if (builder->loop_at[at] != 0) {
            return flow->exit + builder->loop_at[at];
        }
    }
    return flow->exit;
}

static void find_loops(struct flow_builder *builder)
{
    struct flow *flow = builder->flow;
    uint32_t *member = memory_zero(flow->exit + 1, sizeof *member);

    flow->loops = arena_alloc(builder->arena, flow->exit * sizeof *flow->loops);
    find_heads(builder);
    open_endless(builder);
    uint32_t *all = graph_dominators(builder->arena, builder->graph, flow->exit, true);
    uint32_t *calm = flow->ways == FLOW_CALM
                         ? all
                         : graph_dominators(builder->arena, builder->calm, flow->exit, true);
    flow->count = flow->exit + 1 + flow->loop_count;
    for (uint32_t i = 0; i < flow->loop_count; i++) {
        uint32_t *next = arena_alloc(builder->arena, sizeof *next);
        bool left_calmly = calm[flow->loops[i].head->number] != GRAPH_NONE;

        gather_loop(builder, i, member);
        flow->loops[i].again = flow->exit + 1 + i;
        *next = way_out(builder, left_calmly ? calm : all, i, member);
        flow->successors[flow->loops[i].again] = next;
        flow->successor_count[flow->loops[i].again] = 1;
    }
    for (uint32_t i = 0; i < builder->reached; i++) {
        uint32_t block = builder->postorder[i];

        for (uint32_t k = 0; k < flow->successor_count[block]; k++) {
            uint32_t *to = &flow->successors[block][k];

            if (*to != GRAPH_NONE && leads_back(builder, block, *to)) {
                *to = flow->exit + builder->loop_at[*to];
            }
        }
    }
    free(member);
}

/* --- The graph without cycles. --- */

static void flow_connect(struct flow_builder *builder)
{
    struct flow *flow = builder->flow;
    struct graph *graph = graph_create(builder->arena, flow->count);

    for (uint32_t node = 0; node < flow->count; node++) {
        bool alive =
            node > flow->exit || (node < flow->exit && builder->position[node] != GRAPH_NONE);

        for (uint32_t i = 0; alive && i < flow->successor_count[node]; i++) {
            if (flow->successors[node][i] != GRAPH_NONE) {
                graph_add_edge(graph, node, flow->successors[node][i]);
            }
        }
    }
    flow->order_count = graph_order(graph, 0, flow->order);
    flow->meet = graph_dominators(builder->arena, graph, flow->exit, true);
}

static bool has_cycle(const struct flow *flow)
{
    uint32_t *at = memory_zero(flow->count, sizeof *at);
    bool found = false;

    for (uint32_t i = 0; i < flow->order_count; i++) {
        at[flow->order[i]] = i;
    }
    for (uint32_t i = 0; i < flow->order_count; i++) {
        uint32_t node = flow->order[i];

        for (uint32_t k = 0; k < flow->successor_count[node]; k++) {
            uint32_t next = flow->successors[node][k];

            found = found || (next != GRAPH_NONE && at[next] <= i);
        }
    }
    free(at);
    return found;
}

/* Orders the graph and finds where ways meet. The node of another round of a loop with several
 * entries can lead back into the loop. Then the nodes of all loops lead to the exit instead, which
 * is safe, but makes ways meet later than they do. */
static void flow_finish(struct flow_builder *builder)
{
    struct flow *flow = builder->flow;

    flow->order = arena_alloc(builder->arena, flow->count * sizeof *flow->order);
    flow_connect(builder);
    if (has_cycle(flow)) {
        flow->tangled = true;
        for (uint32_t i = 0; i < flow->loop_count; i++) {
            flow->successors[flow->loops[i].again][0] = flow->exit;
        }
        flow_connect(builder);
    }
}

/* Returns how a call of the function ends, if some way through it is alive. */
static enum flow_call flow_ending_of(const struct flow_builder *builder)
{
    const struct flow_knowledge *knowledge = builder->knowledge;
    enum flow_call ending = FLOW_ENDS;

    for (uint32_t i = 0; i < builder->reached; i++) {
        const struct ir_block *block = builder->function->blocks[builder->postorder[i]];
        const struct ir_value *last = builder->flow->last[block->number];

        if (last == NULL && ir_terminator(block)->opcode == IR_RETURN) {
            return FLOW_RETURNS;
        }
        if (last != NULL && knowledge->call(knowledge->context, last) == FLOW_LEAVES) {
            ending = FLOW_LEAVES;
        }
    }
    return ending;
}

static bool flow_calls_setjmp(const struct ir_function *function)
{
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *callee = function->calls[i]->callee;

        if (callee != NULL && callee->as_function != NULL && callee->as_function->returns_twice) {
            return true;
        }
    }
    return false;
}

static struct flow *flow_build(struct flow_builder *builder)
{
    const struct ir_function *function = builder->function;
    struct arena *arena = builder->arena;
    uint32_t blocks = function->block_count;
    struct flow *flow = arena_alloc(arena, sizeof *flow);

    builder->flow = flow;
    flow->function = function;
    flow->exit = blocks;
    flow->successors = arena_alloc(arena, (2 * (size_t)blocks + 1) * sizeof *flow->successors);
    flow->successor_count =
        arena_alloc(arena, (2 * (size_t)blocks + 1) * sizeof *flow->successor_count);
    flow->last = arena_alloc(arena, blocks * sizeof *flow->last);
    builder->dead = arena_alloc(arena, blocks * sizeof *builder->dead);
    builder->finalized = arena_alloc(arena, blocks * sizeof *builder->finalized);
    builder->position = arena_alloc(arena, blocks * sizeof *builder->position);
    builder->postorder = arena_alloc(arena, blocks * sizeof *builder->postorder);
    builder->loop_at = arena_alloc(arena, blocks * sizeof *builder->loop_at);
    builder->graph = graph_create(arena, blocks + 1);
    builder->calm = graph_create(arena, blocks + 1);
    flow->ways = builder->knowledge->ways;
    flow->throws = arena_alloc(arena, blocks * sizeof *flow->throws);
    flow->escapes = arena_alloc(arena, blocks * sizeof *flow->escapes);
    find_ways(builder);
    if (builder->dead[0]) {
        flow->ending = FLOW_DIES;
        return flow;
    }
    find_order(builder);
    find_loops(builder);
    flow_finish(builder);
    flow->ending = flow_ending_of(builder);
    return flow;
}

struct flow *flow_create(struct arena *arena, const struct ir_function *function,
                         const struct flow_knowledge *knowledge)
{
    struct flow_builder builder = {.arena = arena, .knowledge = knowledge, .function = function};

    builder.comes_back = flow_calls_setjmp(function);
    struct flow *flow = flow_build(&builder);

    if (flow->ending == FLOW_DIES && builder.exits) {
        builder.exits_end = true;
        flow = flow_build(&builder);
        flow->ending = flow->ending == FLOW_ENDS ? FLOW_EXITS : flow->ending;
    }
    return flow;
}

const struct flow_loop *flow_loop_of(const struct flow *flow, uint32_t node)
{
    return node > flow->exit ? &flow->loops[node - flow->exit - 1] : NULL;
}
