/* hub.h: the monitor that decides, and its connections to the monitors of other nodes.
 *
 * The monitors are a tree: each has at most `fan` others below it, and passes on their reports. A
 * new monitor calls the hub, which tells it the monitor to report to. If a monitor loses the one
 * above it, it calls the hub again. The hub names a monitor that is lost; it then judges the job by
 * the ranks of the other nodes.
 *
 * Reports are some time old, and not equally old. Every tenth of a second the hub sends a number,
 * which reports repeat, so the hub knows a time up to which it has heard from all.
 */
#ifndef TUTTI_WATCH_NETWORK_HUB_H
#define TUTTI_WATCH_NETWORK_HUB_H

#include "base/error.h"
#include "watch/diagnose/rank_look.h"
#include "watch/network/secret.h"
#include "watch/sample/tracker.h"

struct hub;

/* Listens at the given address of this machine, or at all addresses if it is NULL. Returns NULL on
 * error. */
struct hub *hub_open(const char *address, size_t fan, struct tracker *tracker, struct error *error);
/* Tells all monitors to end, and waits a moment until they have. */
void hub_end(struct hub *hub);
void hub_close(struct hub *hub); /* NULL is fine */

/* Return "ADDRESS:PORT,...", where other monitors reach the hub, and the secret that they must
 * know. */
const char *hub_addresses(const struct hub *hub);
const struct secret *hub_secret(const struct hub *hub);

/* Handles all messages that have arrived; call it several times a second. Returns false if a
 * monitor was lost since the last call, or came back. */
bool hub_pump(struct hub *hub, double now);
/* Returns the time up to which everything that can be known is known. */
double hub_horizon(const struct hub *hub, double now);

/* Returns a sentence for the user, each once; NULL: there is none. The caller frees it. */
char *hub_note(struct hub *hub);

size_t hub_nodes(const struct hub *hub); /* number of nodes that have called */
size_t hub_lost(const struct hub *hub);
bool hub_done(const struct hub *hub); /* some have called, and all their processes have ended */

/* Asks all monitors to look at the stacks of their processes, and waits at most `seconds` for the
 * answers. `looks` has one entry for each process of the tracker; the results live in the arena. */
void hub_look(struct hub *hub, struct rank_look *looks, size_t count, struct arena *arena,
              double seconds);

/* Asks for the core file of a process of another node. Its monitor saves it in the folder that it
 * was given at its start. A note reports the result. */
void hub_save(struct hub *hub, const struct tracked *process);
/* Returns the number of requested core files that are not there yet and may still come. */
size_t hub_cores(const struct hub *hub);
/* Handles messages for this long. */
void hub_wait(struct hub *hub, double seconds);

#endif
