/* warnings.h: what the static analysis says of a program, beside what its executions showed.
 *
 * One bug is one finding: what was seen stays, and says where the source shows it. What all
 * executions have refuted is left out; what they could not refute, since it takes another input or
 * way through the program, stays a warning. */
#ifndef TUTTI_CMD_SHARED_WARNINGS_H
#define TUTTI_CMD_SHARED_WARNINGS_H

#include "base/error.h"
#include "finding/finding.h"
#include "ir/program.h"

/* Analyses the bitcode of a program that tutti cc has linked, and writes what is found to a file.
 */
int warnings_write(const char *program, const char *path, struct error *error);

/* Of the file that a build has (build.h, testing/build.h); none if there is no file. The document must
 * be freed. */
int warnings_read(const char *path, struct document *warned, struct error *error);

/* What executions can refute. */
struct warnings_seen {
    bool complete; /* every schedule was executed to its end */
    int ranks;
    const char *program; /* the end of a command line of another verb: "-- solver.c 4" */
};

/* Into what was shown, which then points to both. */
void warnings_merge(const struct document *warned, const struct warnings_seen *executions,
                    struct document *shown);

/* The lines that the warnings are about: what decides, and what is reached. They point into the
 * document, and live in its arena. */
const struct ir_place *warnings_places(struct document *warned, size_t *count);

#endif
