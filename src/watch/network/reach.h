/* reach.h: finds the addresses of this machine, and the one at which other machines reach it. */
#ifndef TUTTI_WATCH_NETWORK_REACH_H
#define TUTTI_WATCH_NETWORK_REACH_H

#include <stdbool.h>
#include <stddef.h>

enum { REACH_ADDRESS = 64 };

/* Finds the first IPv4 address of an interface; returns false if it has none. */
bool reach_interface(const char *interface, char address[REACH_ADDRESS]);

/* Finds the only address of this machine that leads to all the named machines; the address of the
 * loopback interface if they are all this machine. Returns false if there is no such address, or a
 * name is not known. Asks the resolver and the kernel's routes; sends nothing to the machines. */
bool reach_hosts(const char *const *names, size_t count, char address[REACH_ADDRESS]);

/* Returns "ADDRESS:PORT,..." for all interfaces; those that lead to other machines come first. The
 * caller frees it. */
char *reach_addresses(int port);

#endif
