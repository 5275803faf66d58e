/* path.h: the name of a node, and the address at which its monitor hands out the board to the
 * processes of the job.
 *
 * The address is that of a local socket in the abstract namespace. Unlike a file, it cannot stay
 * when a job is killed, and nobody can have put it there before. Any user may see or take the
 * address, so each side asks the kernel who the other one is. */
#ifndef TUTTI_RUNTIME_BEACON_PATH_H
#define TUTTI_RUNTIME_BEACON_PATH_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { BEACON_NODE = 256 };

/* Writes the name of this node. Several nodes of Slurm may be one machine: then they have names of
 * their own. */
static inline void beacon_node(char name[BEACON_NODE])
{
    const char *told = getenv("SLURMD_NODENAME");
    if (told && *told)
        snprintf(name, BEACON_NODE, "%s", told);
    else if (gethostname(name, BEACON_NODE) != 0)
        snprintf(name, BEACON_NODE, "node");
    name[BEACON_NODE - 1] = '\0';
}

/* Writes the address on this node for the job that has this value in BEACON_VARIABLE. Returns its
 * length. */
static inline socklen_t beacon_address(const char *job, struct sockaddr_un *address)
{
    enum { ROOM = sizeof address->sun_path - 1 }; /* after the zero that marks the namespace */
    char node[BEACON_NODE];
    beacon_node(node);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    int length = snprintf(address->sun_path + 1, ROOM, "tutti-watch-%s.%s", job, node);
    size_t used = length < 0 ? 0 : length < ROOM ? (size_t)length : ROOM - 1;
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + used);
}

/* Returns whether the process at the other end of a local socket belongs to this user, according to
 * the kernel. */
static inline int beacon_is_own(int connection)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 &&
           peer.uid == geteuid();
}

/* Returns the number of that process, as this process sees it; 0: it is in a container that this
 * process cannot see into. */
static inline int beacon_peer_pid(int connection)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 ? peer.pid : 0;
}

#endif
