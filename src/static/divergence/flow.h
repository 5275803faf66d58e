/* flow.h: the ways through a function, without cycles.
 *
 * Nodes are the blocks by their numbers, the exit, and one node for each head of a loop that stands
 * for going round again: an edge back to the head leads there instead, and from there on to where
 * the loop is left. Ways on which the program dies (MPI_Abort, a failed assertion) are not in the
 * graph: what a dying rank leaves out hurts nobody. Exceptions are followed where enum flow_ways
 * says so.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_FLOW_H
#define TUTTI_STATIC_DIVERGENCE_FLOW_H

#include "ir/graph.h"
#include "ir/program.h"

/* How a call goes on. */
enum flow_call {
    FLOW_RETURNS,
    FLOW_LEAVES, /* its caller, for somewhere above it: longjmp */
    FLOW_EXITS,  /* the program ends regularly if MPI_Finalize came before, else it dies */
    FLOW_DIES,
    FLOW_ENDS, /* the program ends regularly */
};

/* Which ways are in the graph. */
enum flow_ways {
    FLOW_CALM,   /* those on which nothing throws */
    FLOW_CAUGHT, /* also those through landing pads, if the function goes on regularly behind them
                  */
    FLOW_THROWN, /* only those that leave the function by an exception */
};

/* What the flow must know about calls and branches. */
struct flow_knowledge {
    enum flow_ways ways;
    bool (*throws)(void *context, const struct ir_value *call); /* that it may throw; not of CALM */
    enum flow_call (*call)(void *context, const struct ir_value *call);
    bool (*finalizes)(void *context, const struct ir_value *call);
    bool (*never_taken)(void *context, const struct ir_value *terminator, uint32_t successor);
    void *context;
};

struct flow_loop {
    const struct ir_block *head;
    uint32_t again;   /* its node */
    uint32_t *blocks; /* in the loop, the head included */
    uint32_t block_count;
};

struct flow {
    const struct ir_function *function;
    enum flow_ways ways;
    uint32_t exit, count;         /* nodes: blocks, exit, loops */
    uint32_t **successors;        /* by node; of a block one for each of LLVM's successors, in */
    uint32_t *successor_count;    /* its order, GRAPH_NONE: never taken or dying */
    uint32_t *order, order_count; /* nodes that can be reached, each before its successors */
    uint32_t *meet;               /* by node: where all ways from it meet again; GRAPH_NONE */
    const struct ir_value **last; /* by block: the call that does not return, or NULL */
    bool *throws;                 /* by block: it ends by an invoke that may throw */
    bool *escapes; /* by block: an exception of another of its calls leaves the function: the last
                      successor is the exit. Of FLOW_THROWN only */
    struct flow_loop *loops;
    uint32_t loop_count;
    bool tangled; /* loops with several entries: ways may seem to meet later than they do */
    enum flow_call ending; /* of a call of this function */
};

/* The flow of a defined function. If all its regular ways end by exit() without MPI_Finalize, they
 * are taken for regular ends and `ending` is FLOW_EXITS; if all die, `ending` is FLOW_DIES and
 * there is no order. */
struct flow *flow_create(struct arena *arena, const struct ir_function *function,
                         const struct flow_knowledge *knowledge);

/* Where the way really leads that goes from one block to the other; thread.c. */
const struct ir_block *flow_thread(const struct ir_block *from, const struct ir_block *to);

/* The loop whose node this is, or NULL. */
const struct flow_loop *flow_loop_of(const struct flow *flow, uint32_t node);

#endif
