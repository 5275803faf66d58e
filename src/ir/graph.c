#include "ir/graph.h"

#include <stdlib.h>
#include <string.h>

struct graph *graph_create(struct arena *arena, uint32_t count)
{
    struct graph *graph = arena_alloc(arena, sizeof *graph);
    graph->arena = arena;
    graph->count = count;
    graph->nodes = arena_alloc(arena, (size_t)count * sizeof *graph->nodes);
    return graph;
}

static bool graph_contains(const uint32_t *list, uint32_t count, uint32_t node)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == node)
            return true;
    return false;
}

void graph_add_edge(struct graph *graph, uint32_t from, uint32_t to)
{
    struct graph_node *source = &graph->nodes[from], *target = &graph->nodes[to];
    /* Search the shorter list: many edges may meet in one node, such as the exit. */
    bool known = source->successor_count < target->predecessor_count
                     ? graph_contains(source->successors, source->successor_count, to)
                     : graph_contains(target->predecessors, target->predecessor_count, from);
    if (known)
        return;
    *arena_push(graph->arena, source->successors, source->successor_count) = to;
    *arena_push(graph->arena, target->predecessors, target->predecessor_count) = from;
}

/* Returns the edges that leave a node in the direction of travel. */
static const uint32_t *graph_onward(const struct graph *graph, uint32_t node, bool backwards,
                                    uint32_t *count)
{
    const struct graph_node *at = &graph->nodes[node];
    *count = backwards ? at->predecessor_count : at->successor_count;
    return backwards ? at->predecessors : at->successors;
}

/* A depth-first search that keeps its own stack: `next` counts the edges taken of each node. */
struct search {
    const struct graph *graph;
    bool backwards;
    uint32_t *stack, *next;
    uint32_t depth;
    bool *seen;
};

static void search_begin(struct search *search, const struct graph *graph, bool backwards)
{
    *search = (struct search){.graph = graph, .backwards = backwards};
    search->stack = memory_zero(graph->count, sizeof *search->stack);
    search->next = memory_zero(graph->count, sizeof *search->next);
    search->seen = memory_zero(graph->count, sizeof *search->seen);
}

static void search_end(struct search *search)
{
    free(search->stack);
    free(search->next);
    free(search->seen);
}

static void search_enter(struct search *search, uint32_t node)
{
    search->seen[node] = true;
    search->stack[search->depth++] = node;
}

/* Takes one edge of the node on top of the stack and returns its target, which is entered if it is
 * new. If there is no edge left, pops the node, sets `*left` to it and returns GRAPH_NONE. */
static uint32_t search_step(struct search *search, uint32_t *left, bool *is_new)
{
    uint32_t node = search->stack[search->depth - 1], count;
    const uint32_t *edges = graph_onward(search->graph, node, search->backwards, &count);
    *left = node;
    *is_new = false;
    if (search->next[node] == count) {
        search->depth--;
        return GRAPH_NONE;
    }
    uint32_t to = edges[search->next[node]++];
    if (!search->seen[to]) {
        *is_new = true;
        search_enter(search, to);
    }
    return to;
}

static uint32_t order_from(const struct graph *graph, uint32_t root, bool backwards,
                           uint32_t *order)
{
    struct search search;
    search_begin(&search, graph, backwards);
    uint32_t count = 0;
    search_enter(&search, root);
    while (search.depth) {
        uint32_t node;
        bool is_new;
        if (search_step(&search, &node, &is_new) == GRAPH_NONE)
            order[count++] = node;
    }
    search_end(&search);
    for (uint32_t i = 0; i < count / 2; i++) {
        uint32_t node = order[i];
        order[i] = order[count - 1 - i];
        order[count - 1 - i] = node;
    }
    return count;
}

uint32_t graph_order(const struct graph *graph, uint32_t root, uint32_t *order)
{
    return order_from(graph, root, false, order);
}

uint32_t graph_retreating(struct arena *arena, const struct graph *graph, uint32_t root,
                          struct graph_edge **edges)
{
    struct search search;
    search_begin(&search, graph, false);
    bool *on_path = memory_zero(graph->count, sizeof *on_path);
    uint32_t count = 0;
    *edges = NULL;
    search_enter(&search, root);
    on_path[root] = true;
    while (search.depth) {
        uint32_t node;
        bool is_new;
        uint32_t to = search_step(&search, &node, &is_new);
        if (to == GRAPH_NONE)
            on_path[node] = false;
        else if (is_new)
            on_path[to] = true;
        else if (on_path[to])
            *arena_push(arena, *edges, count) = (struct graph_edge){node, to};
    }
    free(on_path);
    search_end(&search);
    return count;
}

uint32_t graph_components(const struct graph *graph, uint32_t *component)
{
    struct search search;
    search_begin(&search, graph, false);
    uint32_t *index = memory_zero(graph->count, sizeof *index);
    uint32_t *low = memory_zero(graph->count, sizeof *low);
    uint32_t *open = memory_zero(graph->count, sizeof *open); /* nodes without a component yet */
    uint32_t open_count = 0, found = 0, visited = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        component[i] = GRAPH_NONE;
    for (uint32_t root = 0; root < graph->count; root++) {
        if (search.seen[root])
            continue;
        search_enter(&search, root);
        index[root] = low[root] = visited++;
        open[open_count++] = root;
        while (search.depth) {
            uint32_t node;
            bool is_new;
            uint32_t to = search_step(&search, &node, &is_new);
            if (is_new) {
                index[to] = low[to] = visited++;
                open[open_count++] = to;
            } else if (to != GRAPH_NONE) {
                if (component[to] == GRAPH_NONE && index[to] < low[node])
                    low[node] = index[to];
            } else {
                if (low[node] == index[node]) {
                    uint32_t member;
                    do {
                        member = open[--open_count];
                        component[member] = found;
                    } while (member != node);
                    found++;
                }
                if (search.depth) {
                    uint32_t above = search.stack[search.depth - 1];
                    if (low[node] < low[above])
                        low[above] = low[node];
                }
            }
        }
    }
    free(index);
    free(low);
    free(open);
    search_end(&search);
    return found;
}

/* Adds an edge to the exit from the first block of each loop that is never left. Every node reaches
 * a component that no edge leaves. Each such component is a loop that is never left, except the
 * exit. */
static void let_loops_end(struct graph *graph)
{
    uint32_t exit = graph->count - 1;
    uint32_t *component = memory_zero(graph->count, sizeof *component);
    uint32_t *order = memory_zero(graph->count, sizeof *order);
    uint32_t components = graph_components(graph, component);
    bool *left = memory_zero(components, sizeof *left);
    for (uint32_t node = 0; node < graph->count; node++)
        for (uint32_t i = 0; i < graph->nodes[node].successor_count; i++)
            if (component[graph->nodes[node].successors[i]] != component[node])
                left[component[node]] = true;
    uint32_t reached = graph_order(graph, 0, order);
    for (uint32_t i = 0; i < reached; i++) {
        uint32_t node = order[i];
        if (node != exit && !left[component[node]]) {
            left[component[node]] = true;
            graph_add_edge(graph, node, exit);
        }
    }
    free(component);
    free(order);
    free(left);
}

struct graph *graph_of_function(struct arena *arena, const struct ir_function *function)
{
    struct graph *graph = graph_create(arena, function->block_count + 1);
    uint32_t exit = function->block_count;
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_block *block = function->blocks[i];
        for (uint32_t j = 0; j < block->successor_count; j++)
            graph_add_edge(graph, i, block->successors[j]->number);
        if (!block->successor_count)
            graph_add_edge(graph, i, exit);
    }
    if (function->block_count)
        let_loops_end(graph);
    return graph;
}

/* Returns the nearest node that dominates both; `rank` is the index in reverse postorder. */
static uint32_t graph_meet(const uint32_t *immediate, const uint32_t *rank, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (rank[a] > rank[b])
            a = immediate[a];
        while (rank[b] > rank[a])
            b = immediate[b];
    }
    return a;
}

uint32_t *graph_dominators(struct arena *arena, const struct graph *graph, uint32_t root,
                           bool backwards)
{
    uint32_t *immediate = arena_alloc(arena, graph->count * sizeof *immediate);
    uint32_t *order = memory_zero(graph->count, sizeof *order);
    uint32_t *rank = memory_zero(graph->count, sizeof *rank);
    uint32_t reached = order_from(graph, root, backwards, order);
    for (uint32_t i = 0; i < graph->count; i++)
        immediate[i] = GRAPH_NONE;
    for (uint32_t i = 0; i < reached; i++)
        rank[order[i]] = i;
    immediate[root] = root; /* ends the walk in graph_meet() */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < reached; i++) {
            uint32_t node = order[i], best = GRAPH_NONE, count;
            const uint32_t *sources = graph_onward(graph, node, !backwards, &count);
            for (uint32_t j = 0; j < count; j++)
                if (immediate[sources[j]] != GRAPH_NONE)
                    best = best == GRAPH_NONE ? sources[j]
                                              : graph_meet(immediate, rank, best, sources[j]);
            if (immediate[node] != best) {
                immediate[node] = best;
                changed = true;
            }
        }
    }
    immediate[root] = GRAPH_NONE;
    free(order);
    free(rank);
    return immediate;
}

bool graph_dominates(const uint32_t *immediate, uint32_t above, uint32_t below)
{
    while (below != above && below != GRAPH_NONE)
        below = immediate[below];
    return below == above;
}
