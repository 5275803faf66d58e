/* nodes.h: the nodes of a trace, taken from the regions of all ranks that they come from.
 *
 * A node of the rank itself keeps its number unless a value that another rank has sent comes before
 * it: that value's nodes are put in there. Of another rank, inputs stay inputs, for all ranks read
 * the same ones; its ranks are what they were.
 */
#ifndef TUTTI_CONCOLIC_PATH_NODES_H
#define TUTTI_CONCOLIC_PATH_NODES_H

#include "concolic/path/trace.h"

struct nodes_part;

struct nodes {
    struct trace *trace;
    const struct symbolic_region *regions; /* by rank */
    uint32_t rank_count, rank;
    struct nodes_part *parts; /* by rank */
    struct symbolic_node *list;
    size_t count, space;
    struct symbolic_variable *variables; /* of the trace */
    size_t variable_count, variable_space;
    struct symbolic_source *sources;
    size_t source_count, source_space;
};

/* The trace has the rank's own variables and sources. */
void nodes_begin(struct nodes *nodes, struct trace *trace, const struct symbolic_region *regions,
                 uint32_t rank_count);

/* Takes a node, by its number in all regions, and what it depends on. False: it is damaged. */
bool nodes_take(struct nodes *nodes, uint32_t id, uint32_t *number);

/* Gives nodes, variables and sources to the trace. */
void nodes_end(struct nodes *nodes);

#endif
