/* topology.h: process topologies, as plain numbers: the topology of a communicator, and
 * computations on it. A topology never changes after its creation. Ranks are those of its
 * communicator. The rules are those of MPI 4.0, chapter 8.
 *
 * `processes` is the size of the communicator that the topology is made from. A Cartesian topology
 * or a graph may have fewer; the other processes get MPI_COMM_NULL. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_TOPOLOGY_H
#define TUTTI_RUNTIME_WORLD_MODEL_TOPOLOGY_H

#include "runtime/world/model/fault.h"

#include <stdbool.h>

enum vtopology_kind { VTOPOLOGY_CART, VTOPOLOGY_GRAPH, VTOPOLOGY_DIST_GRAPH };

struct vcart {
    int ndims; /* may be 0: one process */
    int *dims;
    int *periods; /* 0 or 1 */
};

struct vgraph {
    int *index; /* one per process, as MPI_Graph_create takes it */
    int *edges;
    int edge_count;
};

/* The neighbours of one process, which is all that it knows. */
struct vdist_graph {
    int indegree, outdegree;
    int *sources, *sourceweights;
    int *destinations, *destweights;
    bool weighted; /* false: all weights are 1 */
};

struct vtopology {
    enum vtopology_kind kind;
    int size; /* number of processes in it */
    union {
        struct vcart cart;
        struct vgraph graph;
        struct vdist_graph dist;
    };
};

/* The arguments of one process to MPI_Dist_graph_create. */
struct vdist_contribution {
    int n;
    const int *sources;
    const int *degrees;
    const int *destinations; /* degrees[0] of the first source, and so on */
    const int *weights;      /* one per destination; read only if weighted */
    bool weighted;
};

enum fault_kind vtopology_cart(int ndims, const int *dims, const int *periods, int processes,
                               struct vtopology **result, struct fault *fault);
enum fault_kind vtopology_graph(int nnodes, const int *index, const int *edges, int processes,
                                struct vtopology **result, struct fault *fault);
enum fault_kind vtopology_adjacent(const struct vdist_graph *neighbours, int processes,
                                   struct vtopology **result, struct fault *fault);

/* Compute the neighbours of `rank` in the graph of all contributions: in the order of the
 * contributing processes and, for each process, in the given order. Each contribution must have
 * passed the check. That all or none are weighted is checked here (entry: the process). */
enum fault_kind vdist_contribution_check(const struct vdist_contribution *contribution,
                                         int processes, struct fault *fault);
enum fault_kind vtopology_dist_graph(const struct vdist_contribution *contributions, int processes,
                                     int rank, struct vtopology **result, struct fault *fault);

enum fault_kind vtopology_copy(const struct vtopology *topology, struct vtopology **result,
                               struct fault *fault);
void vtopology_free(struct vtopology *topology); /* NULL has no effect */

/* MPI_Cart_map and MPI_Graph_map: no process has a better place than its own. */
enum fault_kind vcart_map(int ndims, const int *dims, int processes, int rank, int undefined,
                          int *mapped, struct fault *fault);
enum fault_kind vgraph_map(int nnodes, const int *index, const int *edges, int processes, int rank,
                           int undefined, int *mapped, struct fault *fault);

/* Cartesian topologies. */
enum fault_kind vcart_coords(const struct vtopology *topology, int rank, int *coords,
                             struct fault *fault);
enum fault_kind vcart_rank(const struct vtopology *topology, const int *coords, int *rank,
                           struct fault *fault);
enum fault_kind vcart_shift(const struct vtopology *topology, int rank, int direction,
                            int displacement, int proc_null, int *source, int *destination,
                            struct fault *fault);

/* The part that contains `rank` when the dimensions that do not remain are removed. Processes of
 * one color form a part, in the order of their keys, which are their ranks in it. */
struct vcart_part {
    struct vtopology *topology;
    int color, key;
};
enum fault_kind vcart_sub(const struct vtopology *topology, int rank, const int *remain,
                          struct vcart_part *part, struct fault *fault);

/* The list of a graph is inside the topology. */
enum fault_kind vgraph_neighbours(const struct vtopology *topology, int rank, int *count,
                                  const int **neighbours, struct fault *fault);

/* Give the neighbours of a valid rank, in the order of neighbourhood collectives. In a distributed
 * graph only the process's own neighbours are known. In a Cartesian topology they are, for each
 * dimension, the one before and the one behind, both as sources and as destinations; MPI_PROC_NULL
 * beyond a border. Blocks cross there: the block for the one before (block 2d) arrives there from
 * the one behind (block 2d + 1), even if a period of 1 or 2 makes both the same process. */
void vtopology_degrees(const struct vtopology *topology, int rank, int *indegree, int *outdegree);
void vtopology_neighbours(const struct vtopology *topology, int rank, int proc_null, int *sources,
                          int *destinations);

#endif
