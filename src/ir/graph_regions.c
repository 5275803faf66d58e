/* graph_regions.c: computes frontiers and loops from dominance. */
#include "ir/graph.h"

#include <stdlib.h>

/* The tree of dominators as lists of children, and the depth of each node. */
struct tree {
    uint32_t *child, *sibling, *level;
    uint32_t deepest;
};

static void tree_build(struct tree *tree, const uint32_t *immediate, uint32_t count)
{
    tree->child = memory_zero(count, sizeof *tree->child);
    tree->sibling = memory_zero(count, sizeof *tree->sibling);
    tree->level = memory_zero(count, sizeof *tree->level);
    tree->deepest = 0;
    for (uint32_t i = 0; i < count; i++)
        tree->child[i] = tree->sibling[i] = GRAPH_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (immediate[i] != GRAPH_NONE) {
            tree->sibling[i] = tree->child[immediate[i]];
            tree->child[immediate[i]] = i;
        }
    /* Compute levels from the roots down, along a list that is its own queue. */
    uint32_t *queue = memory_zero(count, sizeof *queue), queued = 0;
    for (uint32_t i = 0; i < count; i++)
        if (immediate[i] == GRAPH_NONE)
            queue[queued++] = i;
    for (uint32_t i = 0; i < queued; i++)
        for (uint32_t child = tree->child[queue[i]]; child != GRAPH_NONE;
             child = tree->sibling[child]) {
            tree->level[child] = tree->level[queue[i]] + 1;
            if (tree->level[child] > tree->deepest)
                tree->deepest = tree->level[child];
            queue[queued++] = child;
        }
    free(queue);
}

static void tree_free(struct tree *tree)
{
    free(tree->child);
    free(tree->sibling);
    free(tree->level);
}

/* Computes frontiers (Sreedhar and Gao, "A linear time algorithm for placing phi-nodes"). Nodes are
 * taken deepest first. For each node, the search covers the part of its subtree that no deeper node
 * has searched. It finds edges that leave the subtree, to nodes that are no deeper than the node
 * itself. */
struct frontier {
    const struct graph *graph;
    const uint32_t *immediate;
    bool backwards;
    struct tree tree;
    uint32_t *bucket, *next; /* nodes to take, in lists by level */
    bool *queued, *seen, *result;
    uint32_t *stack;
};

static void take_later(struct frontier *frontier, uint32_t node)
{
    if (frontier->queued[node])
        return;
    frontier->queued[node] = true;
    uint32_t level = frontier->tree.level[node];
    frontier->next[node] = frontier->bucket[level];
    frontier->bucket[level] = node;
}

static void search_below(struct frontier *frontier, uint32_t top)
{
    const struct tree *tree = &frontier->tree;
    uint32_t depth = 0;
    frontier->stack[depth++] = top;
    frontier->seen[top] = true;
    while (depth) {
        uint32_t node = frontier->stack[--depth];
        const struct graph_node *at = &frontier->graph->nodes[node];
        const uint32_t *edges = frontier->backwards ? at->predecessors : at->successors;
        uint32_t count = frontier->backwards ? at->predecessor_count : at->successor_count;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t to = edges[i];
            if (frontier->immediate[to] == node || tree->level[to] > tree->level[top])
                continue;
            frontier->result[to] = true;
            take_later(frontier, to);
        }
        for (uint32_t child = tree->child[node]; child != GRAPH_NONE; child = tree->sibling[child])
            if (!frontier->seen[child]) {
                frontier->seen[child] = true;
                frontier->stack[depth++] = child;
            }
    }
}

void graph_frontier(const struct graph *graph, const uint32_t *immediate, bool backwards,
                    const uint32_t *set, uint32_t set_count, bool *result)
{
    struct frontier frontier = {
        .graph = graph, .immediate = immediate, .backwards = backwards, .result = result};
    uint32_t count = graph->count;
    tree_build(&frontier.tree, immediate, count);
    frontier.bucket = memory_zero((size_t)frontier.tree.deepest + 1, sizeof *frontier.bucket);
    for (uint32_t i = 0; i <= frontier.tree.deepest; i++)
        frontier.bucket[i] = GRAPH_NONE;
    frontier.next = memory_zero(count, sizeof *frontier.next);
    frontier.stack = memory_zero(count, sizeof *frontier.stack);
    frontier.queued = memory_zero(count, sizeof *frontier.queued);
    frontier.seen = memory_zero(count, sizeof *frontier.seen);
    for (uint32_t i = 0; i < count; i++)
        result[i] = false;
    for (uint32_t i = 0; i < set_count; i++)
        take_later(&frontier, set[i]);
    for (uint32_t level = frontier.tree.deepest + 1; level-- > 0;)
        while (frontier.bucket[level] != GRAPH_NONE) {
            uint32_t node = frontier.bucket[level];
            frontier.bucket[level] = frontier.next[node];
            search_below(&frontier, node);
        }
    tree_free(&frontier.tree);
    free(frontier.bucket);
    free(frontier.next);
    free(frontier.stack);
    free(frontier.queued);
    free(frontier.seen);
}

static uint32_t region_outermost(const struct graph_loops *loops, uint32_t head)
{
    while (loops->parent[head] != GRAPH_NONE)
        head = loops->parent[head];
    return head;
}

/* Collects all nodes that reach a back edge of `head` without passing it. Inner loops were found
 * before, and count as one node each. */
static void collect_loop(const struct graph *graph, const uint32_t *immediate, const uint32_t *rank,
                         struct graph_loops *loops, uint32_t head, uint32_t *stack, uint32_t *mark)
{
    const struct graph_node *at = &graph->nodes[head];
    uint32_t depth = 0;
    for (uint32_t i = 0; i < at->predecessor_count; i++) {
        uint32_t from = at->predecessors[i];
        /* Only an edge against the order can lead back to a node that dominates its source. */
        if (rank[from] != GRAPH_NONE && rank[from] >= rank[head] &&
            graph_dominates(immediate, head, from)) {
            mark[from] = head;
            stack[depth++] = from;
        }
    }
    if (depth)
        loops->head[head] = head;
    while (depth) {
        uint32_t node = stack[--depth];
        if (node == head)
            continue;
        if (loops->head[node] == GRAPH_NONE) {
            loops->head[node] = head;
        } else {
            node = region_outermost(loops, loops->head[node]);
            if (node == head)
                continue;
            loops->parent[node] = head;
        }
        for (uint32_t i = 0; i < graph->nodes[node].predecessor_count; i++) {
            uint32_t from = graph->nodes[node].predecessors[i];
            if (rank[from] != GRAPH_NONE && mark[from] != head) {
                mark[from] = head;
                stack[depth++] = from;
            }
        }
    }
}

struct graph_loops *graph_loops(struct arena *arena, const struct graph *graph, uint32_t root)
{
    uint32_t count = graph->count;
    struct graph_loops *loops = arena_alloc(arena, sizeof *loops);
    loops->head = arena_alloc(arena, count * sizeof *loops->head);
    loops->parent = arena_alloc(arena, count * sizeof *loops->parent);
    loops->depth = arena_alloc(arena, count * sizeof *loops->depth);
    for (uint32_t i = 0; i < count; i++)
        loops->head[i] = loops->parent[i] = GRAPH_NONE;
    struct arena scratch = {0};
    uint32_t *immediate = graph_dominators(&scratch, graph, root, false);
    uint32_t *order = memory_zero(count, sizeof *order);
    uint32_t *stack = memory_zero(count, sizeof *stack);
    uint32_t *mark = memory_zero(count, sizeof *mark); /* the last loop that visited the node */
    uint32_t *rank = memory_zero(count, sizeof *rank); /* in reverse postorder */
    uint32_t order_count = graph_order(graph, root, order);
    for (uint32_t i = 0; i < count; i++)
        mark[i] = rank[i] = GRAPH_NONE;
    for (uint32_t i = 0; i < order_count; i++)
        rank[order[i]] = i;
    /* The head of an inner loop comes after that of the outer loop in reverse postorder. */
    for (uint32_t i = order_count; i-- > 0;)
        collect_loop(graph, immediate, rank, loops, order[i], stack, mark);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t head = loops->head[i]; head != GRAPH_NONE; head = loops->parent[head])
            loops->depth[i]++;
    free(order);
    free(stack);
    free(mark);
    free(rank);
    arena_free(&scratch);
    return loops;
}
