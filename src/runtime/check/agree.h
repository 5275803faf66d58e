/* agree.h: the processes of a channel agree, before a collective, on what they are about to call.
 *
 * Each process sends log2(n) small messages and receives as many: in step s to the one 2^s further
 * on, what it has gathered so far. After the last step each has heard of all (dissemination). It
 * goes on at any poll, never inside MPI, so a nonblocking collective needs no wait. Agreements of
 * a channel complete in order. As soon as a difference shows, report.h ends the job.
 *
 * A process that waits does so for one message of one other process. Where that one waits too, on
 * another channel, and so on in a circle, nobody will ever come: stall.h looks for that.
 */
#ifndef TUTTI_RUNTIME_CHECK_AGREE_H
#define TUTTI_RUNTIME_CHECK_AGREE_H

#include "runtime/check/call.h"
#include "runtime/check/channel.h"

struct agreement {
    struct agreement *next;
    struct call call; /* of this process */
    struct summary summary;
    uint32_t sequence;
    int step;
    bool sent; /* the message of this step */
};

void agree_lock(void);
void agree_unlock(void);

/* All below: locked. */

/* Says what this process calls next on the channel. */
void agree_post(struct channel *channel, const struct call *call, enum summary_kind kind);

/* The same for the call that frees the object of the channel, which lives on only until all have
 * agreed. */
void agree_retire(struct channel *channel, const struct call *call);

/* The last one posted, which must be under way. */
const struct agreement *agree_last(const struct channel *channel);

/* Handles what has arrived. Returns false if that was nothing. */
bool agree_poll(void);

/* Whether any agreement is under way. */
bool agree_pending(void);

/* Takes messages that came before the channel was there. */
void agree_claim(struct channel *channel);

/* The one that the first step under way waits for: a rank in MPI_COMM_WORLD. */
int agree_awaited(const struct channel *channel);

/* Whether the message of that step has been sent; if not, `posted` says whether this process has
 * come to that collective. */
bool agree_has_sent(const struct channel *channel, uint32_t sequence, int step, bool *posted);

/* Not locked, waits. */

/* Until all that was posted on the channel is agreed. */
void agree_wait(struct channel *channel);

/* Until that is so on all channels (MPI_Finalize). */
void agree_wait_all(void);

/* Between polls: soon gives the processor to others, who may be those waited for. */
void agree_pause(unsigned *turns);

#endif
