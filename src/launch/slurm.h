/* slurm.h: what Slurm says about a job that runs. */
#ifndef TUTTI_LAUNCH_SLURM_H
#define TUTTI_LAUNCH_SLURM_H

#include "base/error.h"
#include "base/memory.h"

#include <stddef.h>
#include <sys/types.h>

/* On how many nodes it runs. An ERROR_USAGE if there is no such job, or it does not run. */
int slurm_nodes(const char *job, int *nodes, struct error *error);

/* Its nodes, as Slurm writes them ("n[1-4]"), and what such a list means: a name in each line. To
 * be freed; NULL: Slurm does not say. */
char *slurm_node_list(const char *job);
char *slurm_hosts(const char *list);

/* Its processes on this node, whose name Slurm knows. */
int slurm_processes(const char *job, const char *node, struct arena *arena, pid_t **pids,
                    size_t *count, struct error *error);

#endif
