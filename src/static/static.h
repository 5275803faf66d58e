/* static.h: the static analysis of a whole program (`check`, `cc`).
 *
 * A finding is a warning that is worth reading: what is only unproved makes none. What is unproved
 * is said in struct static_needs instead, and is checked at run time.
 */
#ifndef TUTTI_STATIC_STATIC_H
#define TUTTI_STATIC_STATIC_H

#include "finding/finding.h"
#include "ir/program.h"

struct static_options {
    bool strict_barriers; /* verbosity 1 of thesis 3.2: every barrier must be reached by all
                             threads, not only as many barriers */
    bool whole_program;   /* nothing outside the pieces calls into them: parameters of functions
                             that nobody calls are not guessed */
    bool notes;           /* also what may never matter (usage/scaling.c) */
};

/* What a finding says of another place ("related") if what the program reads decides there, not
 * only its rank. */
#define STATIC_INPUT "what the program reads decides here"

/* A collective call that could not be proved, and the branch that decides about it. */
struct static_site {
    struct ir_place call;
    struct ir_place branch; /* file NULL: none */
};

/* What could not be proved, so that `instrument` compiles checks in. */
struct static_needs {
    bool world;                /* collectives on MPI_COMM_WORLD */
    bool others;               /* collectives on other communicators */
    bool threads;              /* which threads call MPI */
    struct static_site *sites; /* in the document's arena */
    size_t site_count;
};

/* Appends to the findings of the document (ids, severities, suppressions and the verdict are the
 * caller's) and counts what was looked at in its stats. */
int static_analyse(const struct ir_program *program, const struct static_options *options,
                   struct document *document, struct static_needs *needs, struct error *error);

#endif
