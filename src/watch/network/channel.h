/* channel.h: frames (base/bytes.h) over TCP between monitors, without ever waiting.
 *
 * A monitor listens at addresses of its own; another gets them as "KEY@ADDRESS:PORT,...". The key
 * keeps others out: it is random, and known to the processes of the job alone. */
#ifndef TUTTI_WATCH_NETWORK_CHANNEL_H
#define TUTTI_WATCH_NETWORK_CHANNEL_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>

enum { CHANNEL_ADDRESS = 64, CHANNEL_KEY = 33 };

struct channel {
    int socket; /* -1: closed */
    struct bytes in, out;
    size_t taken; /* of `in`, by channel_next() */
    size_t cap;   /* the longest frame that is accepted */
    bool ended;   /* the other end has nothing more to say */
};

/* The longest frame of one who has not shown the key, and of all others. */
#define CHANNEL_STRANGER ((size_t)4096)
#define CHANNEL_FRIEND   ((size_t)64 << 20)

/* Listens at a free port: at all addresses, or at this one (an IPv4 address). Gives the socket, or
 * -1. */
int channel_listen(const char *address, int *port, struct error *error);
/* One that has called; false: nobody has. */
bool channel_accept(int listener, struct channel *channel);
/* Calls the first of "ADDRESS:PORT,..." that answers. Waits up to a few seconds for each. */
bool channel_connect(const char *addresses, struct channel *channel);
void channel_close(struct channel *channel);

/* The other end's address, and this end's. */
void channel_peer(const struct channel *channel, char address[CHANNEL_ADDRESS]);
void channel_self(const struct channel *channel, char address[CHANNEL_ADDRESS]);

/* Sends and receives what can be without waiting. False: the other end is gone. */
bool channel_pump(struct channel *channel);
/* The next frame that has arrived. It lives until the next pump. */
bool channel_next(struct channel *channel, struct reader *frame);

/* The addresses of this machine's interfaces with this port, those that lead elsewhere first; of
 * one interface only if it is not NULL. The text is to be freed; NULL: there is none. */
char *channel_addresses(const char *interface, int port);
/* The first address of an interface; false: it has none. */
bool channel_interface(const char *interface, char address[CHANNEL_ADDRESS]);

void channel_make_key(char key[CHANNEL_KEY]);

#endif
