/* topologies.c: communicators with a topology (MPI 4.0, chapter 8). topology.h has the
 * computations; here the numbers come from the program and from other ranks. Ranks keep their
 * order, since no process has a better place. */
#include "runtime/hash.h"
#include "runtime/world/calls.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/model/dims.h"
#include "runtime/world/model/topology.h"

#include <stdio.h>
#include <stdlib.h>

/* Returns the topology of a communicator that has one of this kind; else NULL, and the error in
 * `code`. */
static const struct vtopology *topology_require(const struct world_call *at, MPI_Comm comm,
                                                enum vtopology_kind kind, int *code)
{
    static const char *const names[] = {[VTOPOLOGY_CART] = "Cartesian topology",
                                        [VTOPOLOGY_GRAPH] = "graph topology",
                                        [VTOPOLOGY_DIST_GRAPH] = "distributed graph topology"};
    const struct vtopology *topology = comm_require(at, comm)->topology;
    *code = MPI_SUCCESS;
    if (topology && topology->kind == kind)
        return topology;
    struct problem problem = {.at = at, .rule = "arg.comm"};
    *code = problem_raise(&problem, comm, MPI_ERR_TOPOLOGY, "%s: the communicator has no %s",
                          at->name, names[kind]);
    return NULL;
}

static int result_of(const struct world_call *at, MPI_Comm comm, enum fault_kind kind,
                     const struct fault *fault)
{
    return kind == FAULT_NONE ? MPI_SUCCESS : problem_of_fault(at, comm, fault);
}

/* Numbers on which all ranks must agree, as text; a long list as its hash. */
struct topologies_text {
    char words[WORLD_ALIKE];
    size_t length;
};

static void text_add(struct topologies_text *text, const char *name, const int *list, int count)
{
    uint64_t sum = HASH_START;
    char numbers[WORLD_ALIKE] = "";
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        sum = hash_value(sum, (uint32_t)list[i]);
        if (used < sizeof numbers)
            used += (size_t)snprintf(numbers + used, sizeof numbers - used, " %d", list[i]);
    }
    enum { LONG = 14 };
    if (used > LONG)
        snprintf(numbers, sizeof numbers, " #%06x", (unsigned)(sum & 0xffffff));
    if (text->length < sizeof text->words)
        text->length +=
            (size_t)snprintf(text->words + text->length, sizeof text->words - text->length,
                             "%s%s%s", text->length ? ", " : "", name, numbers);
}

/* Makes the communicator of the first processes of the old one, as many as the topology has; the
 * others get none. Takes over the topology. */
static int topologies_create(const struct world_call *at, MPI_Comm handle,
                             struct vtopology *topology, const struct topologies_text *alike,
                             MPI_Comm *made)
{
    struct vcomm *old = comm_require(at, handle);
    struct exchange exchange = construct_exchange(at, old, alike->words, NULL, 0);
    free(exchange.said);
    *made = MPI_COMM_NULL;
    if (old->rank >= topology->size) {
        vtopology_free(topology);
        return MPI_SUCCESS;
    }
    *made = construct_handle(at, handle);
    comm_add(*made, exchange.context, construct_copy(old->members, topology->size), topology->size,
             NULL, 0, at->site)
        ->topology = topology;
    return MPI_SUCCESS;
}

int world_Cart_create(const struct world_call *at, MPI_Comm comm_old, int ndims, const int dims[],
                      const int periods[], int reorder, MPI_Comm *comm_cart)
{
    const struct vcomm *old = comm_require(at, comm_old);
    struct vtopology *topology = NULL;
    struct fault fault;
    *comm_cart = MPI_COMM_NULL; /* the result of a failure */
    if (old->remote)
        return comm_wrong_kind(at, comm_old, "an inter-communicator");
    if (vtopology_cart(ndims, dims, periods, old->size, &topology, &fault) != FAULT_NONE)
        return problem_of_fault(at, comm_old, &fault);
    struct topologies_text alike = {.length = 0};
    text_add(&alike, "dims", topology->cart.dims, ndims);
    text_add(&alike, "periods", topology->cart.periods, ndims);
    text_add(&alike, reorder ? "reorder" : "no reorder", NULL, 0);
    return topologies_create(at, comm_old, topology, &alike, comm_cart);
}

int world_Graph_create(const struct world_call *at, MPI_Comm comm_old, int nnodes,
                       const int index[], const int edges[], int reorder, MPI_Comm *comm_graph)
{
    const struct vcomm *old = comm_require(at, comm_old);
    struct vtopology *topology = NULL;
    struct fault fault;
    *comm_graph = MPI_COMM_NULL; /* the result of a failure */
    if (old->remote)
        return comm_wrong_kind(at, comm_old, "an inter-communicator");
    if (vtopology_graph(nnodes, index, edges, old->size, &topology, &fault) != FAULT_NONE)
        return problem_of_fault(at, comm_old, &fault);
    struct topologies_text alike = {.length = 0};
    text_add(&alike, "index", index, nnodes);
    text_add(&alike, "edges", edges, topology->graph.edge_count);
    text_add(&alike, reorder ? "reorder" : "no reorder", NULL, 0);
    return topologies_create(at, comm_old, topology, &alike, comm_graph);
}

int world_Cart_sub(const struct world_call *at, MPI_Comm comm, const int remain_dims[],
                   MPI_Comm *newcomm)
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_CART, &code);
    struct vcart_part part;
    struct fault fault;
    if (!topology)
        return code;
    struct vcomm *old = comm_require(at, comm);
    if (vcart_sub(topology, old->rank, remain_dims, &part, &fault) != FAULT_NONE)
        return problem_of_fault(at, comm, &fault);
    int *remain = construct_list(topology->cart.ndims);
    for (int i = 0; i < topology->cart.ndims; i++)
        remain[i] = remain_dims[i] != 0;
    struct topologies_text alike = {.length = 0};
    text_add(&alike, "remain_dims", remain, topology->cart.ndims);
    free(remain);
    struct vcomm *made = construct_split(at, old, alike.words, part.color, part.key);
    made->topology = part.topology;
    *newcomm = made->handle;
    return MPI_SUCCESS;
}

/* Returns a rank's part of a distributed graph as one list: n, whether weighted, sources, degrees,
 * destinations, weights. */
static int *topologies_words_of(const struct vdist_contribution *part, int *count)
{
    int edges = 0, at = 0;
    for (int i = 0; i < part->n; i++)
        edges += part->degrees[i];
    *count = 2 + 2 * part->n + edges * (part->weighted ? 2 : 1);
    int *list = construct_list(*count);
    list[at++] = part->n;
    list[at++] = part->weighted;
    for (int i = 0; i < part->n; i++)
        list[at++] = part->sources[i];
    for (int i = 0; i < part->n; i++)
        list[at++] = part->degrees[i];
    for (int i = 0; i < edges; i++)
        list[at++] = part->destinations[i];
    for (int i = 0; i < edges && part->weighted; i++)
        list[at++] = part->weights[i];
    return list;
}

static struct vdist_contribution contribution_of(const struct words *words)
{
    int n = words->list[0], edges = 0;
    struct vdist_contribution part = {.n = n, .weighted = words->list[1] != 0};
    part.sources = words->list + 2;
    part.degrees = part.sources + n;
    for (int i = 0; i < n; i++)
        edges += part.degrees[i];
    part.destinations = part.degrees + n;
    part.weights = part.destinations + edges;
    return part;
}

static enum fault_kind topology_assemble(const struct exchange *exchange, const struct vcomm *comm,
                                         struct vtopology **topology, struct fault *fault)
{
    struct vdist_contribution *all = calloc((size_t)comm->size, sizeof *all);
    if (!all)
        return fault_memory(fault);
    for (int i = 0; i < comm->size; i++)
        all[i] = contribution_of(&exchange->said[i]);
    enum fault_kind kind = vtopology_dist_graph(all, comm->size, comm->rank, topology, fault);
    free(all);
    return kind;
}

static void add_dist_graph(const struct world_call *at, const struct vcomm *old, int context,
                           struct vtopology *topology, MPI_Comm *made)
{
    *made = construct_handle(at, old->handle);
    comm_add(*made, context, construct_copy(old->members, old->size), old->size, NULL, 0, at->site)
        ->topology = topology;
}

int world_Dist_graph_create(const struct world_call *at, MPI_Comm comm_old, int n,
                            const int sources[], const int degrees[], const int destinations[],
                            const int weights[], MPI_Info info, int reorder,
                            MPI_Comm *comm_dist_graph)
{
    (void)info;
    struct vcomm *old = comm_require(at, comm_old);
    struct vdist_contribution part = {
        n, sources, degrees, destinations, weights, weights != MPI_UNWEIGHTED};
    struct vtopology *topology = NULL;
    struct fault fault;
    int count;
    if (old->remote)
        return comm_wrong_kind(at, comm_old, "an inter-communicator");
    if (vdist_contribution_check(&part, old->size, &fault) != FAULT_NONE)
        return problem_of_fault(at, comm_old, &fault);
    int *list = topologies_words_of(&part, &count);
    struct exchange exchange =
        construct_exchange(at, old, reorder ? "reorder" : "no reorder", list, count);
    free(list);
    enum fault_kind kind = topology_assemble(&exchange, old, &topology, &fault);
    free(exchange.said);
    if (kind != FAULT_NONE)
        return problem_of_fault(at, comm_old, &fault);
    add_dist_graph(at, old, exchange.context, topology, comm_dist_graph);
    return MPI_SUCCESS;
}

static int count_occurrences(const int *list, int count, int rank)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += list[i] == rank;
    return found;
}

/* Checks that every edge is named at both of its ends. The numbers of a rank are its sources,
 * preceded by their number, and its destinations. */
static void check_edges(const struct world_call *at, const struct exchange *exchange,
                        const struct vcomm *comm)
{
    const struct words *mine = &exchange->said[comm->rank];
    for (int i = 0; i < comm->size; i++) {
        const struct words *other = &exchange->said[i];
        const int *destinations = other->list + 1 + other->list[0];
        int out = count_occurrences(destinations, other->count - 1 - other->list[0], comm->rank);
        int in = count_occurrences(mine->list + 1, mine->list[0], i);
        if (in == out)
            continue;
        struct problem problem = {.at = at, .rule = "mismatch.collective"};
        problem_stop(&problem,
                     "%s: rank %d names rank %d %d times as a source, which names it %d times as a "
                     "destination",
                     at->name, comm->rank, i, in, out);
    }
}

int world_Dist_graph_create_adjacent(const struct world_call *at, MPI_Comm comm_old, int indegree,
                                     const int sources[], const int sourceweights[], int outdegree,
                                     const int destinations[], const int destweights[],
                                     MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)
{
    (void)info;
    struct vcomm *old = comm_require(at, comm_old);
    struct vdist_graph own = {.indegree = indegree,
                              .outdegree = outdegree,
                              .sources = (int *)(uintptr_t)sources,
                              .destinations = (int *)(uintptr_t)destinations,
                              .sourceweights = (int *)(uintptr_t)sourceweights,
                              .destweights = (int *)(uintptr_t)destweights,
                              .weighted = sourceweights != MPI_UNWEIGHTED};
    struct vtopology *topology = NULL;
    struct fault fault;
    struct topologies_text alike = {.length = 0};
    if (old->remote)
        return comm_wrong_kind(at, comm_old, "an inter-communicator");
    if (own.weighted != (destweights != MPI_UNWEIGHTED)) {
        fault_set(&fault, FAULT_WEIGHTED, "destweights", -1, !own.weighted);
        return problem_of_fault(at, comm_old, &fault);
    }
    if (vtopology_adjacent(&own, old->size, &topology, &fault) != FAULT_NONE)
        return problem_of_fault(at, comm_old, &fault);
    text_add(&alike, own.weighted ? "weights" : "no weights", NULL, 0);
    text_add(&alike, reorder ? "reorder" : "no reorder", NULL, 0);
    int *list = construct_list(1 + indegree + outdegree);
    list[0] = indegree;
    for (int i = 0; i < indegree; i++)
        list[1 + i] = sources[i];
    for (int i = 0; i < outdegree; i++)
        list[1 + indegree + i] = destinations[i];
    struct exchange exchange =
        construct_exchange(at, old, alike.words, list, 1 + indegree + outdegree);
    check_edges(at, &exchange, old);
    free(exchange.said);
    free(list);
    add_dist_graph(at, old, exchange.context, topology, comm_dist_graph);
    return MPI_SUCCESS;
}

int world_Dims_create(const struct world_call *at, int nnodes, int ndims, int dims[])
{
    struct fault fault;
    return result_of(at, MPI_COMM_WORLD, vdims_create(nnodes, ndims, dims, &fault), &fault);
}

int world_Topo_test(const struct world_call *at, MPI_Comm comm, int *status)
{
    static const int kinds[] = {[VTOPOLOGY_CART] = MPI_CART,
                                [VTOPOLOGY_GRAPH] = MPI_GRAPH,
                                [VTOPOLOGY_DIST_GRAPH] = MPI_DIST_GRAPH};
    const struct vtopology *topology = comm_require(at, comm)->topology;
    *status = topology ? kinds[topology->kind] : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int world_Cart_map(const struct world_call *at, MPI_Comm handle, int ndims, const int dims[],
                   const int periods[], int *newrank)
{
    (void)periods;
    const struct vcomm *comm = comm_require(at, handle);
    struct fault fault;
    return result_of(at, handle,
                     vcart_map(ndims, dims, comm->size, comm->rank, MPI_UNDEFINED, newrank, &fault),
                     &fault);
}

int world_Graph_map(const struct world_call *at, MPI_Comm handle, int nnodes, const int index[],
                    const int edges[], int *newrank)
{
    const struct vcomm *comm = comm_require(at, handle);
    struct fault fault;
    return result_of(
        at, handle,
        vgraph_map(nnodes, index, edges, comm->size, comm->rank, MPI_UNDEFINED, newrank, &fault),
        &fault);
}

int world_Cartdim_get(const struct world_call *at, MPI_Comm comm, int *ndims)
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_CART, &code);
    if (topology)
        *ndims = topology->cart.ndims;
    return code;
}

int world_Cart_get(const struct world_call *at, MPI_Comm handle, int maxdims, int dims[],
                   int periods[], int coords[])
{
    int code;
    const struct vtopology *topology = topology_require(at, handle, VTOPOLOGY_CART, &code);
    struct fault fault;
    if (!topology)
        return code;
    int ndims = topology->cart.ndims;
    int *place = construct_list(ndims);
    code = result_of(at, handle,
                     vcart_coords(topology, comm_require(at, handle)->rank, place, &fault), &fault);
    for (int i = 0; i < ndims && i < maxdims; i++) {
        dims[i] = topology->cart.dims[i];
        periods[i] = topology->cart.periods[i];
        coords[i] = place[i];
    }
    free(place);
    return code;
}

int world_Cart_rank(const struct world_call *at, MPI_Comm comm, const int coords[], int *rank)
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_CART, &code);
    struct fault fault;
    return topology ? result_of(at, comm, vcart_rank(topology, coords, rank, &fault), &fault)
                    : code;
}

int world_Cart_coords(const struct world_call *at, MPI_Comm comm, int rank, int maxdims,
                      int coords[])
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_CART, &code);
    struct fault fault;
    if (!topology)
        return code;
    int *place = construct_list(topology->cart.ndims);
    code = result_of(at, comm, vcart_coords(topology, rank, place, &fault), &fault);
    for (int i = 0; i < topology->cart.ndims && i < maxdims && code == MPI_SUCCESS; i++)
        coords[i] = place[i];
    free(place);
    return code;
}

int world_Cart_shift(const struct world_call *at, MPI_Comm comm, int direction, int disp,
                     int *rank_source, int *rank_dest)
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_CART, &code);
    struct fault fault;
    return topology ? result_of(at, comm,
                                vcart_shift(topology, comm_require(at, comm)->rank, direction, disp,
                                            MPI_PROC_NULL, rank_source, rank_dest, &fault),
                                &fault)
                    : code;
}

int world_Graphdims_get(const struct world_call *at, MPI_Comm comm, int *nnodes, int *nedges)
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_GRAPH, &code);
    if (topology) {
        *nnodes = topology->size;
        *nedges = topology->graph.edge_count;
    }
    return code;
}

int world_Graph_get(const struct world_call *at, MPI_Comm comm, int maxindex, int maxedges,
                    int index[], int edges[])
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_GRAPH, &code);
    for (int i = 0; topology && i < topology->size && i < maxindex; i++)
        index[i] = topology->graph.index[i];
    for (int i = 0; topology && i < topology->graph.edge_count && i < maxedges; i++)
        edges[i] = topology->graph.edges[i];
    return code;
}

int world_Graph_neighbors_count(const struct world_call *at, MPI_Comm comm, int rank,
                                int *nneighbors)
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_GRAPH, &code);
    const int *list;
    struct fault fault;
    return topology
               ? result_of(at, comm, vgraph_neighbours(topology, rank, nneighbors, &list, &fault),
                           &fault)
               : code;
}

int world_Graph_neighbors(const struct world_call *at, MPI_Comm comm, int rank, int maxneighbors,
                          int neighbors[])
{
    int code, count = 0;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_GRAPH, &code);
    const int *list = NULL;
    struct fault fault;
    if (topology)
        code =
            result_of(at, comm, vgraph_neighbours(topology, rank, &count, &list, &fault), &fault);
    for (int i = 0; i < count && i < maxneighbors; i++)
        neighbors[i] = list[i];
    return code;
}

int world_Dist_graph_neighbors_count(const struct world_call *at, MPI_Comm comm, int *indegree,
                                     int *outdegree, int *weighted)
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_DIST_GRAPH, &code);
    if (topology) {
        *indegree = topology->dist.indegree;
        *outdegree = topology->dist.outdegree;
        *weighted = topology->dist.weighted;
    }
    return code;
}

/* Copies neighbours. The weights of a graph without any are not set, and neither is
 * MPI_UNWEIGHTED. */
static void copy_neighbours(const int *from, const int *weights, int count, int maximum, int *to,
                            int *to_weights, bool weighted)
{
    for (int i = 0; i < count && i < maximum; i++) {
        to[i] = from[i];
        if (weighted && to_weights != MPI_UNWEIGHTED)
            to_weights[i] = weights[i];
    }
}

int world_Dist_graph_neighbors(const struct world_call *at, MPI_Comm comm, int maxindegree,
                               int sources[], int sourceweights[], int maxoutdegree,
                               int destinations[], int destweights[])
{
    int code;
    const struct vtopology *topology = topology_require(at, comm, VTOPOLOGY_DIST_GRAPH, &code);
    if (!topology)
        return code;
    const struct vdist_graph *dist = &topology->dist;
    copy_neighbours(dist->sources, dist->sourceweights, dist->indegree, maxindegree, sources,
                    sourceweights, dist->weighted);
    copy_neighbours(dist->destinations, dist->destweights, dist->outdegree, maxoutdegree,
                    destinations, destweights, dist->weighted);
    return MPI_SUCCESS;
}
