/* solver.h: finds values for variables that lead an execution another way. Only this room knows Z3.
 *
 * A question consists of a trace, the number of constraints that must stay as they are, and a goal
 * for the next one. The solver uses only constraints that share variables with the goal, directly
 * or through others; all other variables keep their values. It solves integers as integers while
 * they are linear and nothing overflows, and as bits otherwise; floating-point numbers as reals, or
 * exactly. An expression that is too hard keeps its value of the execution, and the answer says so.
 */
#ifndef TUTTI_CONCOLIC_SOLVER_SOLVER_H
#define TUTTI_CONCOLIC_SOLVER_SOLVER_H

#include "concolic/path/trace.h"

struct solver_options {
    unsigned milliseconds; /* limit of one query, in processor time */
    bool exact_floats;
    bool tuning;        /* prefer small values (dissertation, algorithms 1 to 3) */
    bool capping;       /* respect upper bounds of variables */
    bool independence;  /* use only constraints that share variables with the goal */
    bool cache;         /* keep sets without a solution, and models */
    uint32_t max_ranks; /* largest size of MPI_COMM_WORLD */
    bool fixed_ranks;   /* its size stays the same */
    bool fixed_focus;   /* the rank stays the same, in it and in other communicators */
    /* Names (patterns) of variables that are not tuned; the size of MPI_COMM_WORLD never is. */
    const char *const *untuned;
    size_t untuned_count;
    /* Bounds by name. */
    const struct solver_cap {
        const char *name;
        int64_t lower, upper;
    } *caps;
    size_t cap_count;
};

enum solver_answer {
    SOLVER_FOUND,
    SOLVER_NONE,    /* proved: no such values (no reals, where floats are solved as reals) */
    SOLVER_UNKNOWN, /* time-out, or too hard */
};

enum solver_goal {
    GOAL_NEGATE,   /* the constraint negated; EVENT_ADDRESS, _SIZE: another value */
    GOAL_CASE,     /* EVENT_SWITCH: the expression has `value`; */
    GOAL_NO_CASE,  /* ...or none of `values` */
    GOAL_LESS,     /* EVENT_ADDRESS: a lower value; */
    GOAL_MORE,     /* ...or a higher value */
    GOAL_OUTSIDE,  /* EVENT_INDEX: outside the array */
    GOAL_ZERO,     /* EVENT_DIVISOR */
    GOAL_OVERFLOW, /* EVENT_ARITHMETIC */
};

struct solver_question {
    struct trace *trace;
    uint32_t constraint; /* constraints before it stay as they are */
    enum solver_goal goal;
    uint32_t dropped;      /* number of constraints right before it that may change */
    bool loose;            /* constraints with `loose` set may change */
    bool unlimited;        /* ignore caps, max_ranks and the limit on words */
    unsigned milliseconds; /* limit of time; 0: as in the options */
    const int64_t *values; /* GOAL_CASE: one; GOAL_NO_CASE: all */
    size_t value_count;
};

/* An answer, by variable of the trace. */
struct solver_model {
    uint64_t *values; /* bits, as in symbolic_variable */
    bool *changed;
    const char **texts; /* new texts of words; NULL: unchanged */
    bool simplified;    /* an expression was replaced by its value in the execution */
};

struct solver_statistics {
    uint64_t queries, found, none, unknown, cached;
    double seconds;
};

struct solver;

/* Loads Z3 and opens a solver. The process that asks must open it: it has a thread that watches the
 * time. The options, and all that they point to, must outlive it. */
struct solver *solver_open(const struct solver_options *options, struct error *error);
void solver_close(struct solver *solver);

/* Answers a question. The model lives in the arena of the trace. MPI's inherent constraints (paper,
 * III-B) hold in it; the caller, which chooses the focus, resolves conflicts among ranks (paper,
 * III-C). */
enum solver_answer solver_ask(struct solver *solver, const struct solver_question *question,
                              struct solver_model *model);
const struct solver_statistics *solver_statistics(const struct solver *solver);

#endif
