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
    uint32_t *alike;            /* by block: a ring of branches, of divergence_pairs.c; or NULL */
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
/* What a call performs if it throws, EXPRESSION_NONE if it does not. After divergence_call(). */
uint32_t divergence_call_throws(struct divergence *divergence, const struct ir_value *call);
/* Whether a call with several targets may reach this one. */
bool divergence_may_call(const struct divergence *divergence, const struct ir_value *call,
                         const struct ir_function *target);
/* What a question depends on in the function of the call, instead of in its target. */
void divergence_ask_arguments(const struct divergence *divergence, const struct ir_value *call,
                              const struct ir_function *target, struct question *question);
/* The function of MPI if the call is a collective that counts, else NULL. */
const struct api_function *divergence_collective(const struct divergence *divergence,
                                                 const struct ir_value *call);

/* divergence_virtual.c: whether the target stands only in other slots than the call uses. */
bool divergence_other_slot(const struct ir_value *call, const struct ir_function *target);

/* divergence_constant.c: branches on a parameter that a call gives as a constant. */
uint32_t constant_parameter(const struct ir_value *decider); /* EXPRESSION_NONE: none */
bool constant_successor(const struct ir_value *decider, int64_t value, uint32_t *successor);

/* divergence_decide.c */
/* The sequence of a choice between arms, one for each successor or target of the decider. With a
 * `thrower` it is between ways that exceptions take. `*unsure` is set if whether all ranks decide
 * alike is not known. */
uint32_t divergence_decide(struct divergence *divergence, const struct ir_value *decider,
                           const struct thrower *thrower, uint32_t *arms, uint32_t count,
                           bool *unsure);
/* The same for a call that may throw, with the arms: it returns, it throws; `flow` has its ways. */
uint32_t divergence_decide_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2], bool *unsure);
/* The choices alone, without questions. */
uint32_t divergence_choose(struct divergence *divergence, const struct ir_value *decider,
                           uint32_t *arms, uint32_t count);
uint32_t divergence_choose_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2]);
/* The branch that a person has to look at. */
const struct ir_value *divergence_branch(const struct question *question);
/* Tells deciders apart, with and without exceptions. Below twice the number of values. */
size_t divergence_key(const struct question *question);
/* The summary with the ways of a question: with landing pads if it is about exceptions. */
const struct summary *divergence_view(const struct divergence *divergence,
                                      const struct question *question);
/* Answers a question in a function, or leaves it to its callers. True if it is a problem. */
bool divergence_settle(struct divergence *divergence, const struct ir_function *function,
                       const struct question *question);
/* Questions that nobody is left to answer. */
void divergence_settle_root(struct divergence *divergence, const struct ir_function *function);

/* divergence_summary.c */
void divergence_summarise(struct divergence *divergence, const struct ir_function *function);
/* Fills in what the nodes of the summary's flow perform; returns all of it. */
typedef uint32_t divergence_decider(void *context, const struct ir_value *decider, uint32_t *arms,
                                    uint32_t count);
uint32_t divergence_perform(struct divergence *divergence, struct summary *summary,
                            divergence_decider *decide, void *context);

/* divergence_throw.c: ways that exceptions take. */
bool divergence_raises(const struct ir_value *call);                /* it is a `throw` */
bool divergence_throws(void *context, const struct ir_value *call); /* for struct flow_knowledge */
bool divergence_throws_in(const struct divergence *divergence, const struct ir_value *call,
                          const struct ir_function *target); /* by this target of it */
/* Branches that decide whether the call throws what leads on in the flow, as the function that it
 * stands in sees them. */
const struct thrower *divergence_throwers(struct divergence *divergence, const struct flow *flow,
                                          const struct ir_value *call, size_t *count);
/* Where the exception of a question is caught, or NULL. */
const struct ir_value *divergence_handler(const struct divergence *divergence,
                                          const struct question *question);
void divergence_follow_throws(struct divergence *divergence, const struct ir_function *function,
                              const struct flow_knowledge *calm);

/* divergence_catch.c: which exceptions a handler takes. */
/* Gathers the types of all exceptions that arise in the function into its summary. */
void divergence_gather_types(struct divergence *divergence, const struct ir_function *function);
/* The type of what the call throws, NULL if it is not known. */
const struct ir_value *divergence_type(const struct divergence *divergence,
                                       const struct ir_value *call);
/* Whether an exception of this type that comes to the node leads on in the flow: to a handler, or
 * in FLOW_THROWN out of the function. There `*type` becomes that of what a handler throws instead.
 */
bool divergence_takes(struct divergence *divergence, const struct flow *flow, uint32_t node,
                      const struct ir_value **type);
/* Whether a branch asks for the type of an exception, and the answer is never this one. */
bool divergence_never_caught(const struct divergence *divergence, const struct ir_value *branch,
                             uint32_t successor);

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
