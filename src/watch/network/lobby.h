/* lobby.h: the port of a monitor, and the callers that have not yet proved that they know the
 * secret of the job (seal.h).
 *
 * Anybody on the network can call. What strangers can use up is bounded: places (the oldest caller
 * goes when another comes), time (a caller has ten seconds), memory (no more bytes are read than
 * the proof has), turns (half as many as there are places are accepted in each, and there are fifty
 * in a second at most), and descriptors (one is kept in reserve: when there are no others, a caller
 * is hung up on). */
#ifndef TUTTI_WATCH_NETWORK_LOBBY_H
#define TUTTI_WATCH_NETWORK_LOBBY_H

#include "watch/network/channel.h"

enum { LOBBY_PLACES = 128 };

struct lobby {
    int listener; /* -1: closed */
    int port;
    int reserve; /* a descriptor that can be given up to hang up on a caller */
    const struct secret *secret;
    struct {
        struct channel channel;
        double since;
    } waiting[LOBBY_PLACES]; /* the oldest first */
    size_t count, places;
    double looked;
    size_t refused; /* callers whose proof was wrong, or who sent something else */
    char refused_from[CHANNEL_ADDRESS]; /* the last of them */
};

/* As channel_listen(). The secret must live as long as the lobby. */
int lobby_open(struct lobby *lobby, const char *address, const struct secret *secret,
               struct error *error);
void lobby_close(struct lobby *lobby);

/* One that has proved itself: the caller's from now on. False: there is none now. */
bool lobby_admit(struct lobby *lobby, double now, struct channel *channel);

#endif
