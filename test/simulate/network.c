#include "simulate/network.h"

#include "base/memory.h"
#include "simulate/simulation.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    FIRST = 1 << 20,   /* descriptors below are the machine's */
    WINDOW = 1 << 20,  /* bytes under way, at most */
    FIRST_PORT = 2000, /* each listener has its own port, whatever its host */
};

static const double REFUSED = 3; /* seconds that a call to a silent host takes */

struct chunk {
    struct chunk *next;
    double at;
    size_t length, taken;
    unsigned char data[];
};

struct end {
    struct actor *owner;
    int host, peer, port; /* peer: -1: none; port: of a listener, else 0 */
    bool open, blocks;
    double latency; /* of a pair on one host; negative: it is none */
    struct chunk *first, *last;
    size_t queued;
    double ended;   /* when the other end's last word arrives */
    int *calls;     /* of a listener: ends that wait to be accepted */
    double *called; /* and since when */
    size_t call_count, call_space, called_space;
};

static struct {
    double latency, bandwidth;
    struct host *hosts;
    int host_count;
    struct end **ends;
    size_t end_count, end_space;
    int *free;
    size_t free_count, free_space;
    int ports;
} net;

void network_begin(int hosts, double latency, double bytes_per_second)
{
    net.latency = latency;
    net.bandwidth = bytes_per_second;
    net.host_count = hosts;
    net.hosts = memory_zero((size_t)hosts, sizeof *net.hosts);
    net.ports = FIRST_PORT;
}

/* What is under way is nobody's memory. */
void *__real_malloc(size_t size);
void __real_free(void *memory);

static void drop_chunks(struct end *end)
{
    while (end->first) {
        struct chunk *chunk = end->first;
        end->first = chunk->next;
        __real_free(chunk);
    }
    end->last = NULL;
    end->queued = 0;
}

void network_end(void)
{
    for (size_t i = 0; i < net.end_count; i++) {
        drop_chunks(net.ends[i]);
        free(net.ends[i]->calls);
        free(net.ends[i]->called);
        free(net.ends[i]);
    }
    free(net.ends);
    free(net.free);
    free(net.hosts);
    memset(&net, 0, sizeof net);
}

struct host *network_host(int number)
{
    return &net.hosts[number];
}

static struct end *end_of(int descriptor)
{
    size_t index = (size_t)(descriptor - FIRST);
    return descriptor >= FIRST && index < net.end_count ? net.ends[index] : NULL;
}

static int new_end(struct actor *owner)
{
    int index;
    if (net.free_count > 0) {
        index = net.free[--net.free_count];
    } else {
        net.ends = memory_room(net.ends, net.end_count, &net.end_space, sizeof *net.ends);
        net.ends[net.end_count] = memory_alloc(sizeof **net.ends);
        index = (int)net.end_count++;
    }
    *net.ends[index] = (struct end){.owner = owner,
                                    .host = actor_host(owner),
                                    .peer = -1,
                                    .open = true,
                                    .latency = -1,
                                    .ended = INFINITY};
    return FIRST + index;
}

static double take_turn(double *free_at, double ready, size_t bytes)
{
    *free_at = (*free_at > ready ? *free_at : ready) + (double)bytes / net.bandwidth;
    return *free_at;
}

double network_carry(int from, int to, size_t bytes)
{
    struct host *sender = &net.hosts[from], *receiver = &net.hosts[to];
    if (sender->silent || receiver->silent)
        return -1;
    sender->bytes_out += bytes;
    sender->sends++;
    receiver->bytes_in += bytes;
    double left = take_turn(&sender->out_free, simulation_now(), bytes);
    double there = take_turn(&receiver->in_free, left + net.latency, bytes);
    return there + sender->delay + receiver->delay; /* which delays nobody else */
}

void network_pair(struct actor *one, struct actor *other, double latency, int *ends)
{
    ends[0] = new_end(one);
    ends[1] = new_end(other);
    for (int i = 0; i < 2; i++) {
        end_of(ends[i])->peer = ends[1 - i];
        end_of(ends[i])->latency = latency;
    }
    end_of(ends[0])->blocks = true;
}

void network_give(int end, struct actor *actor)
{
    end_of(end)->owner = actor;
}

/* The last word, to the other end. */
static void hang_up(int descriptor)
{
    struct end *end = end_of(descriptor), *peer = end_of(end->peer);
    drop_chunks(end);
    if (peer && peer->open && peer->peer == descriptor) {
        double at = end->latency >= 0 ? simulation_now() + end->latency
                                      : network_carry(end->host, peer->host, 1);
        if (at >= 0 && peer->last && peer->last->at > at)
            at = peer->last->at;
        peer->peer = -1;
        if (at >= 0) {
            peer->ended = at;
            actor_wake(peer->owner, at);
        }
    }
    end->open = false;
    for (size_t i = 0; i < end->call_count; i++)
        hang_up(end->calls[i]); /* nobody will accept them */
    free(end->calls);
    free(end->called);
    end->calls = NULL;
    end->called = NULL;
    end->call_count = 0;
    net.free = memory_room(net.free, net.free_count, &net.free_space, sizeof *net.free);
    net.free[net.free_count++] = descriptor - FIRST;
}

void network_hang_up(const struct actor *actor)
{
    for (size_t i = 0; i < net.end_count; i++)
        if (net.ends[i]->open && net.ends[i]->owner == actor)
            hang_up(FIRST + (int)i);
}

/* When there is something to read; infinity: nothing is under way. */
static double readable(const struct end *end)
{
    if (end->port > 0)
        return end->call_count > 0 ? end->called[0] : INFINITY;
    return end->first ? end->first->at : end->ended;
}

/* How many of them are ready; else when the first one will be. */
static int ready(struct pollfd *polled, nfds_t count, double *next)
{
    double now = simulation_now();
    int found = 0;
    for (nfds_t i = 0; i < count; i++) {
        const struct end *end = end_of(polled[i].fd);
        polled[i].revents = 0;
        if (!end || !end->open)
            continue;
        double when = readable(end);
        const struct end *peer = end_of(end->peer);
        if ((polled[i].events & POLLIN) && when <= now)
            polled[i].revents |= POLLIN;
        else if (when < *next)
            *next = when;
        if ((polled[i].events & POLLOUT) && (!peer || peer->queued < WINDOW))
            polled[i].revents |= POLLOUT;
        found += polled[i].revents != 0;
    }
    return found;
}

/* Takes a moment even if nothing is waited for: else whoever asks in a loop would stop the clock.
 */
static int wait_for_any(struct pollfd *polled, nfds_t count, double seconds)
{
    static const double MOMENT = 1e-6;
    double deadline = simulation_now() + (seconds > MOMENT ? seconds : MOMENT);
    for (;;) {
        double next = deadline;
        int found = ready(polled, count, &next);
        if (found > 0 || simulation_now() >= deadline)
            return found;
        actor_wait(next, true);
    }
}

static void deliver(struct end *to, double at, const void *data, size_t length)
{
    struct chunk *chunk = __real_malloc(sizeof *chunk + length);
    if (!chunk)
        memory_exhausted();
    if (to->last && to->last->at > at)
        at = to->last->at;
    *chunk = (struct chunk){.at = at, .length = length};
    memcpy(chunk->data, data, length);
    if (to->last)
        to->last->next = chunk;
    else
        to->first = chunk;
    to->last = chunk;
    to->queued += length;
    actor_wake(to->owner, at);
}

static ssize_t take_bytes(struct end *end, void *place, size_t size)
{
    size_t got = 0;
    double now = simulation_now();
    while (end->first && end->first->at <= now && got < size) {
        struct chunk *chunk = end->first;
        size_t part = chunk->length - chunk->taken;
        part = part < size - got ? part : size - got;
        memcpy((char *)place + got, chunk->data + chunk->taken, part);
        chunk->taken += part;
        got += part;
        end->queued -= part;
        if (chunk->taken < chunk->length)
            break;
        end->first = chunk->next;
        if (!end->first)
            end->last = NULL;
        __real_free(chunk);
    }
    if (got > 0)
        return (ssize_t)got;
    if (!end->first && end->ended <= now)
        return 0;
    errno = EAGAIN;
    return -1;
}

/* The linker's names. What is not an actor's is the machine's. */
int __real_socket(int domain, int type, int protocol);
int __real_close(int descriptor);
int __real_poll(struct pollfd *polled, nfds_t count, int milliseconds);
int __real_ppoll(struct pollfd *polled, nfds_t count, const struct timespec *time,
                 const sigset_t *mask);
int __wrap_socket(int domain, int type, int protocol);
int __wrap_close(int descriptor);
int __wrap_poll(struct pollfd *polled, nfds_t count, int milliseconds);
int __wrap_ppoll(struct pollfd *polled, nfds_t count, const struct timespec *time,
                 const sigset_t *mask);
int __wrap_setsockopt(int descriptor, int level, int name, const void *value, socklen_t size);
int __wrap_bind(int descriptor, const struct sockaddr *address, socklen_t length);
int __wrap_listen(int descriptor, int queue);
int __wrap_getsockname(int descriptor, struct sockaddr *address, socklen_t *length);
int __wrap_getpeername(int descriptor, struct sockaddr *address, socklen_t *length);
int __wrap_connect(int descriptor, const struct sockaddr *address, socklen_t length);
int __wrap_accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
ssize_t __wrap_send(int descriptor, const void *data, size_t length, int flags);
ssize_t __wrap_recv(int descriptor, void *place, size_t size, int flags);

int __wrap_socket(int domain, int type, int protocol)
{
    return actor_self() ? new_end(actor_self()) : __real_socket(domain, type, protocol);
}

int __wrap_close(int descriptor)
{
    if (!end_of(descriptor))
        return __real_close(descriptor);
    hang_up(descriptor);
    return 0;
}

int __wrap_poll(struct pollfd *polled, nfds_t count, int milliseconds)
{
    if (!actor_self())
        return __real_poll(polled, count, milliseconds);
    return wait_for_any(polled, count, milliseconds * 1e-3);
}

int __wrap_ppoll(struct pollfd *polled, nfds_t count, const struct timespec *time,
                 const sigset_t *mask)
{
    if (!actor_self())
        return __real_ppoll(polled, count, time, mask);
    return wait_for_any(polled, count, (double)time->tv_sec + (double)time->tv_nsec * 1e-9);
}

int __wrap_setsockopt(int descriptor, int level, int name, const void *value, socklen_t size)
{
    (void)descriptor, (void)level, (void)name, (void)value, (void)size;
    return 0;
}

int __wrap_bind(int descriptor, const struct sockaddr *address, socklen_t length)
{
    (void)address, (void)length;
    end_of(descriptor)->port = net.ports++;
    return 0;
}

int __wrap_listen(int descriptor, int queue)
{
    (void)descriptor, (void)queue;
    return 0;
}

static void write_address(const struct end *end, struct sockaddr *address, socklen_t *length)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)end->port),
                             .sin_addr.s_addr = htonl(0x0a000000U + (uint32_t)end->host)};
    memcpy(address, &at, sizeof at);
    *length = sizeof at;
}

int __wrap_getsockname(int descriptor, struct sockaddr *address, socklen_t *length)
{
    write_address(end_of(descriptor), address, length);
    return 0;
}

int __wrap_getpeername(int descriptor, struct sockaddr *address, socklen_t *length)
{
    const struct end *peer = end_of(end_of(descriptor)->peer);
    if (!peer)
        return -1;
    write_address(peer, address, length);
    return 0;
}

static struct end *listener_at(int port)
{
    for (size_t i = 0; i < net.end_count; i++)
        if (net.ends[i]->open && net.ends[i]->port == port)
            return net.ends[i];
    return NULL;
}

/* The call is answered by the other kernel, before anybody there accepts it. */
int __wrap_connect(int descriptor, const struct sockaddr *address, socklen_t length)
{
    struct sockaddr_in to;
    memcpy(&to, address, sizeof to < length ? sizeof to : length);
    struct end *end = end_of(descriptor), *listener = listener_at(ntohs(to.sin_port));
    double arrives = listener ? network_carry(end->host, listener->host, 1) : 0;
    if (!listener || arrives < 0) {
        actor_wait(simulation_now() + (listener ? REFUSED : net.latency), false);
        errno = listener ? ETIMEDOUT : ECONNREFUSED;
        return -1;
    }
    int other = new_end(listener->owner);
    end_of(other)->peer = descriptor;
    end->peer = other;
    listener->calls = memory_room(listener->calls, listener->call_count, &listener->call_space,
                                  sizeof *listener->calls);
    listener->called = memory_room(listener->called, listener->call_count, &listener->called_space,
                                   sizeof *listener->called);
    listener->calls[listener->call_count] = other;
    listener->called[listener->call_count++] = arrives;
    actor_wake(listener->owner, arrives);
    actor_wait(arrives + net.latency, false);
    return 0;
}

int __wrap_accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags)
{
    struct end *listener = end_of(descriptor);
    (void)flags;
    if (listener->call_count == 0 || listener->called[0] > simulation_now()) {
        errno = EAGAIN;
        return -1;
    }
    int call = listener->calls[0];
    listener->call_count--;
    memmove(listener->calls, listener->calls + 1, listener->call_count * sizeof *listener->calls);
    memmove(listener->called, listener->called + 1,
            listener->call_count * sizeof *listener->called);
    write_address(end_of(call), address, length);
    return call;
}

ssize_t __wrap_send(int descriptor, const void *data, size_t length, int flags)
{
    const struct end *end = end_of(descriptor);
    struct end *peer = end_of(end->peer);
    (void)flags;
    if (!peer) {
        errno = EPIPE;
        return -1;
    }
    if (peer->queued >= WINDOW) {
        errno = EAGAIN;
        return -1;
    }
    double at = end->latency >= 0 ? simulation_now() + end->latency
                                  : network_carry(end->host, peer->host, length);
    if (at >= 0)
        deliver(peer, at, data, length);
    return (ssize_t)length;
}

ssize_t __wrap_recv(int descriptor, void *place, size_t size, int flags)
{
    struct end *end = end_of(descriptor);
    (void)flags;
    for (;;) {
        ssize_t got = take_bytes(end, place, size);
        if (got >= 0 || !end->blocks)
            return got;
        actor_wait(readable(end), true);
    }
}
