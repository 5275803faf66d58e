/* requests.h: what the requests of this process are for, so that it is known which messages are
 * under way when one completes. One thread at a time, as in comms.h. */
#ifndef TUTTI_RUNTIME_BEACON_REQUESTS_H
#define TUTTI_RUNTIME_BEACON_REQUESTS_H

#include "runtime/beacon/beacon.h"
#include "runtime/weak.h"

enum request_kind {
    REQUEST_SEND,
    REQUEST_SMALL_SEND, /* complete at once, whoever receives it */
    REQUEST_RECEIVE,
    REQUEST_COLLECTIVE,
    REQUEST_OTHER,
    REQUEST_KINDS
};

/* How many of each kind. */
struct tally {
    unsigned of[REQUEST_KINDS];
};

static inline bool requests_counted(void)
{
    return !(atomic_load_explicit(&beacon_process->doubts, memory_order_relaxed) &
             BEACON_DOUBT_THREADS);
}

/* A message to this world rank was sent, or is about to be. */
static inline void requests_sent(int world)
{
    struct beacon_peer *peer = world >= 0 ? beacon_peer(beacon_process->peers, world) : NULL;
    if (peer)
        peer->sent++;
    else if (world != BEACON_NOBODY)
        beacon_doubt(world >= 0 ? BEACON_DOUBT_ROOM : BEACON_DOUBT_MESSAGES);
}

/* Whether every library takes the message at once, though nobody may have asked for it yet. */
bool requests_small(MPI_Count count, MPI_Datatype datatype);

/* A call gave this request; `world` is whom it sends to, or receives from. */
void requests_add(MPI_Request request, enum request_kind kind, int world);
/* The same for one that requests_start() starts. */
void requests_add_persistent(MPI_Request request, enum request_kind kind, int world);
void requests_start(const MPI_Request *requests, int count);
/* A nonblocking collective; `needs` as if the call waited, the lane shows it. */
void requests_add_collective(MPI_Request request, enum beacon_kind needs,
                             const struct beacon_lane *lane);
/* The communicator at this index goes, its collectives may not be complete. */
void requests_forget_comm(int comm);

/* Takes requests out that complete, or will before the call returns. Those of which nothing is
 * known (of windows, of files) are open until then. `lane`, if any, waits for all of them, and
 * shows which collective it needs, and of a single receive the source. */
struct tally requests_take(struct beacon_lane *lane, const MPI_Request *requests, int count);
/* They are complete. */
void requests_complete(const struct tally *tally);

/* A copy of a list that a call is going to change; `place` has room for REQUESTS_NEAR. NULL: there
 * is no memory, or nothing to be known. requests_forget() frees it. */
enum { REQUESTS_NEAR = 32 };
MPI_Request *requests_copy(const MPI_Request *requests, int count, MPI_Request *place);
void requests_forget(MPI_Request *copy, const MPI_Request *place);

/* Those of a copy of which nothing is known are open from now on (1), or no more (-1). */
void requests_unknown(const MPI_Request *copy, int count, int step);

/* The program frees it or cancels it: what becomes of its message is not known any more. */
void requests_given_up(MPI_Request request, bool freed);

/* Some of the copied ones completed. */
void requests_completed(const MPI_Request *copy, const int *indices, int count);

#endif
