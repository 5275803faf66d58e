/* agree.h: lets the processes of a channel agree, before a collective, on what they are about to
 * call.
 *
 * Each process sends log2(n) small messages and receives as many. In step s it sends what it has
 * gathered until now to the process 2^s further on. After the last step each process has heard of
 * all (dissemination). An agreement makes progress at any poll, never inside MPI, so a nonblocking
 * collective need not wait for it. Agreements of a channel complete in order. As soon as a
 * difference shows, report.h ends the job.
 *
 * A waiting process waits for one message of one other process. If that process also waits, on
 * another channel, and so on in a circle, the wait never ends: stall.h looks for such circles.
 */
#ifndef TUTTI_RUNTIME_CHECK_AGREE_H
#define TUTTI_RUNTIME_CHECK_AGREE_H

#include "runtime/check/call.h"
#include "runtime/check/channel.h"

struct agreement {
    struct agreement *next;
    struct call call; /* that this process makes */
    struct summary summary;
    uint32_t sequence;
    int step;
    bool sent; /* the message of this step has been sent */
};

void agree_lock(void);
void agree_unlock(void);

/* All functions below must be called with the lock held. */

/* Posts the next call of this process on the channel. */
void agree_post(struct channel *channel, const struct call *call, enum summary_kind kind);

/* Posts the call that frees the object of the channel. The channel lives on only until all have
 * agreed. */
void agree_retire(struct channel *channel, const struct call *call);

/* Returns the last agreement that was posted; it must not be complete. */
const struct agreement *agree_last(const struct channel *channel);

/* Handles the messages that have arrived. Returns false if there were none. */
bool agree_poll(void);

/* Returns whether any agreement is not complete. */
bool agree_pending(void);

/* Takes messages that arrived before the channel existed. */
void agree_claim(struct channel *channel);

/* Returns the process that the first incomplete step waits for, as a rank in MPI_COMM_WORLD. */
int agree_awaited(const struct channel *channel);

/* Returns whether the message of that step has been sent. If not, `posted` says whether this
 * process has reached that collective. */
bool agree_has_sent(const struct channel *channel, uint32_t sequence, int step, bool *posted);

/* The functions below must be called without the lock, and wait. */

/* Waits until all that was posted on the channel is agreed. */
void agree_wait(struct channel *channel);

/* Waits until all channels have agreed (MPI_Finalize). */
void agree_wait_all(void);

/* Pauses between polls; soon gives the processor to others, who may be the processes waited for. */
void agree_pause(unsigned *turns);

#endif
