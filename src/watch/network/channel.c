#include "watch/network/channel.h"

#include "base/memory.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECT_MILLISECONDS = 3000, PIECE = 1 << 16, QUEUE = 128 };

static const int TCP = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;

static struct channel channel_of(int socket, size_t cap)
{
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    return (struct channel){.socket = socket, .cap = cap};
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

bool channel_accept(int listener, struct channel *channel)
{
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    int accepted =
        accept4(listener, (struct sockaddr *)&from, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (accepted >= 0)
        *channel = channel_of(accepted, CHANNEL_STRANGER);
    return accepted >= 0;
}

static int call(const struct sockaddr_in *at)
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

bool channel_connect(const char *addresses, struct channel *channel)
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
        int caller = colon && inet_pton(AF_INET, address, &to.sin_addr) == 1 ? call(&to) : -1;
        if (caller >= 0) {
            *channel = channel_of(caller, CHANNEL_FRIEND);
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
    *channel = (struct channel){.socket = -1};
}

static void address_of(const struct sockaddr_in *at, char address[CHANNEL_ADDRESS])
{
    if (at->sin_family != AF_INET || !inet_ntop(AF_INET, &at->sin_addr, address, CHANNEL_ADDRESS))
        snprintf(address, CHANNEL_ADDRESS, "0.0.0.0");
}

void channel_peer(const struct channel *channel, char address[CHANNEL_ADDRESS])
{
    struct sockaddr_in at = {0};
    socklen_t length = sizeof at;
    getpeername(channel->socket, (struct sockaddr *)&at, &length);
    address_of(&at, address);
}

void channel_self(const struct channel *channel, char address[CHANNEL_ADDRESS])
{
    struct sockaddr_in at = {0};
    socklen_t length = sizeof at;
    getsockname(channel->socket, (struct sockaddr *)&at, &length);
    address_of(&at, address);
}

static bool would_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static bool send_some(struct channel *channel)
{
    while (channel->out.length > 0) {
        ssize_t sent = send(channel->socket, channel->out.data, channel->out.length, MSG_NOSIGNAL);
        if (sent < 0)
            return would_wait();
        bytes_drop(&channel->out, (size_t)sent);
    }
    return true;
}

bool channel_pump(struct channel *channel)
{
    if (channel->socket < 0 || channel->ended)
        return false;
    bytes_drop(&channel->in, channel->taken);
    channel->taken = 0;
    bool open = send_some(channel);
    while (open && channel->in.length < channel->cap + PIECE) {
        ssize_t got = recv(channel->socket, bytes_room(&channel->in, PIECE), PIECE, 0);
        if (got < 0)
            return would_wait();
        if (got == 0) {
            channel->ended = true;
            return channel->in.length > 0; /* what has arrived is read first */
        }
        channel->in.length += (size_t)got;
    }
    return open;
}

bool channel_next(struct channel *channel, struct reader *frame)
{
    uint32_t length = 0;
    if (channel->socket < 0 || channel->in.length - channel->taken < sizeof length)
        return false;
    struct reader reader =
        reader_of(channel->in.data + channel->taken, channel->in.length - channel->taken);
    memcpy(&length, reader.at, sizeof length);
    if (length > channel->cap) {
        channel_close(channel);
        return false;
    }
    if (!reader_frame(&reader, frame))
        return false;
    channel->taken = channel->in.length - reader.left;
    return true;
}

static bool is_wanted(const struct ifaddrs *entry, const char *interface, bool loopback)
{
    return entry->ifa_addr && entry->ifa_addr->sa_family == AF_INET &&
           (entry->ifa_flags & IFF_UP) && !(entry->ifa_flags & IFF_LOOPBACK) == !loopback &&
           (!interface || strcmp(entry->ifa_name, interface) == 0);
}

char *channel_addresses(const char *interface, int port)
{
    struct ifaddrs *all;
    struct text text;
    if (getifaddrs(&all) != 0)
        return NULL;
    text_init(&text, (size_t)1 << 16);
    for (int loopback = 0; loopback < 2; loopback++)
        for (const struct ifaddrs *each = all; each; each = each->ifa_next)
            if (is_wanted(each, interface, loopback)) {
                char address[CHANNEL_ADDRESS];
                struct sockaddr_in at;
                memcpy(&at, each->ifa_addr, sizeof at);
                address_of(&at, address);
                text_addf(&text, "%s%s:%d", text.length > 0 ? "," : "", address, port);
            }
    freeifaddrs(all);
    char *addresses = text.length > 0 ? text_take(&text) : NULL;
    text_free(&text);
    return addresses;
}

bool channel_interface(const char *interface, char address[CHANNEL_ADDRESS])
{
    char *list = channel_addresses(interface, 0);
    if (!list)
        return false;
    snprintf(address, CHANNEL_ADDRESS, "%.*s", (int)strcspn(list, ":"), list);
    free(list);
    return true;
}

void channel_make_key(char key[CHANNEL_KEY])
{
    unsigned char bytes[(CHANNEL_KEY - 1) / 2] = {0};
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        memory_exhausted();
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(key + 2 * i, 3, "%02x", bytes[i]);
}
