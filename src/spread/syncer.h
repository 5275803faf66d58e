/* syncer.h: brings what is written to a file onto the disk, beside the work.
 *
 * A thread calls fdatasync(), at most once per SYNCER_SECONDS, and never two at a time; behind the
 * first one it brings the name of the file there, too. Whoever writes never waits for it.
 */
#ifndef TUTTI_SPREAD_SYNCER_H
#define TUTTI_SPREAD_SYNCER_H

#define SYNCER_SECONDS 1.0

struct syncer;

struct syncer *syncer_open(const char *path);

/* Something was written to the file. 0, or the error number of a call that failed before. */
int syncer_ask(struct syncer *syncer, int descriptor);

/* The same for all that was written, and waits for it; the last call. */
int syncer_finish(struct syncer *syncer, int descriptor);

void syncer_close(struct syncer *syncer); /* NULL: nothing */

#endif
