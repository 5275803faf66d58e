/* network.h: sockets between actors (simulation.h), on hosts that are simulated.
 *
 * The code that is simulated calls socket, connect, send, poll and so on, and the linker leads that
 * here. Bytes leave a host one after the other, as its bandwidth allows, take a latency, and come
 * into the other host in the same way. A sender that is far ahead of its receiver is told to wait,
 * as by TCP. */
#ifndef TUTTI_SIMULATE_NETWORK_H
#define TUTTI_SIMULATE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct actor;

struct host {
    double delay; /* seconds more on all ways from and to it */
    bool silent;  /* nothing comes from it and nothing reaches it, and nobody is told */
    uint64_t bytes_in, bytes_out, sends;
    double in_free, out_free; /* when the last byte so far is through */
};

void network_begin(int hosts, double latency, double bytes_per_second);
void network_end(void);
struct host *network_host(int number);

/* When bytes from one host reach another that leave now; negative: never. */
double network_carry(int from, int to, size_t bytes);

/* Two ends that are connected; the first blocks and is `one`'s. Between processes of one host, with
 * this latency. */
void network_pair(struct actor *one, struct actor *other, double latency, int *ends);
/* The end is this actor's. */
void network_give(int end, struct actor *actor);

/* All that the actor has open is closed, as when its process is killed. */
void network_hang_up(const struct actor *actor);

#endif
