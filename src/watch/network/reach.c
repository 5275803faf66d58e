#include "watch/network/reach.h"

#include "base/memory.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DISCARD = 9 }; /* a port; nothing is sent to it */

static bool reach_is_wanted(const struct ifaddrs *entry, const char *interface, bool loopback)
{
    return entry->ifa_addr && entry->ifa_addr->sa_family == AF_INET &&
           (entry->ifa_flags & IFF_UP) && !(entry->ifa_flags & IFF_LOOPBACK) == !loopback &&
           (!interface || strcmp(entry->ifa_name, interface) == 0);
}

static void print_address(const struct ifaddrs *entry, char address[REACH_ADDRESS])
{
    struct sockaddr_in at;
    memcpy(&at, entry->ifa_addr, sizeof at);
    if (!inet_ntop(AF_INET, &at.sin_addr, address, REACH_ADDRESS))
        snprintf(address, REACH_ADDRESS, "0.0.0.0");
}

bool reach_interface(const char *interface, char address[REACH_ADDRESS])
{
    struct ifaddrs *all;
    bool found = false;
    if (getifaddrs(&all) != 0)
        return false;
    for (const struct ifaddrs *each = all; each && !found; each = each->ifa_next)
        if (reach_is_wanted(each, interface, false) || reach_is_wanted(each, interface, true)) {
            print_address(each, address);
            found = true;
        }
    freeifaddrs(all);
    return found;
}

char *reach_addresses(int port)
{
    struct ifaddrs *all;
    struct text text;
    if (getifaddrs(&all) != 0)
        return memory_copy("");
    text_init(&text, (size_t)1 << 16);
    for (int loopback = 0; loopback < 2; loopback++)
        for (const struct ifaddrs *each = all; each; each = each->ifa_next)
            if (reach_is_wanted(each, NULL, loopback)) {
                char address[REACH_ADDRESS];
                print_address(each, address);
                text_addf(&text, "%s%s:%d", text.length > 0 ? "," : "", address, port);
            }
    freeifaddrs(all);
    char *addresses = text_take(&text);
    text_free(&text);
    return addresses;
}

/* Finds the local address of the route to the machine; sets `here` if that is this machine. */
static bool reach_host(const char *name, struct in_addr *from, bool *here)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM}, *found;
    struct sockaddr_in to, own;
    socklen_t length = sizeof own;
    if (getaddrinfo(name, NULL, &hints, &found) != 0)
        return false;
    memcpy(&to, found->ai_addr, sizeof to);
    freeaddrinfo(found);
    to.sin_port = htons(DISCARD);
    int way = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool leads = way >= 0 && connect(way, (struct sockaddr *)&to, sizeof to) == 0 &&
                 getsockname(way, (struct sockaddr *)&own, &length) == 0;
    if (way >= 0)
        close(way);
    if (!leads)
        return false;
    *from = own.sin_addr;
    *here = own.sin_addr.s_addr == to.sin_addr.s_addr ||
            ntohl(to.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    return true;
}

bool reach_hosts(const char *const *names, size_t count, char address[REACH_ADDRESS])
{
    struct in_addr one = {htonl(INADDR_LOOPBACK)}, from;
    bool here, known = false;
    for (size_t i = 0; i < count; i++) {
        if (!reach_host(names[i], &from, &here))
            return false;
        if (here)
            continue;
        if (known && from.s_addr != one.s_addr)
            return false;
        one = from;
        known = true;
    }
    return count > 0 && inet_ntop(AF_INET, &one, address, REACH_ADDRESS);
}
