/* solver.h: values for variables that lead an execution another way. The only place that knows Z3.
 *
 * A question is a trace, how many of its constraints must stay as they are, and what shall hold
 * instead of the next one. Only constraints that share variables with that, directly or through
 * others, are asked about; all other variables keep their values. Integers are solved as integers
 * while they are linear and nothing overflows, and as bits otherwise; floating-point numbers as
 * reals, or exactly. What is too hard is replaced by its value in the execution, and the answer
 * says so.
 */
#ifndef TUTTI_CONCOLIC_SOLVER_SOLVER_H
#define TUTTI_CONCOLIC_SOLVER_SOLVER_H

#include "concolic/path/trace.h"

struct solver_options {
    unsigned milliseconds; /* of one query, of processor time */
    bool exact_floats;
    bool tuning;        /* small values: dissertation, algorithms 1 to 3 */
    bool capping;       /* upper bounds of variables count */
    bool independence;  /* ask only about what shares variables */
    bool cache;         /* of sets without a solution, and of models */
    uint32_t max_ranks; /* of MPI_COMM_WORLD */
    bool fixed_ranks;   /* its size stays as it is */
    bool fixed_focus;   /* and so does the rank, in it and in others */
    /* Names (patterns) of variables that are not tuned; the size of MPI_COMM_WORLD never is. */
    const char *const *untuned;
    size_t untuned_count;
    /* Upper bounds by name. */
    const struct solver_cap {
        const char *name;
        int64_t lower, upper;
    } *caps;
    size_t cap_count;
};

enum solver_answer {
    SOLVER_FOUND,
    SOLVER_NONE,    /* proved: there are no such values (no reals, where floats are solved so) */
    SOLVER_UNKNOWN, /* time-out, or too hard */
};

enum solver_goal {
    GOAL_NEGATE,   /* the constraint the other way round; of EVENT_ADDRESS, _SIZE: another value */
    GOAL_CASE,     /* EVENT_SWITCH: the expression has `value`; */
    GOAL_NO_CASE,  /* ...or none of `values` */
    GOAL_LESS,     /* EVENT_ADDRESS: a lower one; */
    GOAL_MORE,     /* ...a higher one */
    GOAL_OUTSIDE,  /* EVENT_INDEX: outside the array */
    GOAL_ZERO,     /* EVENT_DIVISOR */
    GOAL_OVERFLOW, /* EVENT_ARITHMETIC */
};

struct solver_question {
    struct trace *trace;
    uint32_t constraint; /* those before it stay as they are */
    enum solver_goal goal;
    uint32_t dropped;      /* so many of the last ones before it need not stay either */
    bool loose;            /* what constraint.loose says need not stay as it is */
    bool unlimited;        /* caps, max_ranks and a most of words do not count */
    unsigned milliseconds; /* that it may take; 0: as the options say */
    const int64_t *values; /* GOAL_CASE: one; GOAL_NO_CASE: all */
    size_t value_count;
};

/* By variable of the trace. */
struct solver_model {
    uint64_t *values; /* bits, as in symbolic_variable */
    bool *changed;
    const char **texts; /* of words: the new text; NULL: as it was */
    bool simplified;    /* something was replaced by its value in the execution */
};

struct solver_statistics {
    uint64_t queries, found, none, unknown, cached;
    double seconds;
};

struct solver;

/* Z3 is loaded then. To be opened by the process that asks: it has a thread that watches the time.
 * The options and what they point to stay where they are. */
struct solver *solver_open(const struct solver_options *options, struct error *error);
void solver_close(struct solver *solver);

/* The model lives in the arena of the trace. MPI's inherent constraints (paper, III-B) hold in it;
 * conflicts among ranks are settled by whoever chooses the focus (paper, III-C). */
enum solver_answer solver_ask(struct solver *solver, const struct solver_question *question,
                              struct solver_model *model);
const struct solver_statistics *solver_statistics(const struct solver *solver);

#endif
