/* warnings.h: combines the warnings of the static analysis with the findings of executions.
 *
 * One bug is one finding: a finding of an execution stays, and adds the place in the source. A
 * warning that all executions have refuted is removed; a warning that they could not refute,
 * because it needs another input or another path through the program, stays a warning.
 */
#ifndef TUTTI_CMD_SHARED_WARNINGS_H
#define TUTTI_CMD_SHARED_WARNINGS_H

#include "base/error.h"
#include "finding/finding.h"
#include "ir/program.h"

/* Analyses the bitcode of a program that tutti cc has linked, and writes the findings to a file. */
int warnings_write(const char *program, const char *path, struct error *error);

/* Reads the file of a build (build.h, testing/build.h); a missing file gives no warnings. The
 * caller frees the document. */
int warnings_read(const char *path, struct document *warned, struct error *error);

/* What the executions covered, and so what they can refute. */
struct warnings_seen {
    bool complete; /* every schedule was executed to its end */
    int ranks;
    const char *program; /* the end of a command line for another verb: "-- solver.c 4" */
};

/* Adds the warnings to the document `shown`, which then points into both. */
void warnings_merge(const struct document *warned, const struct warnings_seen *executions,
                    struct document *shown);

/* Returns the source lines that the warnings are about: the branch that decides, and the call that
 * it reaches. They point into the document, and live in its arena. */
const struct ir_place *warnings_places(struct document *warned, size_t *count);

#endif
