/* channel.h: sends and receives frames (base/bytes.h) over TCP between monitors, and never waits.
 *
 * Both ends prove that they know the secret of the job, and every frame is sealed (seal.h). Frames
 * that the caller adds before that are sent once the other end has proved itself.
 */
#ifndef TUTTI_WATCH_NETWORK_CHANNEL_H
#define TUTTI_WATCH_NETWORK_CHANNEL_H

#include "base/bytes.h"
#include "base/error.h"
#include "watch/network/secret.h"

#include <stdbool.h>

enum { CHANNEL_ADDRESS = 64 };

/* Limit on the bytes of an accepted frame. */
#define CHANNEL_FRAME ((size_t)64 << 20)

struct channel {
    int socket;       /* -1: closed */
    struct bytes out; /* whole frames, to be sealed and sent */
    struct bytes in, sealed;
    struct seal *seal;
    size_t taken; /* bytes of `in` that channel_next() has taken */
    bool ended;   /* the other end has closed the connection */
    bool forged;  /* the other end does not know the secret, or somebody changed a frame */
};

/* Listens at a free port, at all addresses or at the given one (an IPv4 address). Returns the
 * socket, or -1. */
int channel_listen(const char *address, int *port, struct error *error);
/* Accepts a caller. Returns false, with errno set, if nobody has called, or there is no descriptor
 * left. */
bool channel_accept(int listener, const struct secret *secret, struct channel *channel);
/* Connects to the first of "ADDRESS:PORT,..." that answers. Waits up to a few seconds for each. */
bool channel_connect(const char *addresses, const struct secret *secret, struct channel *channel);
/* Makes a channel over a connected socket. */
struct channel channel_over(int socket, const struct secret *secret, bool caller);
void channel_close(struct channel *channel);

/* Return the other end's address, and this end's. */
void channel_peer(const struct channel *channel, char address[CHANNEL_ADDRESS]);
void channel_self(const struct channel *channel, char address[CHANNEL_ADDRESS]);

/* Sends and receives as much as is possible without waiting. Returns false if the other end is
 * gone, or cannot be trusted. */
bool channel_pump(struct channel *channel);
/* Returns the next frame that has arrived; it is valid until the next call. */
bool channel_next(struct channel *channel, struct reader *frame);

/* Returns whether the other end has proved that it knows the secret. */
bool channel_proved(const struct channel *channel);
/* Returns whether the other end has shown that it does not know the secret, or a frame is not the
 * one that the other end sent. */
bool channel_forged(const struct channel *channel);
/* Returns whether all frames have been sent. */
bool channel_is_sent(const struct channel *channel);

#endif
