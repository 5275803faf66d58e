/* covered.h: the record of which branches of a program's source were taken, and why others were
 * not.
 *
 * A branch has ways out: true and false, or the cases of a switch. Ways are counted; other
 * documents call them branches. A function that several files of the program have (inline
 * functions, instances of templates) is one function here.
 */
#ifndef TUTTI_FINDING_COVERED_H
#define TUTTI_FINDING_COVERED_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The reason why a way was not taken. */
enum covered_why {
    COVERED_TAKEN,
    COVERED_NOT_ENTERED, /* the function was never called */
    COVERED_NOT_REACHED, /* no test came to the branch */
    COVERED_CONCRETE,    /* no input decided it, as far as the search saw */
    COVERED_UNTRIED,    /* the search ended before it asked the solver, or before it ran the test */
    COVERED_DIVERGED,   /* the tests for it took other paths */
    COVERED_HARD,       /* the solver found no answer in its time */
    COVERED_LIMITED,    /* it needs values beyond the limits on inputs or ranks */
    COVERED_IMPOSSIBLE, /* proved: no values lead there from any path that was tried */
    COVERED_WHYS,
};

const char *covered_why_name(enum covered_why why);     /* "unsatisfiable": for programs */
const char *covered_why_phrase(enum covered_why why);   /* a few words */
const char *covered_why_sentence(enum covered_why why); /* what it means */

enum covered_when { COVERED_TRUE, COVERED_FALSE, COVERED_CASE, COVERED_DEFAULT };

struct covered_way {
    enum covered_when when;
    int64_t value; /* COVERED_CASE */
    enum covered_why why;
};

struct covered_branch {
    const char *file; /* as given to the compiler; empty: not known */
    int line, column;
    unsigned number; /* number in the program */
    struct covered_way *ways;
    size_t way_count;
    bool reached; /* one of its ways was taken */
};

struct covered_function {
    const char *name, *symbol, *file;
    int line;
    bool entered;
    struct covered_branch *branches; /* by line */
    size_t branch_count;
    size_t ways, taken; /* of its branches */
};

struct covered_file {
    const char *path;
    struct covered_function *functions; /* by line */
    size_t function_count;
    size_t entered;               /* number of entered functions */
    size_t ways, taken, possible; /* of its functions; possible: ways of entered functions */
};

/* The state of the search at one time. */
struct covered_point {
    double seconds;
    uint64_t tests;
    uint32_t taken, possible, findings;
};

struct covered {
    struct arena arena;
    struct covered_file *files; /* by path */
    size_t file_count;
    size_t functions, entered;
    size_t ways, taken, possible;
    size_t whys[COVERED_WHYS]; /* number of ways by reason */
    const struct covered_point *points;
    size_t point_count;
};

void covered_free(struct covered *covered);

#endif
