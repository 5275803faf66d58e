/* warnings.h: what the static analysis says of a program, beside what its executions showed.
 *
 * One bug is one finding: what was seen stays, and says where the source shows it. What all
 * executions have refuted is left out; what they could not refute, since it takes another input or
 * way through the program, stays a warning. */
#ifndef TUTTI_CMD_WARNINGS_H
#define TUTTI_CMD_WARNINGS_H

#include "base/error.h"
#include "finding/finding.h"

/* Of the file that a build has (build.h); none if there is no file. The document must be freed. */
int warnings_read(const char *path, struct document *warned, struct error *error);

/* Into what was shown, which then points to both. `complete`: all executions were made. `search`:
 * the command that looks for an input which shows what was not seen. */
void warnings_merge(const struct document *warned, struct document *shown, bool complete,
                    const char *search);

#endif
