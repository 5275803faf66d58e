/* static.h: the static analysis of a whole program (`check`, `cc`).
 *
 * A finding is a warning that is worth reading. If something is only unproved there is no finding:
 * struct static_needs names it, and it is checked at run time.
 */
#ifndef TUTTI_STATIC_STATIC_H
#define TUTTI_STATIC_STATIC_H

#include "finding/finding.h"
#include "ir/program.h"

struct static_options {
    bool strict_barriers; /* verbosity 1 of thesis 3.2: all threads must reach every barrier, not
                             only as many barriers */
    bool whole_program;   /* nothing outside the program calls into it: parameters of functions that
                             the program never calls need no guess */
    bool notes;           /* also report what may never matter (usage/scaling.c) */
};

/* The text of a related place at which program input decides, and not only the rank. */
#define STATIC_INPUT "what the program reads decides here"

/* A collective call that could not be proved, and the branch that decides whether it is reached. */
struct static_site {
    struct ir_place call;
    struct ir_place branch; /* file NULL: none */
};

/* The calls that could not be proved. `instrument` compiles checks in for them. */
struct static_needs {
    bool world;                /* collectives on MPI_COMM_WORLD */
    bool others;               /* collectives on other communicators */
    bool threads;              /* which threads call MPI */
    struct static_site *sites; /* in the document's arena */
    size_t site_count;
};

/* Appends to the findings of the document, and counts in its stats what was analysed. The caller
 * sets ids, severities, suppressions and the verdict. */
int static_analyse(const struct ir_program *program, const struct static_options *options,
                   struct document *document, struct static_needs *needs, struct error *error);

#endif
