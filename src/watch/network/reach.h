/* reach.h: the addresses of this machine, and the one by which other machines are reached. */
#ifndef TUTTI_WATCH_NETWORK_REACH_H
#define TUTTI_WATCH_NETWORK_REACH_H

#include <stdbool.h>
#include <stddef.h>

enum { REACH_ADDRESS = 64 };

/* The first IPv4 address of an interface; false: it has none. */
bool reach_interface(const char *interface, char address[REACH_ADDRESS]);

/* The only address of this machine that leads to all these machines; that of the loopback interface
 * if all of them are this one. False: there is no such address, or one of them is not known. Asks
 * the resolver and the kernel's routes; sends nothing to the machines. */
bool reach_hosts(const char *const *names, size_t count, char address[REACH_ADDRESS]);

/* "ADDRESS:PORT,..." of all interfaces, those that lead elsewhere first. To be freed. */
char *reach_addresses(int port);

#endif
