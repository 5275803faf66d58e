/* graph.h: directed graphs of small numbers: orders, dominance, frontiers, loops, components.
 *
 * Nodes are 0 to count-1. The functions work on the blocks of a function (graph_of_function), on
 * graphs made from them, and on call graphs. None of them recurses: a function may have 10,000
 * blocks.
 */
#ifndef TUTTI_IR_GRAPH_H
#define TUTTI_IR_GRAPH_H

#include "base/memory.h"
#include "ir/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRAPH_NONE UINT32_MAX

struct graph_node {
    uint32_t *successors, *predecessors;
    uint32_t successor_count, predecessor_count;
};

struct graph {
    struct arena *arena;
    struct graph_node *nodes;
    uint32_t count;
};

struct graph *graph_create(struct arena *arena, uint32_t count);
void graph_add_edge(struct graph *graph, uint32_t from, uint32_t to); /* each edge at most once */

/* Makes a graph of the blocks by their numbers, with one more node, the last: the exit. Blocks that
 * return, unwind or cannot go on lead to it. So does the first block of a loop that is never left,
 * so that every node reaches the exit. */
struct graph *graph_of_function(struct arena *arena, const struct ir_function *function);

/* Writes the reverse postorder from `root` to `order` (count entries); returns how many nodes were
 * reached. */
uint32_t graph_order(const struct graph *graph, uint32_t root, uint32_t *order);

/* Returns immediate dominators from `root` (Cooper, Harvey, Kennedy); GRAPH_NONE for the root and
 * for nodes that are not reached. With `backwards` edges are followed against their direction,
 * which gives post-dominators. */
uint32_t *graph_dominators(struct arena *arena, const struct graph *graph, uint32_t root,
                           bool backwards);
bool graph_dominates(const uint32_t *immediate, uint32_t above, uint32_t below); /* or equal */

/* Marks in result[node] the iterated frontier of a set of nodes under these dominators. With
 * `backwards` it is the iterated post-dominance frontier PDF+ of the thesis (appendix B). */
void graph_frontier(const struct graph *graph, const uint32_t *immediate, bool backwards,
                    const uint32_t *set, uint32_t set_count, bool *result);

/* Natural loops. head[node] is the head of the innermost loop that contains the node, or
 * GRAPH_NONE; the parent of a loop is the loop around it. Edges into the middle of a loop
 * (irreducible) make no loop; graph_retreating() finds them, too. */
struct graph_loops {
    uint32_t *head;   /* by node; a head is in its own loop */
    uint32_t *parent; /* by node, of heads: head of the loop around it, or GRAPH_NONE */
    uint32_t *depth;  /* by node; 0: in no loop */
};
struct graph_loops *graph_loops(struct arena *arena, const struct graph *graph, uint32_t root);

/* Finds back edges: edges to a node on the path by which the depth-first search reached their
 * start. Returns how many there are. */
struct graph_edge {
    uint32_t from, to;
};
uint32_t graph_retreating(struct arena *arena, const struct graph *graph, uint32_t root,
                          struct graph_edge **edges);

/* Finds strongly connected components (Tarjan): component[node], numbered so that no edge leads to
 * a higher number than its own. Returns how many there are. */
uint32_t graph_components(const struct graph *graph, uint32_t *component);

#endif
