/* solver_private.h: what the files of the solver share.
 *
 * solver.c         answers a question, by the quickest of the ways below
 * solver_claim.c   what shall hold of a node
 * solver_index.c   what is worked out once for each trace
 * solver_domain.c  sets of integers
 * solver_problem.c which constraints a question is about, and what its variables may be
 * solver_plain.c   problems in which each constraint compares one variable with a constant
 * solver_words.c   texts
 * solver_floats.c  values between reals and what a program can have
 * solver_session.c Z3: its context, time, memory and errors
 * solver_integer.c nodes as integers of Z3
 * solver_real.c    nodes as reals of Z3
 * solver_bits.c    nodes as bits and IEEE numbers of Z3
 * solver_build.c   pieces of these
 * solver_attempt.c asks Z3 about a problem in one of these ways
 * solver_tune.c    small values
 * solver_cache.c   answers that were given before
 */
#ifndef TUTTI_CONCOLIC_SOLVER_PRIVATE_H
#define TUTTI_CONCOLIC_SOLVER_PRIVATE_H

#include "concolic/solver.h"
#include "concolic/solver_claim.h"
#include "concolic/solver_index.h"

#include <z3.h>

/* Values from `lower` to `upper`, as the program's source understands the variable. */
struct span {
    __int128 lower, upper;
};

/* What a variable may be: spans, ascending, that do not touch. None: nothing is left. */
struct domain {
    struct span *spans;
    size_t count, space;
};

void domain_keep(struct domain *domain, const struct span *spans, size_t count);
bool domain_has(const struct domain *domain, __int128 value);

/* A variable of a problem. */
struct unknown {
    uint32_t variable;
    unsigned type;
    bool is_unsigned; /* its values are those of an unsigned number */
    bool tuned;
    struct span whole;    /* by its type, its bounds and MPI */
    struct domain domain; /* by the simple constraints, too */
    __int128 before;      /* its value in the execution; integers only */
};

/* A question, as far as it matters. */
struct problem {
    struct solver *solver;
    struct trace *trace;
    struct solver_index *index;
    bool unlimited; /* as the question says */
    struct claim goal;
    bool goal_simple;     /* it is in the domain of a variable */
    struct claim *claims; /* that are not in the variables' domains already */
    size_t claim_count, claim_space;
    struct unknown *unknowns;
    size_t unknown_count, unknown_space;
    uint32_t *nodes; /* of claims and goal, ascending */
    size_t node_count, node_space;
    bool simplified; /* something had to be left out */
    bool impossible; /* as can be seen: nothing is left of some domain, for one */
    bool floats;     /* there are floating-point nodes */
    uint64_t key[2]; /* of the cache */
};

/* False: the question makes no sense, or is too hard. */
bool problem_make(struct problem *problem, struct solver *solver,
                  const struct solver_question *question);
void problem_free(struct problem *problem);

/* Whether everything holds, and the goal, with values (bits) by number of unknown. */
bool problem_holds(const struct problem *problem, const uint64_t *values, bool *goal);

static inline uint32_t problem_unknown(const struct problem *problem, uint32_t variable)
{
    return problem->index->unknowns[variable];
}

/* Bits of a variable as a number, and back. */
__int128 unknown_number(const struct unknown *unknown, uint64_t bits);
uint64_t unknown_bits(const struct unknown *unknown, __int128 number);

/* FOUND and values, NONE, or UNKNOWN: it is not so plain. */
enum solver_answer plain_solve(const struct problem *problem, uint64_t *values);

/* Where reals were not right: values next to them; false: none holds. */
bool floats_mend(const struct problem *problem, uint64_t *values);
/* As few digits as will do. */
void floats_shorten(const struct problem *problem, uint64_t *values);
/* Values that no real stands for. False: none holds. */
bool floats_special(const struct problem *problem, uint64_t *values);

enum solver_answer words_solve(const struct solver_question *question, struct solver_model *model);

/* Answers to problems that were the same, in whatever trace. */
struct cache;
struct cache *cache_open(void);
void cache_close(struct cache *cache);
bool cache_find(struct cache *cache, const struct problem *problem, uint64_t *values,
                enum solver_answer *answer, bool *simplified);
void cache_keep(struct cache *cache, const struct problem *problem, const uint64_t *values,
                enum solver_answer answer, bool simplified);

/* How a problem is put to Z3. */
enum mode {
    MODE_LINEAR,  /* integers and reals; nothing overflows that did not, and where two variables are
                     multiplied, one keeps its value */
    MODE_INTEGER, /* integers and reals, without these restrictions */
    MODE_BITS,    /* bits and IEEE numbers: all as the processor does it */
};

/* A node in Z3. */
struct term {
    Z3_ast ast;            /* SYMBOLIC_I1: Bool. Int, as a signed number, or bits. Real, or IEEE */
    __int128 lower, upper; /* of an Int */
    Z3_ast side;           /* must hold as well, or NULL */
    /* A Bool that stands for "as in the execution" (no overflow, for one), or NULL: without it the
     * term is still right, or if it is `simplified`, is not. */
    Z3_ast usual;
    bool simplified;
    bool nonlinear;
    bool restricted; /* `side` leaves something out that is possible */
    bool rounded;    /* real numbers stand for rounded ones */
    bool difficult;  /* it or what it is made of is simplified or nonlinear */
};

/* Z3 itself. After an error or a time-out everything of it is made anew. */
struct session {
    Z3_context context;
    Z3_solver solvers[INDEX_MODES];
    uint64_t owner;                  /* serial of the index whose nodes have terms */
    struct term *terms[INDEX_MODES]; /* 0 is none */
    size_t term_count[INDEX_MODES], term_space[INDEX_MODES];
    struct watch *watch;
    unsigned asked;  /* since the context was made */
    bool for_floats; /* the solver of MODE_BITS */
    bool worn;       /* not to be used any longer */
};

bool session_open(struct session *session);
void session_close(struct session *session);
/* Ready for a problem of the trace with this index. False: there is no memory. */
bool session_begin(struct session *session, struct solver_index *index, size_t node_count);
/* Calls `work`. False: Z3 has failed. */
bool session_run(struct session *session, void (*work)(void *), void *context);
/* Time that this thread has had: others may have been running. */
double session_time(void);
/* Asks until `deadline`. */
Z3_lbool session_check(struct session *session, Z3_solver solver, unsigned count,
                       const Z3_ast *assumed, double deadline);
Z3_solver session_solver(struct session *session, enum mode mode, bool floats);

/* The term of a node whose operands have theirs, and of what is claimed of one (NULL: this is not
 * the way to ask for that). */
struct term integer_term(const struct problem *problem, enum mode mode, uint32_t number);
struct term bits_term(const struct problem *problem, uint32_t number);
Z3_ast integer_claim(const struct problem *problem, enum mode mode, const struct claim *claim);
Z3_ast bits_claim(const struct problem *problem, const struct claim *claim);
Z3_ast integer_variable(Z3_context z3, const struct unknown *unknown);
Z3_ast bits_variable(Z3_context z3, const struct unknown *unknown);

struct solver {
    struct solver_options options;
    struct solver_statistics statistics;
    struct session session;
    struct cache *cache;
    uint64_t serial;
};

static inline const struct term *problem_term(const struct problem *problem, enum mode mode,
                                              uint32_t node)
{
    return &problem->solver->session.terms[mode][problem->index->slots[mode][node]];
}

/* One way of asking, and what it has given. */
struct attempt {
    const struct problem *problem;
    enum mode mode;
    double deadline; /* of session_time() */
    bool once;       /* the solver is asked once only: no tuning */
    /* Difficult constraints before an easy goal are left out: mostly they hold anyway, and if there
     * is no answer without them there is none. What was found is checked against them as ever. */
    bool easy;
    Z3_context z3;
    Z3_solver solver;
    Z3_ast *assumed; /* what may be given up */
    unsigned assumed_count;
    uint64_t *values; /* by number of unknown */
    enum solver_answer answer;
    bool proved;     /* SOLVER_NONE is certain */
    bool simplified; /* SOLVER_FOUND may not be right */
    /* Of the terms: */
    bool nonlinear, too_hard, uncertain;
    bool left_out; /* something was */
};

/* The argument is a struct attempt: for session_run(). */
void attempt_run(void *argument);
void attempt_free(struct attempt *attempt);

/* While attempt_run() has everything asserted: */
Z3_lbool attempt_check(struct attempt *attempt, double deadline);
/* The variable lies between the two. */
Z3_ast attempt_between(const struct attempt *attempt, const struct unknown *unknown, __int128 lower,
                       __int128 upper);
/* Reads the model; false: it does not hold, the values stay what they were. */
bool attempt_take(struct attempt *attempt);

/* Makes values small, by asking more (dissertation, 3.3). */
void tune(struct attempt *attempt);

#endif
