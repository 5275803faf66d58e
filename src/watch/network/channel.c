#include "watch/network/channel.h"

#include "base/memory.h"
#include "watch/network/seal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECT_MILLISECONDS = 3000, PIECE = 1 << 16, QUEUE = 128 };

static const int TCP = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;

struct channel channel_over(int socket, const struct secret *secret, bool caller)
{
    int on = 1;
    struct channel channel = {.socket = socket};
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    channel.seal = seal_begin(secret, caller, &channel.sealed);
    return channel;
}

int channel_listen(const char *address, int *port, struct error *error)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
    socklen_t length = sizeof at;
    int listener = socket(AF_INET, TCP, 0);
    if (listener < 0)
        return error_errno(error, "cannot make a socket for the monitors of other nodes");
    if (address && inet_pton(AF_INET, address, &at.sin_addr) != 1) {
        close(listener);
        return error_set(error, ERROR_FAILED, "\"%s\" is no address", address);
    }
    if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, QUEUE) != 0 ||
        getsockname(listener, (struct sockaddr *)&at, &length) != 0) {
        error_errno(error, "cannot listen for the monitors of other nodes");
        close(listener);
        return -1;
    }
    *port = ntohs(at.sin_port);
    return listener;
}

bool channel_accept(int listener, const struct secret *secret, struct channel *channel)
{
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    int accepted =
        accept4(listener, (struct sockaddr *)&from, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (accepted >= 0)
        *channel = channel_over(accepted, secret, false);
    return accepted >= 0;
}

static int channel_call(const struct sockaddr_in *at)
{
    int caller = socket(AF_INET, TCP, 0), problem = 0;
    socklen_t length = sizeof problem;
    if (caller < 0)
        return -1;
    struct pollfd wait = {.fd = caller, .events = POLLOUT};
    if (connect(caller, (const struct sockaddr *)at, sizeof *at) == 0)
        return caller;
    if (errno == EINPROGRESS && poll(&wait, 1, CONNECT_MILLISECONDS) == 1 &&
        getsockopt(caller, SOL_SOCKET, SO_ERROR, &problem, &length) == 0 && problem == 0)
        return caller;
    close(caller);
    return -1;
}

bool channel_connect(const char *addresses, const struct secret *secret, struct channel *channel)
{
    for (const char *at = addresses; *at;) {
        char address[CHANNEL_ADDRESS];
        size_t length = strcspn(at, ",");
        snprintf(address, sizeof address, "%.*s", (int)length, at);
        char *colon = strchr(address, ':');
        struct sockaddr_in to = {.sin_family = AF_INET};
        if (colon) {
            *colon = '\0';
            to.sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10));
        }
        int caller =
            colon && inet_pton(AF_INET, address, &to.sin_addr) == 1 ? channel_call(&to) : -1;
        if (caller >= 0) {
            *channel = channel_over(caller, secret, true);
            return true;
        }
        at += length + (at[length] == ',');
    }
    return false;
}

void channel_close(struct channel *channel)
{
    if (channel->socket >= 0)
        close(channel->socket);
    bytes_free(&channel->in);
    bytes_free(&channel->out);
    bytes_free(&channel->sealed);
    seal_end(channel->seal);
    *channel = (struct channel){.socket = -1};
}

static void channel_address_of(const struct sockaddr_in *at, char address[CHANNEL_ADDRESS])
{
    if (at->sin_family != AF_INET || !inet_ntop(AF_INET, &at->sin_addr, address, CHANNEL_ADDRESS))
        snprintf(address, CHANNEL_ADDRESS, "0.0.0.0");
}

void channel_peer(const struct channel *channel, char address[CHANNEL_ADDRESS])
{
    struct sockaddr_in at = {0};
    socklen_t length = sizeof at;
    getpeername(channel->socket, (struct sockaddr *)&at, &length);
    channel_address_of(&at, address);
}

void channel_self(const struct channel *channel, char address[CHANNEL_ADDRESS])
{
    struct sockaddr_in at = {0};
    socklen_t length = sizeof at;
    getsockname(channel->socket, (struct sockaddr *)&at, &length);
    channel_address_of(&at, address);
}

static bool would_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static bool send_some(struct channel *channel)
{
    struct bytes *sealed = &channel->sealed;
    while (sealed->length > 0) {
        ssize_t sent = send(channel->socket, sealed->data, sealed->length, MSG_NOSIGNAL);
        if (sent < 0)
            return would_wait();
        bytes_drop(sealed, (size_t)sent);
    }
    return true;
}

static void seal_frames(struct channel *channel)
{
    struct reader frame, frames = reader_of(channel->out.data, channel->out.length);
    if (!channel_proved(channel))
        return;
    while (reader_frame(&frames, &frame))
        seal_close_frame(channel->seal, &frame, &channel->sealed);
    bytes_clear(&channel->out);
}

/* Returns how many bytes to read now: from an end that has not proved itself, no more than the
 * proof. */
static size_t channel_wanted(const struct channel *channel)
{
    size_t greeting = seal_wants(channel->seal), room = CHANNEL_FRAME + SEAL_MORE + PIECE;
    if (greeting > 0)
        return greeting - channel->in.length;
    return channel->in.length < room ? PIECE : 0;
}

/* Handles a message before the frames, if it has arrived completely. */
static bool hear_greeting(struct channel *channel)
{
    if (channel_proved(channel) || channel->in.length < seal_wants(channel->seal))
        return true;
    channel->forged = !seal_hear(channel->seal, channel->in.data, &channel->sealed);
    bytes_clear(&channel->in);
    if (channel->forged)
        return false;
    seal_frames(channel);
    return send_some(channel);
}

bool channel_pump(struct channel *channel)
{
    if (channel->socket < 0 || channel->ended || channel->forged)
        return false;
    bytes_drop(&channel->in, channel->taken);
    channel->taken = 0;
    seal_frames(channel);
    bool open = send_some(channel);
    for (size_t room; open && (room = channel_wanted(channel)) > 0;
         open = open && hear_greeting(channel)) {
        ssize_t got = recv(channel->socket, bytes_room(&channel->in, room), room, 0);
        if (got < 0)
            return would_wait();
        if (got == 0) {
            channel->ended = true;
            return channel_proved(channel) && channel->in.length > 0; /* read this first */
        }
        channel->in.length += (size_t)got;
    }
    return open;
}

bool channel_next(struct channel *channel, struct reader *frame)
{
    uint32_t length = 0;
    if (channel->socket < 0 || channel->forged || !channel_proved(channel) ||
        channel->in.length - channel->taken < sizeof length)
        return false;
    struct reader sealed,
        reader = reader_of(channel->in.data + channel->taken, channel->in.length - channel->taken);
    memcpy(&length, reader.at, sizeof length);
    channel->forged = length < SEAL_MORE || length > CHANNEL_FRAME + SEAL_MORE;
    if (channel->forged || !reader_frame(&reader, &sealed))
        return false;
    channel->taken = channel->in.length - reader.left;
    channel->forged = !seal_open_frame(channel->seal, &sealed, frame);
    return !channel->forged;
}

bool channel_proved(const struct channel *channel)
{
    return channel->seal && seal_wants(channel->seal) == 0;
}

bool channel_forged(const struct channel *channel)
{
    return channel->forged;
}

bool channel_is_sent(const struct channel *channel)
{
    return channel->out.length == 0 && channel->sealed.length == 0;
}
