/* requests.h: knows what each request of this process is for, so that its completion tells which
 * messages are no longer under way. Only one thread at a time may call these functions, as in
 * comms.h. */
#ifndef TUTTI_RUNTIME_BEACON_REQUESTS_H
#define TUTTI_RUNTIME_BEACON_REQUESTS_H

#include "runtime/beacon/beacon.h"
#include "runtime/weak.h"

enum request_kind {
    REQUEST_SEND,
    REQUEST_SMALL_SEND, /* it completes at once, even if no rank receives the message */
    REQUEST_RECEIVE,
    REQUEST_COLLECTIVE,
    REQUEST_OTHER,
    REQUEST_KINDS
};

/* Number of requests of each kind. */
struct tally {
    unsigned of[REQUEST_KINDS];
};

static inline bool requests_counted(void)
{
    return !(atomic_load_explicit(&beacon_process->doubts, memory_order_relaxed) &
             BEACON_DOUBT_THREADS);
}

/* Notes that a message to this world rank was sent, or is about to be. */
static inline void requests_sent(int world)
{
    struct beacon_peer *peer = world >= 0 ? beacon_peer(beacon_process->peers, world) : NULL;
    if (peer)
        peer->sent++;
    else if (world != BEACON_NOBODY)
        beacon_doubt(world >= 0 ? BEACON_DOUBT_ROOM : BEACON_DOUBT_MESSAGES);
}

/* Returns whether every library takes the message at once, even if no rank has asked for it yet. */
bool requests_small(MPI_Count count, MPI_Datatype datatype);

/* Adds a request that a call has returned; `world` is the destination or the source. */
void requests_add(MPI_Request request, enum request_kind kind, int world);
/* Does the same for a request that requests_start() starts. */
void requests_add_persistent(MPI_Request request, enum request_kind kind, int world);
void requests_start(const MPI_Request *requests, int count);
/* Adds a nonblocking collective. `needs` is what the call would need if it waited; the lane
 * describes it. */
void requests_add_collective(MPI_Request request, enum beacon_kind needs,
                             const struct beacon_lane *lane);
/* Notes that the communicator at this index is freed. Its collectives may not be complete. */
void requests_forget_comm(int comm);

/* Removes requests that are complete, or will be before the call returns, and returns their number.
 * Unknown ones (of windows, of files) count as open until requests_complete(). If there is a lane,
 * it waits for all of them, and shows the collective that it needs or, for a single receive, the
 * source. */
struct tally requests_take(struct beacon_lane *lane, const MPI_Request *requests, int count);
/* Notes that they are complete. */
void requests_complete(const struct tally *tally);

/* Returns a copy of a list that a call is going to change; `place` has room for REQUESTS_NEAR.
 * Returns NULL if there is no memory, or the list is empty. requests_forget() frees it. */
enum { REQUESTS_NEAR = 32 };
MPI_Request *requests_copy(const MPI_Request *requests, int count, MPI_Request *place);
void requests_forget(MPI_Request *copy, const MPI_Request *place);

/* Counts the unknown requests of a copy as open (`step` is 1), or no longer (-1). */
void requests_unknown(const MPI_Request *copy, int count, int step);

/* Notes that the program frees or cancels the request: nothing is known of its message any more. */
void requests_given_up(MPI_Request request, bool freed);

/* Notes that the copied requests at these indices are complete. */
void requests_completed(const MPI_Request *copy, const int *indices, int count);

#endif
