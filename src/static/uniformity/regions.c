/* regions.c: finds where the paths of a branch meet again, and which loops it leaves.
 *
 * Blocks that never return (they exit, abort, throw) end the program or its ranks as a whole. Paths
 * that lead only there are left out; otherwise every test for an error would look like an early
 * return.
 */
#include "static/uniformity/regions.h"

#include <stdlib.h>
#include <string.h>

/* Marks the blocks from which the function can return; false: there is none. */
static bool mark_returning(const struct ir_function *function, bool *returning)
{
    uint32_t *todo = memory_zero(function->block_count + 1, sizeof *todo), count = 0;
    for (uint32_t i = 0; i < function->block_count; i++)
        if (ir_terminator(function->blocks[i])->opcode == IR_RETURN) {
            returning[i] = true;
            todo[count++] = i;
        }
    bool any = count > 0;
    while (count > 0) {
        const struct ir_block *block = function->blocks[todo[--count]];
        for (uint32_t i = 0; i < block->predecessor_count; i++) {
            uint32_t from = block->predecessors[i]->number;
            if (!returning[from]) {
                returning[from] = true;
                todo[count++] = from;
            }
        }
    }
    free(todo);
    return any;
}

static struct graph *returning_graph(struct arena *arena, const struct ir_function *function)
{
    bool *returning = memory_zero(function->block_count + 1, sizeof *returning);
    if (!mark_returning(function, returning)) {
        free(returning);
        return graph_of_function(arena, function);
    }
    struct graph *graph = graph_create(arena, function->block_count + 1);
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_block *block = function->blocks[i];
        if (ir_terminator(block)->opcode == IR_RETURN)
            graph_add_edge(graph, i, function->block_count);
        for (uint32_t k = 0; returning[i] && k < block->successor_count; k++)
            if (returning[block->successors[k]->number])
                graph_add_edge(graph, i, block->successors[k]->number);
    }
    free(returning);
    return graph;
}

struct regions *regions_of(struct uniformity *uniformity, const struct ir_function *function)
{
    struct regions *known = uniformity->regions[function->number];
    if (known)
        return known;
    struct arena *arena = &uniformity->arena;
    struct regions *regions = arena_alloc(arena, sizeof *regions);
    struct graph *all = graph_of_function(arena, function);
    uint32_t count = function->block_count;
    regions->function = function;
    regions->arena = arena;
    regions->joins = arena_alloc(arena, (count + 1) * sizeof *regions->joins);
    regions->order = arena_alloc(arena, (count + 1) * sizeof *regions->order);
    regions->position = arena_alloc(arena, (count + 1) * sizeof *regions->position);
    uint32_t reached = graph_order(all, 0, regions->order);
    for (uint32_t i = 0; i < reached; i++) {
        uint32_t block = regions->order[i];
        if (block == count)
            continue; /* the exit is no block */
        regions->order[regions->order_count] = block;
        regions->position[block] = regions->order_count++;
    }
    regions->dominator = graph_dominators(arena, all, 0, false);
    regions->postdominator = graph_dominators(arena, returning_graph(arena, function), count, true);
    regions->loops = graph_loops(arena, all, 0);
    uniformity->regions[function->number] = regions;
    return regions;
}

bool regions_in_loop(const struct regions *regions, uint32_t block, uint32_t head)
{
    for (uint32_t at = regions->loops->head[block]; at != GRAPH_NONE;
         at = regions->loops->parent[at])
        if (at == head)
            return true;
    return false;
}

uint32_t regions_left_loop(const struct regions *regions, uint32_t block, uint32_t head)
{
    uint32_t after = regions->postdominator[block];
    if (after == GRAPH_NONE)
        return GRAPH_NONE;
    head = head == GRAPH_NONE ? regions->loops->head[block] : regions->loops->parent[head];
    if (head == GRAPH_NONE)
        return GRAPH_NONE;
    /* All ranks leave or continue the loop alike if all paths meet within it. */
    bool inside = after < regions->function->block_count && regions_in_loop(regions, after, head);
    return inside ? GRAPH_NONE : head;
}

struct labelling {
    const struct regions *regions;
    uint32_t *label; /* by block: the block through which all paths from the branch to it come */
    bool *queued, *join;
    uint32_t branch, stop;
    uint32_t low, high; /* range of positions that may be queued */
};

static void give_label(struct labelling *work, uint32_t block, uint32_t label)
{
    if (block == work->branch)
        return;
    if (work->label[block] == GRAPH_NONE) {
        work->label[block] = label;
    } else if (work->label[block] != label && work->label[block] != block) {
        work->label[block] = block;
        work->join[block] = true;
    } else {
        work->join[block] |= work->label[block] != label;
        return;
    }
    uint32_t position = work->regions->position[block];
    if (block == work->stop)
        return;
    work->queued[block] = true;
    work->low = position < work->low ? position : work->low;
    work->high = position > work->high ? position : work->high;
}

static void spread_labels(struct labelling *work)
{
    const struct regions *regions = work->regions;
    while (work->low <= work->high && work->low < regions->order_count) {
        uint32_t block = regions->order[work->low++];
        if (!work->queued[block])
            continue;
        work->queued[block] = false;
        const struct ir_block *from = regions->function->blocks[block];
        for (uint32_t i = 0; i < from->successor_count; i++)
            give_label(work, from->successors[i]->number, work->label[block]);
    }
}

static struct joins *find_joins(const struct regions *regions, uint32_t block)
{
    uint32_t count = regions->function->block_count;
    struct labelling work = {
        .regions = regions,
        .label = memory_alloc((count + 1) * sizeof(uint32_t)),
        .queued = memory_zero(count + 1, sizeof(bool)),
        .join = memory_zero(count + 1, sizeof(bool)),
        .branch = block,
        .stop = regions->postdominator[block],
        .low = UINT32_MAX,
    };
    memset(work.label, 0xff, (count + 1) * sizeof *work.label); /* GRAPH_NONE */
    const struct ir_block *from = regions->function->blocks[block];
    for (uint32_t i = 0; i < from->successor_count; i++)
        give_label(&work, from->successors[i]->number, from->successors[i]->number);
    spread_labels(&work);
    struct joins *joins = arena_alloc(regions->arena, sizeof *joins);
    for (uint32_t i = 0; i < count; i++)
        if (work.join[i])
            *arena_push(regions->arena, joins->blocks, joins->count) = i;
    free(work.label);
    free(work.queued);
    free(work.join);
    return joins;
}

const struct joins *regions_joins(const struct regions *regions, uint32_t block)
{
    if (!regions->joins[block])
        regions->joins[block] = find_joins(regions, block);
    return regions->joins[block];
}
