/* session.h: Z3 itself: its context, time, memory and errors. */
#ifndef TUTTI_CONCOLIC_SOLVER_SESSION_H
#define TUTTI_CONCOLIC_SOLVER_SESSION_H

#include "concolic/solver/index.h"

#include <z3.h>

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

/* After an error or a time-out everything of it is made anew. */
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

#endif
