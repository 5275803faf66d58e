/* flow.h: the ways through a function, without cycles.
 *
 * The nodes are the blocks by their numbers, the exit, and for each head of a loop one node that
 * stands for another round. An edge back to the head leads to this node instead, and from there to
 * where the loop is left. The graph has no ways on which the program dies (MPI_Abort, a failed
 * assertion): the collectives that a dying rank leaves out do no harm. It follows exceptions where
 * enum flow_ways says so.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_FLOW_H
#define TUTTI_STATIC_DIVERGENCE_FLOW_H

#include "ir/graph.h"
#include "ir/program.h"

/* How a call ends. */
enum flow_call {
    FLOW_RETURNS,
    FLOW_LEAVES, /* jumps to a function above its caller: longjmp */
    FLOW_EXITS,  /* the program ends regularly if MPI_Finalize came before, else it dies */
    FLOW_DIES,
    FLOW_ENDS, /* the program ends regularly */
};

/* The ways that are in the graph. */
enum flow_ways {
    FLOW_CALM,   /* those on which nothing throws */
    FLOW_CAUGHT, /* also those through landing pads after which the function goes on regularly */
    FLOW_THROWN, /* only those that leave the function by an exception */
};

/* What the flow must know about calls and branches. */
struct flow_knowledge {
    enum flow_ways ways;
    bool (*throws)(void *context, const struct ir_value *call); /* it may throw; not of CALM */
    enum flow_call (*call)(void *context, const struct ir_value *call);
    bool (*finalizes)(void *context, const struct ir_value *call);
    bool (*never_taken)(void *context, const struct ir_value *terminator, uint32_t successor);
    void *context;
};

struct flow_loop {
    const struct ir_block *head;
    uint32_t again;   /* the node of another round */
    uint32_t *blocks; /* the blocks of the loop, with the head */
    uint32_t block_count;
};

struct flow {
    const struct ir_function *function;
    enum flow_ways ways;
    uint32_t exit, count;         /* numbers of nodes: blocks, exit, loops */
    uint32_t **successors;        /* by node; a block has one for each of LLVM's successors, in */
    uint32_t *successor_count;    /* LLVM's order; GRAPH_NONE: never taken, or the program dies
                                     there */
    uint32_t *order, order_count; /* reachable nodes, each before its successors */
    uint32_t *meet; /* by node: where all ways from it meet again; GRAPH_NONE: nowhere */
    const struct ir_value **last; /* by block: the call that does not return, or NULL */
    bool *throws;                 /* by block: it ends with an invoke that may throw */
    bool *escapes; /* by block: another of its calls may throw out of the function, so the last
                      successor is the exit; only in FLOW_THROWN */
    struct flow_loop *loops;
    uint32_t loop_count;
    bool tangled; /* has loops with several entries: ways may seem to meet later than they do */
    enum flow_call ending; /* how a call of this function ends */
};

/* Makes the flow of a defined function. If all its regular ways end in exit() without MPI_Finalize,
 * they count as regular ends and `ending` is FLOW_EXITS. If the program dies on all ways, `ending`
 * is FLOW_DIES and there is no order. */
struct flow *flow_create(struct arena *arena, const struct ir_function *function,
                         const struct flow_knowledge *knowledge);

/* Returns where the edge from one block to the other leads if blocks of the compiler in between are
 * skipped; thread.c. */
const struct ir_block *flow_thread(const struct ir_block *from, const struct ir_block *to);

/* Returns the loop with this node, or NULL. */
const struct flow_loop *flow_loop_of(const struct flow *flow, uint32_t node);

#endif
