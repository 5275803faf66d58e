/* divergence_private.h: what the files of the divergence analysis share.
 *
 * Functions are summarised bottom up, so that a call is replaced by what its function performs
 * (algorithms 22 and 23 of the thesis). At every branch whose ways perform different collectives of
 * a communicator a question arises: do all ranks of that communicator take the same way? If the
 * answer depends on parameters of the function, the question goes up to its callers, which know the
 * arguments.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_PRIVATE_H
#define TUTTI_STATIC_DIVERGENCE_PRIVATE_H

#include "static/analyses.h"
#include "static/divergence_expression.h"
#include "static/divergence_flow.h"

/* The calls by which a question came up from the function of its branch, outermost first. */
struct call_chain {
    const struct ir_value *call;
    const struct call_chain *inner;
};

/* Whether the arms of a choice differ on a communicator, and for sure; the last two: in nothing
 * but a root, a reduction. */
enum arms { ARMS_EQUAL, ARMS_MAY_DIFFER, ARMS_DIFFER, ARMS_OTHER_ROOT, ARMS_OTHER_REDUCTION };

struct question {
    const struct ir_value *decider; /* the branch, or the call through a pointer */
    uint32_t choice;                /* the CHOICE, as the function of the decider has it */
    uint32_t handle;                /* communicator on which its arms differ ... */
    uint32_t own_handle;            /* ... as the function of the decider calls it */
    enum arms arms;                 /* of a problem: how its arms differ */
    bool order;                     /* only the order between communicators differs */
    enum uniform level;             /* what is known of the decider so far ... */
    uint64_t parameters;            /* ... and parameters that it also depends on */
    const struct ir_value *cause;   /* the worst value known */
    const struct call_chain *chain;
};

struct summary {
    bool reachable;
    bool done;
    bool collects;  /* it, or what it calls, has collectives */
    bool finalizes; /* ... MPI_Finalize */
    bool root;      /* nobody in the program asks on its behalf */
    uint32_t component;
    enum flow_call ending;      /* of a call of it */
    const struct flow *flow;    /* NULL: nothing collective in it */
    uint32_t *local;            /* by node: what a block itself performs */
    uint32_t *between;          /* by node: from behind it to where its ways meet again */
    uint32_t sequence;          /* all of it */
    uint32_t *alike;            /* by block: a ring of branches, of divergence_pairs.c; or NULL */
    struct question *questions; /* for its callers */
    size_t question_count;
};

struct divergence {
    struct static_run *run;
    struct arena arena;
    struct expressions *all;
    struct summary *summaries; /* by function number */
    uint32_t *performed;       /* by number of a call: its sequence */
    uint32_t *order;           /* reachable functions, callees first */
    uint32_t order_count;
    uint32_t *component_content; /* by component: its collectives, or EXPRESSION_NONE: not yet */
    struct question *problems;   /* to be reported */
    size_t problem_count;
    struct question *unproved; /* to be checked at run time */
    size_t unproved_count;
    bool *doubted;     /* by number of a decider: it is among them */
    uint8_t *set_once; /* by number of a variable, of divergence_pairs.c */
    uint32_t collective_count, branch_count;
};

/* divergence_order.c */
void divergence_order(struct divergence *divergence); /* reachable functions; what they contain */

/* divergence_calls.c */
/* For struct flow_knowledge; the context is the divergence. */
enum flow_call divergence_ending(void *context, const struct ir_value *call);
bool divergence_finalizes(void *context, const struct ir_value *call);
/* What a call performs, for the function that it stands in. Passes questions of its targets up. */
uint32_t divergence_call(struct divergence *divergence, const struct ir_value *call);
/* The choice of a question as the function that is asked now sees it: with the arguments of the
 * calls that lead to it. EXPRESSION_NONE: with them there is none. */
uint32_t divergence_concrete(struct divergence *divergence, const struct question *question);
/* The function of MPI if the call is a collective that counts, else NULL. */
const struct api_function *divergence_collective(const struct divergence *divergence,
                                                 const struct ir_value *call);

/* divergence_virtual.c: whether the target stands only in other slots than the call uses. */
bool divergence_other_slot(const struct ir_value *call, const struct ir_function *target);

/* divergence_constant.c: branches on a parameter that a call gives as a constant. */
uint32_t constant_parameter(const struct ir_value *decider); /* EXPRESSION_NONE: none */
bool constant_successor(const struct ir_value *decider, int64_t value, uint32_t *successor);

/* divergence_decide.c */
/* The sequence of a choice between arms, one for each successor or target of the decider. */
uint32_t divergence_decide(struct divergence *divergence, const struct ir_value *decider,
                           uint32_t *arms, uint32_t count);
/* Answers a question in a function, or leaves it to its callers. True if it is a problem. */
bool divergence_settle(struct divergence *divergence, const struct ir_function *function,
                       const struct question *question);
/* Questions that nobody is left to answer. */
void divergence_settle_root(struct divergence *divergence, const struct ir_function *function);

/* divergence_summary.c */
void divergence_summarise(struct divergence *divergence, const struct ir_function *function);

/* divergence_listing.c: what an arm of a question performs, with places in the source. */
struct listed {
    uint32_t atom;                  /* an expression */
    const struct ir_value *site;    /* the call, the branch of a choice; NULL: unknown */
    const struct ir_value *through; /* the call in the decider's function that leads to it, or NULL
                                     */
};
struct listing {
    struct listed *entries; /* on the communicator of the question, without what arms share */
    size_t count;
};
/* Two arms of the question that differ: numbers of successors or targets, and what they perform. */
struct sides {
    uint32_t arm[2];
    struct listing listing[2];
};
struct sides divergence_sides(struct divergence *divergence, const struct question *question);
/* Calls of collectives on both sides. */
const struct ir_value **divergence_sites(struct divergence *divergence,
                                         const struct question *question, size_t *count);
/* What happens from a node to another one that it cannot miss, as the summary says. */
uint32_t divergence_way(struct divergence *divergence, const struct summary *summary, uint32_t from,
                        uint32_t to);
/* A collective of the communicator in an atom, or NULL. */
const struct api_function *divergence_first(const struct divergence *divergence, uint32_t atom,
                                            uint32_t handle);

/* divergence_pairs.c: `if (rank == 0) A; if (rank != 0) A;` is right in the end. */
bool divergence_paired(struct divergence *divergence, const struct question *question);

/* divergence_text.c: sentences, in the arena of the document. */
const char *divergence_headline(struct divergence *divergence, const struct question *question,
                                const struct sides *sides);
const char *divergence_why(struct divergence *divergence, const struct question *question,
                           const struct sides *sides);

/* divergence_report.c: problems become findings, what is unproved becomes needs. */
void divergence_report(struct divergence *divergence);

#endif
