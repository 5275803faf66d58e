/* trace.h: what one rank wrote down in one execution, in a form that outlives it.
 *
 * Nodes keep their numbers from the region, counted from 1. With more than one symbolic rank the
 * traces of all are one: see trace_read().
 */
#ifndef TUTTI_CONCOLIC_TRACE_H
#define TUTTI_CONCOLIC_TRACE_H

#include "base/error.h"
#include "base/memory.h"
#include "runtime/symbolic/segment.h"

#include <stdbool.h>

/* An event that can be decided otherwise: what held, and what else there is. */
struct constraint {
    enum symbolic_event_kind kind;
    uint32_t site;
    uint32_t expression; /* node; EVENT_TEXT: variable */
    bool taken;
    uint64_t value;
    uint64_t bound;   /* EVENT_INDEX */
    const char *text; /* EVENT_TEXT */
};

struct trace {
    struct arena arena;
    int rank;                          /* whose it is */
    const struct symbolic_node *nodes; /* [1, node_count) */
    uint32_t node_count;
    const struct symbolic_variable *variables;
    uint32_t variable_count;
    const struct symbolic_source *sources;
    uint32_t source_count;
    const struct symbolic_communicator *communicators;
    const uint16_t *members;
    struct constraint *constraints; /* in the order of the execution */
    uint32_t constraint_count;
    bool full;
};

int trace_read(const struct symbolic_segment *segment, int rank, struct trace *trace,
               struct error *error);
void trace_free(struct trace *trace);

#endif
