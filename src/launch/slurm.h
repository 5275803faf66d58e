/* slurm.h: asks Slurm about a running job. */
#ifndef TUTTI_LAUNCH_SLURM_H
#define TUTTI_LAUNCH_SLURM_H

#include "base/error.h"
#include "base/memory.h"

#include <stddef.h>
#include <sys/types.h>

/* Sets the number of nodes on which the job runs. Fails with an ERROR_USAGE if there is no such
 * job, or it does not run. */
int slurm_nodes(const char *job, int *nodes, struct error *error);

/* `slurm_node_list` returns the nodes of the job, as Slurm writes them ("n[1-4]"); `slurm_hosts`
 * expands such a list to one name per line. The caller frees both; NULL: Slurm does not say. */
char *slurm_node_list(const char *job);
char *slurm_hosts(const char *list);

/* Lists the processes of the job on this node; `node` is its name in Slurm. */
int slurm_processes(const char *job, const char *node, struct arena *arena, pid_t **pids,
                    size_t *count, struct error *error);

#endif
