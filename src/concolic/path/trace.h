/* trace.h: what one rank recorded in one execution, in a form that outlives it.
 *
 * Nodes are counted from 1. Where other ranks are symbolic too, values that this one received from
 * them are part of its trace (nodes.h).
 */
#ifndef TUTTI_CONCOLIC_PATH_TRACE_H
#define TUTTI_CONCOLIC_PATH_TRACE_H

#include "base/error.h"
#include "base/memory.h"
#include "runtime/symbolic/segment.h"

#include <stdbool.h>

/* An event that can be decided otherwise: the condition that held, and its alternatives. */
struct constraint {
    enum symbolic_event_kind kind;
    uint32_t site;
    uint32_t expression; /* node; EVENT_TEXT: variable */
    bool taken;
    bool loose; /* fixes the iterations of a loop, an address or a size: other values may lead the
                   same way */
    uint64_t value;
    uint64_t bound;   /* EVENT_INDEX */
    const char *text; /* EVENT_TEXT */
    /* EVENT_SWITCH: all values that have a case, if a caller that knows the sites has filled them
     * in. Without them a switch that stays as it is keeps its value, not only its case. */
    const int64_t *cases;
    size_t case_count;
};

struct solver_index;

struct trace {
    struct arena arena;
    int rank;                          /* the rank whose trace it is */
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
    bool full;    /* the region was full: the execution continued after the last constraint here */
    bool damaged; /* the program wrote over the record: the trace ends before the damage */
    uint32_t mistaken;          /* nodes whose value differs from their operation's result; they are
                                   constants now */
    struct solver_index *index; /* the solver's, made with the first question */
};

/* Reads the trace of a rank from a segment of `length` bytes. The program may have written anywhere
 * into it, so everything is checked. Returns -1 if not even its beginning is valid. */
int trace_read(const struct symbolic_segment *segment, size_t length, int rank, struct trace *trace,
               struct error *error);
void trace_free(struct trace *trace);

#endif
