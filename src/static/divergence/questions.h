/* questions.h: the data that the files of the divergence analysis share.
 *
 * Functions are summarised bottom up, so that a call is replaced by what its function performs
 * (algorithms 22 and 23 of the thesis). A branch raises a question if its ways perform different
 * collectives of a communicator: do all ranks of that communicator take the same way? If the answer
 * depends on parameters of the function, the question goes up to its callers, which know the
 * arguments.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_QUESTIONS_H
#define TUTTI_STATIC_DIVERGENCE_QUESTIONS_H

#include "static/divergence/expression.h"
#include "static/divergence/flow.h"
#include "static/run.h"

/* The calls through which a question came up from the function of its branch, outermost first. */
struct call_chain {
    const struct ir_value *call;
    const struct call_chain *inner;
};

/* A branch that decides whether a call of a function throws. */
struct thrower {
    const struct ir_value *branch;
    uint32_t successor;             /* the successor that leads to the exception */
    const struct ir_value *site;    /* the call of __cxa_throw, or NULL */
    const struct ir_value *type;    /* of the exception that arrives, as in __cxa_throw; NULL:
                                       unknown */
    const struct call_chain *chain; /* calls that lead to the branch, outermost first */
    bool direct;                    /* the successor leads nowhere else */
};

/* How the arms of a choice differ on a communicator, and how certain that is. The last two values
 * say that they differ only in a root, or only in a reduction. */
enum arms { ARMS_EQUAL, ARMS_MAY_DIFFER, ARMS_DIFFER, ARMS_OTHER_ROOT, ARMS_OTHER_REDUCTION };

struct question {
    const struct ir_value *decider; /* the branch, the call through a pointer, or the call that
                                       may throw */
    const struct thrower *thrower;  /* why ways of exceptions differ; NULL: a question without
                                       exceptions */
    uint32_t choice;                /* the CHOICE, as seen in the function of the decider */
    uint32_t handle;                /* the communicator on which its arms differ ... */
    uint32_t own_handle;            /* ... as seen in the function of the decider */
    enum arms arms;                 /* of a problem: how its arms differ */
    bool order;                     /* only the order between communicators differs */
    enum uniform level;             /* what is known of the decider until now ... */
    uint64_t parameters;            /* ... and the parameters that it also depends on */
    const struct ir_value *cause;   /* the worst known value */
    const struct call_chain *chain;
};

struct summary {
    bool reachable;
    bool done;
    bool collects;  /* it, or what it calls, has collectives */
    bool finalizes; /* ... MPI_Finalize */
    bool root;      /* no caller in the program can answer its questions */
    bool raises;    /* it, or what it calls, has throw expressions */
    uint32_t component;
    enum flow_call ending;   /* how a call of it ends */
    const struct flow *flow; /* NULL: it has no collectives */
    uint32_t *local;         /* by node: what a block itself performs */
    uint32_t *between; /* by node: what is performed after it, up to where its ways meet again */
    uint32_t sequence; /* what the whole function performs */
    uint32_t *alike;   /* by block: a ring of complementary branches, see pairs.c; or NULL */
    struct question *questions; /* for its callers */
    size_t question_count;
    struct summary *caught;   /* the same with its landing pads: flow, local and between; or NULL */
    uint32_t thrown;          /* what it performs if it throws; EXPRESSION_NONE: it does not */
    struct thrower *throwers; /* innermost branches first */
    size_t thrower_count;
    const struct ir_value *site;   /* a `throw` with an exception that leaves the function */
    const struct ir_value **types; /* of exceptions that it throws: descriptions as in
                                      __cxa_throw */
    size_t type_count;
    bool any_type; /* ... and other types */
};

struct divergence {
    struct static_run *run;
    struct arena arena;
    struct expressions *all;
    struct summary *summaries; /* by function number */
    uint32_t *performed;       /* by number of a call: the sequence that it performs */
    uint32_t *order;           /* reachable functions, callees first */
    uint32_t order_count;
    uint32_t *component_content; /* by component: its collectives; EXPRESSION_NONE: not known yet */
    struct question *problems;   /* to report */
    size_t problem_count;
    struct question *unproved; /* to check at run time */
    size_t unproved_count;
    bool *doubted;     /* by divergence_key(): it is in `unproved` */
    uint8_t *set_once; /* by number of a variable: see pairs.c */
    uint32_t collective_count, branch_count;
};

#endif
