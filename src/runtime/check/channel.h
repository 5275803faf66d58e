/* channel.h: the communicators, windows and files whose collectives are checked.
 *
 * A channel stands for the processes of such an object, under a number that they all compute alike:
 * from the channel that the object was made from, the number of objects made from it before, and
 * the processes. So making an object needs no communication.
 *
 * Only objects whose processes all belong to MPI_COMM_WORLD have a channel: it is not known whether
 * spawned or connected processes are linked with checks. Not locked.
 */
#ifndef TUTTI_RUNTIME_CHECK_CHANNEL_H
#define TUTTI_RUNTIME_CHECK_CHANNEL_H

#include "runtime/check/call.h"
#include "runtime/check/summary.h"

#include <stddef.h>

enum { CHANNEL_STEPS = 31, CHANNEL_NAME = 96 };

struct agreement; /* agree.h */

struct channel {
    struct channel *next; /* in the list of all channels */
    uint64_t id;
    enum call_object object;
    intptr_t handle;
    bool dead; /* the object was freed: only incomplete agreements remain */
    bool inter;
    int size, me;
    int *members; /* ranks of the members in MPI_COMM_WORLD, of both groups, in the same order on
                     all processes; NULL: 0, 1, ... */
    int own_rank; /* as the program knows it, in its own group */
    int steps;    /* messages that each process sends for an agreement */
    uint32_t children;              /* number of objects made from it until now */
    uint32_t posted;                /* number of collectives until now */
    uint32_t agreed;                /* number of complete agreements */
    struct agreement *first, **end; /* incomplete ones, in order; `first` has number agreed + 1 */
    /* Messages for the first agreement and the next one, because another process is at most one
     * ahead. */
    struct {
        bool here;
        struct summary summary;
    } inbox[2][CHANNEL_STEPS];
    const char *maker; /* "MPI_Comm_split"; NULL: MPI_COMM_WORLD */
    const struct check_site *made;
};

void channel_open_world(void);

/* Makes the channel of an object that `call` made, with the processes of `comm` (MPI_COMM_NULL:
 * those of the parent). `parent` NULL: the object comes from no known communicator, and `tag`
 * distinguishes objects of the same processes. Returns NULL if it has no channel. The caller has
 * already counted it among the children. */
struct channel *channel_add(enum call_object object, intptr_t handle, MPI_Comm comm,
                            const struct channel *parent, const struct call *call, uint64_t tag);

struct channel *channel_find(enum call_object object, intptr_t handle); /* never a dead one */
struct channel *channel_find_id(uint64_t id);
struct channel *channel_first(void);
void channel_remove(struct channel *channel);
void channel_remove_all(void);

int channel_member(const struct channel *channel, int index); /* rank in MPI_COMM_WORLD */

/* Writes "MPI_COMM_WORLD", or how the object was made. */
void channel_describe(const struct channel *channel, char *text, size_t space);

#endif
