/* session.h: owns Z3: its context, time limits, memory and errors. */
#ifndef TUTTI_CONCOLIC_SOLVER_SESSION_H
#define TUTTI_CONCOLIC_SOLVER_SESSION_H

#include "concolic/solver/index.h"

#include <z3.h>

/* The form in which a problem is given to Z3. */
enum mode {
    MODE_LINEAR,  /* integers and reals; no new overflows, and in a product of two variables one
                     keeps its value */
    MODE_INTEGER, /* integers and reals, without these restrictions */
    MODE_BITS,    /* bits and IEEE numbers: exactly as the processor computes */
};

/* The form of a node in Z3. */
struct term {
    Z3_ast ast;            /* Bool for SYMBOLIC_I1; Int (a signed number) or bits; Real or IEEE */
    __int128 lower, upper; /* of an Int */
    Z3_ast side;           /* condition that must hold as well, or NULL */
    /* A Bool that means "as in the execution" (no overflow, for example), or NULL. Without it the
     * term is still right, unless it is `simplified`. */
    Z3_ast usual;
    bool simplified;
    bool nonlinear;
    bool restricted; /* `side` excludes values that are possible */
    bool rounded;    /* exact real numbers represent rounded ones */
    bool difficult;  /* it, or an operand, is simplified or nonlinear */
};

/* The state of Z3. After an error or a time-out it is all made anew. */
struct session {
    Z3_context context;
    Z3_solver solvers[INDEX_MODES];
    uint64_t owner;                  /* serial of the index whose nodes have terms */
    struct term *terms[INDEX_MODES]; /* 0 means none */
    size_t term_count[INDEX_MODES], term_space[INDEX_MODES];
    struct watch *watch;
    unsigned asked;  /* questions since the context was made */
    bool for_floats; /* whether the solver of MODE_BITS is one for IEEE numbers */
    bool worn;       /* must not be used any longer */
};

bool session_open(struct session *session);
void session_close(struct session *session);
/* Prepares for a problem of the trace with this index. Returns false if memory runs out. */
bool session_begin(struct session *session, struct solver_index *index, size_t node_count);
/* Calls `work`. Returns false if Z3 failed. */
bool session_run(struct session *session, void (*work)(void *), void *context);
/* Returns the processor time of this thread, which does not count the time of others. */
double session_time(void);
/* Asks Z3, at most until `deadline`. */
Z3_lbool session_check(struct session *session, Z3_solver solver, unsigned count,
                       const Z3_ast *assumed, double deadline);
Z3_solver session_solver(struct session *session, enum mode mode, bool floats);

#endif
