/* state.h: keeps the trials in a file, so that a stopped probe can be resumed.
 *
 * The file has one line for each trial, written when the trial is over, with a checksum: a damaged
 * line counts for nothing, and its trial is made again. The folder is locked (base/lock.h) before
 * the file is made. After a power failure the trials of the last seconds are made again. The
 * outcomes alone determine what to try next, so a probe that finds all of them here repeats its
 * steps without making a trial.
 */
#ifndef TUTTI_SCALE_STATE_H
#define TUTTI_SCALE_STATE_H

#include "scale/job.h"

#define STATE_NAME "trials" /* name of the file, in the directory of results */

struct state;

/* Opens the file. `what` names library, version and options: a file of another probe is an
 * ERROR_USAGE. With `resume` reads the trials in the file; otherwise the file must not contain any.
 * If `directory` is NULL, nothing is kept. */
int state_open(const char *directory, const char *what, bool resume, struct state **result,
               struct error *error);
void state_close(struct state *state);

/* Returns the known outcome of a point on so many ranks; NULL: none. */
const struct job_result *state_find(const struct state *state, int ranks,
                                    const struct point *point);

/* Notes the outcome of one point. If the disk is full the outcome is not kept, and the probe
 * continues. */
void state_add(struct state *state, int ranks, const struct point *point,
               const struct job_result *result);

/* Returns the number of trials, including those of earlier calls. */
size_t state_count(const struct state *state);

/* Returns how many lines of the file were damaged when it was read. */
size_t state_damaged(const struct state *state);

/* Returns a sentence about a file that could not be written, or about how the folder is locked;
 * NULL: there is nothing to say. */
const char *state_note(const struct state *state);

#endif
