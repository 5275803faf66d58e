/* hub.h: the monitor that decides, and those of other nodes.
 *
 * The monitors are a tree: each has at most `fan` below it, and passes on what they say. A new one
 * calls the hub, and is told whom to tell from then on. If the one above it is lost, it calls the
 * hub again. A monitor that is lost itself is named; the job is then judged by the ranks of the
 * other nodes.
 *
 * What nodes tell is some time old, and not equally old: every tenth of a second the hub sends a
 * number, which reports repeat, so the hub knows a time up to which it has heard of all. */
#ifndef TUTTI_WATCH_NETWORK_HUB_H
#define TUTTI_WATCH_NETWORK_HUB_H

#include "base/error.h"
#include "watch/diagnose/rank_look.h"
#include "watch/network/secret.h"
#include "watch/sample/tracker.h"

struct hub;

/* Listens at an address of this machine, or at all if that is NULL. NULL on error. */
struct hub *hub_open(const char *address, size_t fan, struct tracker *tracker, struct error *error);
/* Tells all monitors to end, and waits a moment until they have. */
void hub_end(struct hub *hub);
void hub_close(struct hub *hub); /* NULL is fine */

/* "ADDRESS:PORT,...": where other monitors reach it; and what they must know. */
const char *hub_addresses(const struct hub *hub);
const struct secret *hub_secret(const struct hub *hub);

/* Hears what there is to hear, several times a second. Gives false when a monitor was lost since
 * the last time, or came back. */
bool hub_pump(struct hub *hub, double now);
/* Until when all that can be known is. */
double hub_horizon(const struct hub *hub, double now);

/* A sentence for the user, once each; NULL: there is none. To be freed. */
char *hub_note(struct hub *hub);

size_t hub_nodes(const struct hub *hub); /* that have called */
size_t hub_lost(const struct hub *hub);
bool hub_done(const struct hub *hub); /* some have called, and the processes of all have ended */

/* Lets all look at the stacks of their processes: `looks` has one for each process of the tracker.
 * Waits for that as long as `seconds`. What it gives lives in the arena. */
void hub_look(struct hub *hub, struct rank_look *looks, size_t count, struct arena *arena,
              double seconds);

/* Has the core file of a process of another node saved, in the folder that its monitor was told
 * when it was started. A note tells about it. */
void hub_save(struct hub *hub, const struct tracked *process);
/* How many core files were asked for, are not there, and may still come. */
size_t hub_cores(const struct hub *hub);
/* Hears what there is to hear, for so long. */
void hub_wait(struct hub *hub, double seconds);

#endif
