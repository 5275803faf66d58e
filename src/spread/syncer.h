/* syncer.h: brings what is written to a file onto the disk, without delaying the work.
 *
 * A thread calls fdatasync(), at most once per SYNCER_SECONDS, and never two calls at a time; after
 * the first one it also syncs the name of the file. The writer never waits for it. */
#ifndef TUTTI_SPREAD_SYNCER_H
#define TUTTI_SPREAD_SYNCER_H

#define SYNCER_SECONDS 1.0

struct syncer;

struct syncer *syncer_open(const char *path);

/* Tells the thread that the file was written. Returns 0, or the error number of an earlier call
 * that failed. */
int syncer_ask(struct syncer *syncer, int descriptor);

/* Syncs all that was written, and waits until that is done. Must be the last call. */
int syncer_finish(struct syncer *syncer, int descriptor);

void syncer_close(struct syncer *syncer); /* NULL is fine */

#endif
