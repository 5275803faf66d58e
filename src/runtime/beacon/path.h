/* path.h: the file of a node: what all nodes have in common, and the name of the node. */
#ifndef TUTTI_RUNTIME_BEACON_PATH_H
#define TUTTI_RUNTIME_BEACON_PATH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BEACON_PATH = 512, BEACON_NODE = 256 };

/* Several nodes of Slurm may be one machine; then they have names of their own. */
static inline void beacon_node(char name[BEACON_NODE])
{
    const char *told = getenv("SLURMD_NODENAME");
    if (told && *told)
        snprintf(name, BEACON_NODE, "%s", told);
    else if (gethostname(name, BEACON_NODE) != 0)
        snprintf(name, BEACON_NODE, "node");
    name[BEACON_NODE - 1] = '\0';
}

static inline void beacon_path(const char *prefix, char path[BEACON_PATH])
{
    char name[BEACON_NODE];
    beacon_node(name);
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    snprintf(path, BEACON_PATH, "%s.%s", prefix, name);
}

#endif
