/* lobby.h: the port of a monitor, and the callers that have not yet proved that they know the
 * secret of the job (seal.h).
 *
 * Anybody on the network can call. The lobby limits what strangers can use up: places (a new caller
 * replaces the oldest one), time (ten seconds per caller), memory (it reads no more bytes than the
 * proof has), turns (each accepts half as many callers as there are places, and there are at most
 * fifty per second), and descriptors (one is in reserve: if no others are left, it serves to hang
 * up on a caller).
 */
#ifndef TUTTI_WATCH_NETWORK_LOBBY_H
#define TUTTI_WATCH_NETWORK_LOBBY_H

#include "watch/network/channel.h"

enum { LOBBY_PLACES = 128 };

struct lobby {
    int listener; /* -1: closed */
    int port;
    int reserve; /* a descriptor to give up when a caller must be hung up on */
    const struct secret *secret;
    struct {
        struct channel channel;
        double since;
    } waiting[LOBBY_PLACES]; /* oldest first */
    size_t count, places;
    double looked;
    size_t refused; /* callers whose proof was wrong, or who sent something else */
    char refused_from[CHANNEL_ADDRESS]; /* the last of them */
};

/* Opens the port like channel_listen(). The secret must live as long as the lobby. */
int lobby_open(struct lobby *lobby, const char *address, const struct secret *secret,
               struct error *error);
void lobby_close(struct lobby *lobby);

/* Returns a caller that has proved itself; the channel then belongs to the user of the lobby.
 * False: there is none now. */
bool lobby_admit(struct lobby *lobby, double now, struct channel *channel);

#endif
