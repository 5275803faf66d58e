/* channel.h: frames (base/bytes.h) over TCP between monitors, without ever waiting.
 *
 * Both ends prove that they know the secret of the job, and every frame is sealed (seal.h). Frames
 * that are added before that wait until the other end has proved itself. */
#ifndef TUTTI_WATCH_NETWORK_CHANNEL_H
#define TUTTI_WATCH_NETWORK_CHANNEL_H

#include "base/bytes.h"
#include "base/error.h"
#include "watch/network/secret.h"

#include <stdbool.h>

enum { CHANNEL_ADDRESS = 64 };

/* The longest frame that is accepted. */
#define CHANNEL_FRAME ((size_t)64 << 20)

struct channel {
    int socket;       /* -1: closed */
    struct bytes out; /* whole frames, to be sealed and sent */
    struct bytes in, sealed;
    struct seal *seal;
    size_t taken; /* of `in`, by channel_next() */
    bool ended;   /* the other end has nothing more to say */
    bool forged;  /* the other end does not know the secret, or somebody meddles */
};

/* Listens at a free port: at all addresses, or at this one (an IPv4 address). Gives the socket, or
 * -1. */
int channel_listen(const char *address, int *port, struct error *error);
/* One that has called; false, with errno: nobody has, or there is no descriptor left. */
bool channel_accept(int listener, const struct secret *secret, struct channel *channel);
/* Calls the first of "ADDRESS:PORT,..." that answers. Waits up to a few seconds for each. */
bool channel_connect(const char *addresses, const struct secret *secret, struct channel *channel);
/* Over a socket that is connected already. */
struct channel channel_over(int socket, const struct secret *secret, bool caller);
void channel_close(struct channel *channel);

/* The other end's address, and this end's. */
void channel_peer(const struct channel *channel, char address[CHANNEL_ADDRESS]);
void channel_self(const struct channel *channel, char address[CHANNEL_ADDRESS]);

/* Sends and receives what can be without waiting. False: the other end is gone, or not to be
 * trusted. */
bool channel_pump(struct channel *channel);
/* The next frame that has arrived. It lives until the next. */
bool channel_next(struct channel *channel, struct reader *frame);

/* The other end has proved that it knows the secret. */
bool channel_proved(const struct channel *channel);
/* It has shown that it does not, or a frame is not what the other end has sent. */
bool channel_forged(const struct channel *channel);
/* All frames have been sent. */
bool channel_is_sent(const struct channel *channel);

#endif
