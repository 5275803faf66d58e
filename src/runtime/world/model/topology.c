#include "runtime/world/model/topology.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* One block holds the topology and all its numbers. */
static struct vtopology *vtopology_allocate(enum vtopology_kind kind, int size, size_t numbers)
{
    struct vtopology *topology = malloc(sizeof *topology + numbers * sizeof(int));
    if (!topology)
        return NULL;
    *topology = (struct vtopology){.kind = kind, .size = size};
    return topology;
}

static int *vtopology_numbers(struct vtopology *topology)
{
    return (int *)(topology + 1);
}

static struct vtopology *cart_allocate(int size, int ndims)
{
    struct vtopology *topology = vtopology_allocate(VTOPOLOGY_CART, size, 2 * (size_t)ndims);
    if (!topology)
        return NULL;
    int *numbers = vtopology_numbers(topology);
    topology->cart = (struct vcart){.ndims = ndims, .dims = numbers, .periods = numbers + ndims};
    return topology;
}

static struct vtopology *graph_allocate(int size, int edge_count)
{
    struct vtopology *topology =
        vtopology_allocate(VTOPOLOGY_GRAPH, size, (size_t)size + (size_t)edge_count);
    if (!topology)
        return NULL;
    int *numbers = vtopology_numbers(topology);
    topology->graph =
        (struct vgraph){.index = numbers, .edges = numbers + size, .edge_count = edge_count};
    return topology;
}

static struct vtopology *dist_allocate(int size, int indegree, int outdegree, bool weighted)
{
    size_t numbers = 2 * (size_t)indegree + 2 * (size_t)outdegree;
    struct vtopology *topology = vtopology_allocate(VTOPOLOGY_DIST_GRAPH, size, numbers);
    if (!topology)
        return NULL;
    struct vdist_graph *dist = &topology->dist;
    dist->weighted = weighted;
    dist->indegree = indegree;
    dist->outdegree = outdegree;
    dist->sources = vtopology_numbers(topology);
    dist->sourceweights = dist->sources + indegree;
    dist->destinations = dist->sourceweights + indegree;
    dist->destweights = dist->destinations + outdegree;
    return topology;
}

/* Unlike memcpy, accepts NULL if there is nothing to copy. */
static void copy_numbers(int *to, const int *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

enum fault_kind vtopology_copy(const struct vtopology *topology, struct vtopology **result,
                               struct fault *fault)
{
    struct vtopology *copy = NULL;
    size_t numbers = 0;
    switch (topology->kind) {
    case VTOPOLOGY_CART:
        copy = cart_allocate(topology->size, topology->cart.ndims);
        numbers = 2 * (size_t)topology->cart.ndims;
        break;
    case VTOPOLOGY_GRAPH:
        copy = graph_allocate(topology->size, topology->graph.edge_count);
        numbers = (size_t)topology->size + (size_t)topology->graph.edge_count;
        break;
    case VTOPOLOGY_DIST_GRAPH:
        copy = dist_allocate(topology->size, topology->dist.indegree, topology->dist.outdegree,
                             topology->dist.weighted);
        numbers = 2 * (size_t)topology->dist.indegree + 2 * (size_t)topology->dist.outdegree;
        break;
    }
    if (!copy)
        return fault_memory(fault);
    memcpy(vtopology_numbers(copy), topology + 1, numbers * sizeof(int));
    *result = copy;
    return FAULT_NONE;
}

void vtopology_free(struct vtopology *topology)
{
    free(topology);
}

/* Checks the arguments; gives the number of processes in the dimensions. */
static enum fault_kind cart_check(int ndims, const int *dims, int processes, int *size,
                                  struct fault *fault)
{
    if (ndims < 0)
        return fault_set(fault, FAULT_COUNT, "ndims", -1, ndims);
    int64_t product = 1;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 1)
            return fault_set(fault, FAULT_DIMENSION, "dims", i, dims[i]);
        if (product <= INT_MAX) /* large enough to be refused, small enough not to overflow */
            product *= dims[i];
    }
    if (product > processes)
        return fault_set(fault, FAULT_SIZE, "dims", -1, product);
    *size = (int)product;
    return FAULT_NONE;
}

enum fault_kind vtopology_cart(int ndims, const int *dims, const int *periods, int processes,
                               struct vtopology **result, struct fault *fault)
{
    int size = 0;
    enum fault_kind kind = cart_check(ndims, dims, processes, &size, fault);
    if (kind != FAULT_NONE)
        return kind;
    struct vtopology *topology = cart_allocate(size, ndims);
    if (!topology)
        return fault_memory(fault);
    copy_numbers(topology->cart.dims, dims, ndims);
    for (int i = 0; i < ndims; i++)
        topology->cart.periods[i] = periods[i] != 0;
    *result = topology;
    return FAULT_NONE;
}

enum fault_kind vcart_map(int ndims, const int *dims, int processes, int rank, int undefined,
                          int *mapped, struct fault *fault)
{
    int size = 0;
    enum fault_kind kind = cart_check(ndims, dims, processes, &size, fault);
    if (kind == FAULT_NONE)
        *mapped = rank < size ? rank : undefined;
    return kind;
}

static enum fault_kind graph_check(int nnodes, const int *index, const int *edges, int processes,
                                   struct fault *fault)
{
    if (nnodes < 0)
        return fault_set(fault, FAULT_COUNT, "nnodes", -1, nnodes);
    if (nnodes > processes)
        return fault_set(fault, FAULT_SIZE, "nnodes", -1, nnodes);
    int end = 0;
    for (int i = 0; i < nnodes; i++) {
        if (index[i] < end)
            return fault_set(fault, FAULT_INDEX, "index", i, index[i]);
        end = index[i];
    }
    for (int i = 0; i < end; i++)
        if (edges[i] < 0 || edges[i] >= nnodes)
            return fault_set(fault, FAULT_RANK, "edges", i, edges[i]);
    return FAULT_NONE;
}

enum fault_kind vtopology_graph(int nnodes, const int *index, const int *edges, int processes,
                                struct vtopology **result, struct fault *fault)
{
    enum fault_kind kind = graph_check(nnodes, index, edges, processes, fault);
    if (kind != FAULT_NONE)
        return kind;
    struct vtopology *topology = graph_allocate(nnodes, nnodes > 0 ? index[nnodes - 1] : 0);
    if (!topology)
        return fault_memory(fault);
    copy_numbers(topology->graph.index, index, nnodes);
    copy_numbers(topology->graph.edges, edges, topology->graph.edge_count);
    *result = topology;
    return FAULT_NONE;
}

enum fault_kind vgraph_map(int nnodes, const int *index, const int *edges, int processes, int rank,
                           int undefined, int *mapped, struct fault *fault)
{
    enum fault_kind kind = graph_check(nnodes, index, edges, processes, fault);
    if (kind == FAULT_NONE)
        *mapped = rank < nnodes ? rank : undefined;
    return kind;
}

static enum fault_kind check_ranks(const char *argument, int64_t count, const int *ranks,
                                   int processes, struct fault *fault)
{
    for (int64_t i = 0; i < count; i++)
        if (ranks[i] < 0 || ranks[i] >= processes)
            return fault_set(fault, FAULT_RANK, argument, (int)i, ranks[i]);
    return FAULT_NONE;
}

static enum fault_kind check_weights(const char *argument, int64_t count, const int *weights,
                                     struct fault *fault)
{
    for (int64_t i = 0; i < count; i++)
        if (weights[i] < 0)
            return fault_set(fault, FAULT_WEIGHT, argument, (int)i, weights[i]);
    return FAULT_NONE;
}

static enum fault_kind adjacent_check(const struct vdist_graph *dist, int processes,
                                      struct fault *fault)
{
    if (dist->indegree < 0)
        return fault_set(fault, FAULT_COUNT, "indegree", -1, dist->indegree);
    if (dist->outdegree < 0)
        return fault_set(fault, FAULT_COUNT, "outdegree", -1, dist->outdegree);
    enum fault_kind kind = check_ranks("sources", dist->indegree, dist->sources, processes, fault);
    if (kind == FAULT_NONE)
        kind = check_ranks("destinations", dist->outdegree, dist->destinations, processes, fault);
    if (kind == FAULT_NONE && dist->weighted)
        kind = check_weights("sourceweights", dist->indegree, dist->sourceweights, fault);
    if (kind == FAULT_NONE && dist->weighted)
        kind = check_weights("destweights", dist->outdegree, dist->destweights, fault);
    return kind;
}

static void copy_weights(int *to, const int *from, int count, bool weighted)
{
    for (int i = 0; i < count; i++)
        to[i] = weighted ? from[i] : 1;
}

enum fault_kind vtopology_adjacent(const struct vdist_graph *neighbours, int processes,
                                   struct vtopology **result, struct fault *fault)
{
    enum fault_kind kind = adjacent_check(neighbours, processes, fault);
    if (kind != FAULT_NONE)
        return kind;
    int in = neighbours->indegree;
    int out = neighbours->outdegree;
    bool weighted = neighbours->weighted;
    struct vtopology *topology = dist_allocate(processes, in, out, weighted);
    if (!topology)
        return fault_memory(fault);
    copy_numbers(topology->dist.sources, neighbours->sources, in);
    copy_numbers(topology->dist.destinations, neighbours->destinations, out);
    copy_weights(topology->dist.sourceweights, neighbours->sourceweights, in, weighted);
    copy_weights(topology->dist.destweights, neighbours->destweights, out, weighted);
    *result = topology;
    return FAULT_NONE;
}

enum fault_kind vdist_contribution_check(const struct vdist_contribution *contribution,
                                         int processes, struct fault *fault)
{
    if (contribution->n < 0)
        return fault_set(fault, FAULT_COUNT, "n", -1, contribution->n);
    enum fault_kind kind =
        check_ranks("sources", contribution->n, contribution->sources, processes, fault);
    if (kind != FAULT_NONE)
        return kind;
    int64_t edges = 0;
    for (int i = 0; i < contribution->n; i++) {
        if (contribution->degrees[i] < 0)
            return fault_set(fault, FAULT_COUNT, "degrees", i, contribution->degrees[i]);
        edges += contribution->degrees[i];
    }
    kind = check_ranks("destinations", edges, contribution->destinations, processes, fault);
    if (kind == FAULT_NONE && contribution->weighted)
        kind = check_weights("weights", edges, contribution->weights, fault);
    return kind;
}

/* Visits all edges: counts those into and out of a rank, or appends them to its topology. */
struct topology_gathering {
    int rank;
    int64_t in, out;
    struct vdist_graph *dist; /* NULL: only count */
};

static void gather_edge(struct topology_gathering *gathering, int source, int destination,
                        int weight)
{
    struct vdist_graph *dist = gathering->dist;
    if (destination == gathering->rank) {
        if (dist) {
            dist->sources[gathering->in] = source;
            dist->sourceweights[gathering->in] = weight;
        }
        gathering->in++;
    }
    if (source == gathering->rank) {
        if (dist) {
            dist->destinations[gathering->out] = destination;
            dist->destweights[gathering->out] = weight;
        }
        gathering->out++;
    }
}

static void topology_gather(struct topology_gathering *gathering,
                            const struct vdist_contribution *contributions, int processes)
{
    gathering->in = 0;
    gathering->out = 0;
    for (int process = 0; process < processes; process++) {
        const struct vdist_contribution *from = &contributions[process];
        size_t edge = 0;
        for (int i = 0; i < from->n; i++)
            for (int j = 0; j < from->degrees[i]; j++, edge++)
                gather_edge(gathering, from->sources[i], from->destinations[edge],
                            from->weighted ? from->weights[edge] : 1);
    }
}

enum fault_kind vtopology_dist_graph(const struct vdist_contribution *contributions, int processes,
                                     int rank, struct vtopology **result, struct fault *fault)
{
    for (int i = 1; i < processes; i++)
        if (contributions[i].weighted != contributions[0].weighted)
            return fault_set(fault, FAULT_WEIGHTED, "weights", i, contributions[i].weighted);
    struct topology_gathering gathering = {.rank = rank};
    topology_gather(&gathering, contributions, processes);
    if (gathering.in > INT_MAX || gathering.out > INT_MAX)
        return fault_memory(fault);
    struct vtopology *topology =
        dist_allocate(processes, (int)gathering.in, (int)gathering.out, contributions[0].weighted);
    if (!topology)
        return fault_memory(fault);
    gathering.dist = &topology->dist;
    topology_gather(&gathering, contributions, processes);
    *result = topology;
    return FAULT_NONE;
}

static enum fault_kind vtopology_check_rank(const struct vtopology *topology, int rank,
                                            struct fault *fault)
{
    if (rank < 0 || rank >= topology->size)
        return fault_set(fault, FAULT_RANK, "rank", -1, rank);
    return FAULT_NONE;
}

enum fault_kind vcart_coords(const struct vtopology *topology, int rank, int *coords,
                             struct fault *fault)
{
    enum fault_kind kind = vtopology_check_rank(topology, rank, fault);
    if (kind != FAULT_NONE)
        return kind;
    for (int i = topology->cart.ndims - 1; i >= 0; i--) { /* the last dimension varies fastest */
        coords[i] = rank % topology->cart.dims[i];
        rank /= topology->cart.dims[i];
    }
    return FAULT_NONE;
}

/* Returns the place of a coordinate in a dimension, or -1 beyond a border. */
static int cart_wrap(const struct vcart *cart, int dimension, int64_t coordinate)
{
    int extent = cart->dims[dimension];
    if (coordinate >= 0 && coordinate < extent)
        return (int)coordinate;
    if (!cart->periods[dimension])
        return -1;
    int64_t place = coordinate % extent;
    return (int)(place < 0 ? place + extent : place);
}

enum fault_kind vcart_rank(const struct vtopology *topology, const int *coords, int *rank,
                           struct fault *fault)
{
    int found = 0;
    for (int i = 0; i < topology->cart.ndims; i++) {
        int place = cart_wrap(&topology->cart, i, coords[i]);
        if (place < 0)
            return fault_set(fault, FAULT_COORDINATE, "coords", i, coords[i]);
        found = found * topology->cart.dims[i] + place;
    }
    *rank = found;
    return FAULT_NONE;
}

static int cart_neighbour(const struct vcart *cart, int rank, int direction, int64_t displacement,
                          int proc_null)
{
    int stride = 1;
    for (int i = direction + 1; i < cart->ndims; i++)
        stride *= cart->dims[i];
    int coordinate = rank / stride % cart->dims[direction];
    int place = cart_wrap(cart, direction, coordinate + displacement);
    return place < 0 ? proc_null : rank + (place - coordinate) * stride;
}

enum fault_kind vcart_shift(const struct vtopology *topology, int rank, int direction,
                            int displacement, int proc_null, int *source, int *destination,
                            struct fault *fault)
{
    enum fault_kind kind = vtopology_check_rank(topology, rank, fault);
    if (kind != FAULT_NONE)
        return kind;
    if (direction < 0 || direction >= topology->cart.ndims)
        return fault_set(fault, FAULT_DIRECTION, "direction", -1, direction);
    *source = cart_neighbour(&topology->cart, rank, direction, -(int64_t)displacement, proc_null);
    *destination = cart_neighbour(&topology->cart, rank, direction, displacement, proc_null);
    return FAULT_NONE;
}

enum fault_kind vcart_sub(const struct vtopology *topology, int rank, const int *remain,
                          struct vcart_part *part, struct fault *fault)
{
    const struct vcart *cart = &topology->cart;
    enum fault_kind kind = vtopology_check_rank(topology, rank, fault);
    if (kind != FAULT_NONE)
        return kind;
    int ndims = 0;
    int size = 1;
    for (int i = 0; i < cart->ndims; i++) {
        if (!remain[i])
            continue;
        ndims++;
        size *= cart->dims[i];
    }
    struct vtopology *sub = cart_allocate(size, ndims);
    if (!sub)
        return fault_memory(fault);
    *part = (struct vcart_part){.topology = sub};
    int stride = topology->size;
    for (int i = 0, at = 0; i < cart->ndims; i++) {
        stride /= cart->dims[i];
        int coordinate = rank / stride % cart->dims[i];
        if (!remain[i]) {
            part->color = part->color * cart->dims[i] + coordinate;
            continue;
        }
        part->key = part->key * cart->dims[i] + coordinate;
        sub->cart.dims[at] = cart->dims[i];
        sub->cart.periods[at++] = cart->periods[i];
    }
    return FAULT_NONE;
}

static void graph_list(const struct vtopology *topology, int rank, int *count,
                       const int **neighbours)
{
    int start = rank > 0 ? topology->graph.index[rank - 1] : 0;
    *count = topology->graph.index[rank] - start;
    *neighbours = topology->graph.edges + start;
}

enum fault_kind vgraph_neighbours(const struct vtopology *topology, int rank, int *count,
                                  const int **neighbours, struct fault *fault)
{
    enum fault_kind kind = vtopology_check_rank(topology, rank, fault);
    if (kind == FAULT_NONE)
        graph_list(topology, rank, count, neighbours);
    return kind;
}

void vtopology_degrees(const struct vtopology *topology, int rank, int *indegree, int *outdegree)
{
    const int *list = NULL;
    switch (topology->kind) {
    case VTOPOLOGY_CART:
        *indegree = *outdegree = 2 * topology->cart.ndims;
        break;
    case VTOPOLOGY_GRAPH:
        graph_list(topology, rank, indegree, &list);
        *outdegree = *indegree;
        break;
    case VTOPOLOGY_DIST_GRAPH:
        *indegree = topology->dist.indegree;
        *outdegree = topology->dist.outdegree;
        break;
    }
}

void vtopology_neighbours(const struct vtopology *topology, int rank, int proc_null, int *sources,
                          int *destinations)
{
    const int *list = NULL;
    int count = 0;
    switch (topology->kind) {
    case VTOPOLOGY_CART:
        for (int i = 0; i < 2 * topology->cart.ndims; i++)
            sources[i] = destinations[i] =
                cart_neighbour(&topology->cart, rank, i / 2, i % 2 == 0 ? -1 : 1, proc_null);
        break;
    case VTOPOLOGY_GRAPH:
        graph_list(topology, rank, &count, &list);
        copy_numbers(sources, list, count);
        copy_numbers(destinations, list, count);
        break;
    case VTOPOLOGY_DIST_GRAPH:
        copy_numbers(sources, topology->dist.sources, topology->dist.indegree);
        copy_numbers(destinations, topology->dist.destinations, topology->dist.outdegree);
        break;
    }
}
