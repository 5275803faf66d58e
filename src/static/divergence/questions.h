/* questions.h: what the files of the divergence analysis share.
 *
 * Functions are summarised bottom up, so that a call is replaced by what its function performs
 * (algorithms 22 and 23 of the thesis). At every branch whose ways perform different collectives of
 * a communicator a question arises: do all ranks of that communicator take the same way? If the
 * answer depends on parameters of the function, the question goes up to its callers, which know the
 * arguments.
 */
#ifndef TUTTI_STATIC_DIVERGENCE_QUESTIONS_H
#define TUTTI_STATIC_DIVERGENCE_QUESTIONS_H

#include "static/divergence/expression.h"
#include "static/divergence/flow.h"
#include "static/run.h"

/* The calls by which a question came up from the function of its branch, outermost first. */
struct call_chain {
    const struct ir_value *call;
    const struct call_chain *inner;
};

/* A branch that decides whether a call of a function throws. */
struct thrower {
    const struct ir_value *branch;
    uint32_t successor;             /* that leads to the exception */
    const struct ir_value *site;    /* the call of __cxa_throw, or NULL */
    const struct ir_value *type;    /* of what arrives, as in __cxa_throw; NULL: unknown */
    const struct call_chain *chain; /* calls that lead to the branch, outermost first */
    bool direct;                    /* that successor leads nowhere else */
};

/* Whether the arms of a choice differ on a communicator, and for sure; the last two: in nothing
 * but a root, a reduction. */
enum arms { ARMS_EQUAL, ARMS_MAY_DIFFER, ARMS_DIFFER, ARMS_OTHER_ROOT, ARMS_OTHER_REDUCTION };

struct question {
    const struct ir_value *decider; /* the branch, the call through a pointer, or that may throw */
    const struct thrower *thrower;  /* why ways differ that exceptions take; NULL: without them */
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
    bool raises;    /* it, or what it calls, has throw expressions */
    uint32_t component;
    enum flow_call ending;      /* of a call of it */
    const struct flow *flow;    /* NULL: nothing collective in it */
    uint32_t *local;            /* by node: what a block itself performs */
    uint32_t *between;          /* by node: from behind it to where its ways meet again */
    uint32_t sequence;          /* all of it */
    uint32_t *alike;            /* by block: a ring of branches, of pairs.c; or NULL */
    struct question *questions; /* for its callers */
    size_t question_count;
    struct summary *caught;   /* with its landing pads: flow, local and between; or NULL */
    uint32_t thrown;          /* what it performs if it throws; EXPRESSION_NONE: it does not */
    struct thrower *throwers; /* innermost branches first */
    size_t thrower_count;
    const struct ir_value *site;   /* a `throw` whose exception leaves it */
    const struct ir_value **types; /* of what it throws, descriptions as in __cxa_throw */
    size_t type_count;
    bool any_type; /* ... and others */
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
    bool *doubted;     /* by divergence_key(): it is among them */
    uint8_t *set_once; /* by number of a variable, of pairs.c */
    uint32_t collective_count, branch_count;
};

#endif
