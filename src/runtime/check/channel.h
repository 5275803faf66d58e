/* channel.h: the communicators, windows and files whose collectives are checked.
 *
 * A channel is the processes that such an object spans, under a number that they all compute alike:
 * from the channel that the object was made from, how many were made from that before, and the
 * processes themselves. So nothing has to be exchanged when one is made.
 *
 * Only objects whose processes all belong to MPI_COMM_WORLD have a channel: of processes that were
 * spawned or connected nobody knows whether they were linked with checks. Not locked.
 */
#ifndef TUTTI_RUNTIME_CHECK_CHANNEL_H
#define TUTTI_RUNTIME_CHECK_CHANNEL_H

#include "runtime/check/call.h"
#include "runtime/check/summary.h"

#include <stddef.h>

enum { CHANNEL_STEPS = 31, CHANNEL_NAME = 96 };

struct agreement; /* agree.h */

struct channel {
    struct channel *next; /* in a list of all */
    uint64_t id;
    enum call_object object;
    intptr_t handle;
    bool dead; /* the object was freed: only what is under way remains */
    bool inter;
    int size, me;
    int *members;      /* their ranks in MPI_COMM_WORLD, of both groups in one order for all; NULL:
                          0, 1, ... */
    int own_rank;      /* as the program knows it, in its own group */
    int steps;         /* messages that each process sends for an agreement */
    uint32_t children; /* objects made from it so far */
    uint32_t posted;   /* collectives so far */
    uint32_t agreed;   /* agreements complete */
    struct agreement *first, **end; /* under way, in order; `first` has number agreed + 1 */
    /* Of the first one and of the one after it, as another process is at most one ahead. */
    struct {
        bool here;
        struct summary summary;
    } inbox[2][CHANNEL_STEPS];
    const char *maker; /* "MPI_Comm_split"; NULL: MPI_COMM_WORLD */
    const struct check_site *made;
};

void channel_open_world(void);

/* An object that `call` made, with the processes of `comm` (MPI_COMM_NULL: those of the parent);
 * `parent` NULL: of no known communicator, and `tag` tells apart what the same processes make.
 * NULL: it has no channel. The caller has counted it among the children. */
struct channel *channel_add(enum call_object object, intptr_t handle, MPI_Comm comm,
                            const struct channel *parent, const struct call *call, uint64_t tag);

struct channel *channel_find(enum call_object object, intptr_t handle); /* not a dead one */
struct channel *channel_find_id(uint64_t id);
struct channel *channel_first(void);
void channel_remove(struct channel *channel);
void channel_remove_all(void);

int channel_member(const struct channel *channel, int index); /* rank in MPI_COMM_WORLD */

/* "MPI_COMM_WORLD", or how it came to be. */
void channel_describe(const struct channel *channel, char *text, size_t space);

#endif
