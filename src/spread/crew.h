/* crew.h: the workers of this process, as the one who coordinates them sees them.
 *
 * Worker i has queue i of the frontier. It is given the newest item of its own queue, else the
 * oldest of the longest queue, of those with the greatest priority of all (or in a mixed order:
 * order.h), and one at a time: so nothing is lost with a worker but the item in its hands, and that
 * is run a second time. A worker
 * that cannot be opened is missing from then on; when none is left, that is an error.
 */
#ifndef TUTTI_SPREAD_CREW_H
#define TUTTI_SPREAD_CREW_H

#include "spread/frontier.h"
#include "spread/nursery.h"

enum { CREW_TRIES = 2 }; /* how often an item is run that ends its worker */

struct crew;

/* Both are called from crew_wait() with an item that is in no queue, and have to end it. */
struct crew_events {
    void *data;
    void (*done)(void *data, struct item *item, int worker, const struct run *run);
    void (*failed)(void *data, struct item *item, const char *sentence);
};

/* The nursery is the crew's from here on, also on failure. The frontier has at least `workers`
 * queues. */
int crew_open(const struct nursery *nursery, int workers, struct frontier *frontier,
              const struct crew_events *events, struct crew **result, struct error *error);

/* Waits at most so many seconds for workers, or until `descriptor` is readable, and takes in what
 * they say. -1: there is no worker left, or no way to start one. */
int crew_wait(struct crew *crew, int descriptor, double seconds, struct error *error);

/* Gives items to workers that have none, at most `most`. */
void crew_assign(struct crew *crew, uint64_t most);

int crew_alive(const struct crew *crew);   /* workers that are open or being opened */
int crew_running(const struct crew *crew); /* workers with an item in hand */
int crew_idle(const struct crew *crew);    /* workers that could have one */

struct item *crew_take_spare(const struct crew *crew); /* for another process; NULL: none */
size_t crew_queued(const struct crew *crew);

/* What went wrong with a worker that others could make good; empty: nothing. */
const char *crew_note(const struct crew *crew);

/* Ends the workers; what they have in hand goes back to their queues. NULL: nothing. */
void crew_close(struct crew *crew);

/* For which reason a worker ended, as a sentence without subject; `status` is waitpid()'s. */
void crew_explain(int status, char *text, size_t size);

#endif
