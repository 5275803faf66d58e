/* crew.h: coordinates the workers of this process.
 *
 * Worker i has queue i of the frontier. Among the items of the greatest priority it gets the newest
 * of its own queue, or else the oldest of the longest queue (or follows a mixed order: order.h). It
 * gets one item at a time, so a worker that dies loses only that item, which is run a second time.
 * A worker that cannot be opened stays missing; it is an error if none is left.
 */
#ifndef TUTTI_SPREAD_CREW_H
#define TUTTI_SPREAD_CREW_H

#include "spread/frontier.h"
#include "spread/nursery.h"

enum { CREW_TRIES = 2 }; /* limit on runs of an item whose worker dies */

struct crew;

/* crew_wait() calls both with an item that is in no queue; they must end it. */
struct crew_events {
    void *data;
    void (*done)(void *data, struct item *item, int worker, const struct run *run);
    void (*failed)(void *data, struct item *item, const char *sentence);
};

/* Takes over the nursery, also on failure. The frontier must have at least `workers` queues. */
int crew_open(const struct nursery *nursery, int workers, struct frontier *frontier,
              const struct crew_events *events, struct crew **result, struct error *error);

/* Waits at most `seconds` for workers, or until `descriptor` is readable, and takes their messages.
 * Returns -1 if no worker is left and none can be started. */
int crew_wait(struct crew *crew, int descriptor, double seconds, struct error *error);

/* Gives at most `most` items to workers that have none. */
void crew_assign(struct crew *crew, uint64_t most);

int crew_alive(const struct crew *crew);   /* workers that are open or being opened */
int crew_running(const struct crew *crew); /* workers with an item in hand */
int crew_idle(const struct crew *crew);    /* workers that could have one */

struct item *crew_take_spare(const struct crew *crew); /* for another process; NULL: none */
size_t crew_queued(const struct crew *crew);

/* Returns what went wrong with a worker and was compensated by others; empty: nothing. */
const char *crew_note(const struct crew *crew);

/* Ends the workers; their items go back to their queues. NULL is fine. */
void crew_close(struct crew *crew);

/* Writes why a worker ended, as a sentence without subject; `status` is that of waitpid(). */
void crew_explain(int status, char *text, size_t size);

#endif
