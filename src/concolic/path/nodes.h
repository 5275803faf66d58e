/* nodes.h: collects the nodes of a trace from the regions of all ranks that they come from.
 *
 * A rank's own node keeps its number, unless a value that another rank has sent comes before it:
 * the nodes of that value are inserted there. Inputs of another rank stay inputs, since all ranks
 * read the same ones. Rank numbers of another rank become constants.
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

/* Begins. The trace already has the rank's own variables and sources. */
void nodes_begin(struct nodes *nodes, struct trace *trace, const struct symbolic_region *regions,
                 uint32_t rank_count);

/* Takes a node, given by its number in all regions, and all nodes that it depends on. Returns false
 * if it is damaged. */
bool nodes_take(struct nodes *nodes, uint32_t id, uint32_t *number);

/* Moves nodes, variables and sources to the trace. */
void nodes_end(struct nodes *nodes);

#endif
