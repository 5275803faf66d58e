/* neighbours.c: neighbourhood collectives (MPI 4.0, section 8.6). A rank needs only its sources. */
#include "runtime/world/calls.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/error/problem.h"

#include <stdlib.h>

struct neighbours {
    int indegree, outdegree;
    int *sources, *destinations; /* MPI_PROC_NULL beyond the border of a grid */
};

static struct neighbours neighbours_of(const struct vcomm *comm)
{
    struct neighbours neighbours = {0};
    vtopology_degrees(comm->topology, comm->rank, &neighbours.indegree, &neighbours.outdegree);
    neighbours.sources = construct_list(neighbours.indegree);
    neighbours.destinations = construct_list(neighbours.outdegree);
    vtopology_neighbours(comm->topology, comm->rank, MPI_PROC_NULL, neighbours.sources,
                         neighbours.destinations);
    return neighbours;
}

/* Returns which of the blocks from source number `index` is for this rank. In a grid, the block
 * that goes to the lower neighbour arrives there from above. In a graph, both sides count the edges
 * between two processes. */
static int which_block(const struct vcomm *comm, const struct neighbours *neighbours, int index)
{
    if (comm->topology->kind == VTOPOLOGY_CART)
        return index ^ 1;
    int earlier = 0;
    for (int i = 0; i < index; i++)
        earlier += neighbours->sources[i] == neighbours->sources[index];
    return earlier;
}

/* Runs the collective. `each`: one block per destination (alltoall); else the same block for all
 * (allgather). */
static int neighbours_exchange(const struct world_call *at, MPI_Comm handle, bool each,
                               const struct side *send, const struct side *receive,
                               MPI_Request *request)
{
    struct vcomm *comm = comm_require(at, handle);
    struct problem problem = {.at = at, .rule = "arg.comm"};
    if (!comm->topology)
        return problem_raise(&problem, handle, MPI_ERR_TOPOLOGY,
                             "%s: the communicator has no topology", at->name);
    struct collective collective = collective_of(at, comm);
    struct neighbours neighbours = neighbours_of(comm);
    collective_send(&collective, send, 0, each ? neighbours.outdegree : 1,
                    each ? neighbours.destinations : NULL);
    struct landing *landings = collective_landings(&collective, neighbours.indegree);
    int count = 0;
    for (int i = 0; i < neighbours.indegree; i++)
        if (neighbours.sources[i] != MPI_PROC_NULL)
            landings[count++] =
                (struct landing){.member = neighbours.sources[i],
                                 .which = each ? which_block(comm, &neighbours, i) : 0,
                                 .into = side_block(receive, i)};
    collective.landing_count = count;
    collective.by_edge = each && comm->topology->kind != VTOPOLOGY_CART;
    for (int i = 0; i < count; i++)
        neighbours.sources[i] = landings[i].member;
    collective.sources = neighbours.sources;
    collective.from_count = count;
    int code = collective_run(&collective, request);
    free(neighbours.sources);
    free(neighbours.destinations);
    return code;
}

int world_Neighbor_allgather(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {.buffer = recvbuf, .count = recvcount, .datatype = recvtype};
    return neighbours_exchange(at, comm, false, &send, &receive, request);
}

int world_Neighbor_allgatherv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                              MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                              struct numbers displs, MPI_Datatype recvtype, MPI_Comm comm,
                              MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {
        .buffer = recvbuf, .counts = recvcounts, .displs = displs, .datatype = recvtype};
    return neighbours_exchange(at, comm, false, &send, &receive, request);
}

int world_Neighbor_alltoall(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {.buffer = recvbuf, .count = recvcount, .datatype = recvtype};
    return neighbours_exchange(at, comm, true, &send, &receive, request);
}

int world_Neighbor_alltoallv(const struct world_call *at, const void *sendbuf,
                             struct numbers sendcounts, struct numbers sdispls,
                             MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                             struct numbers rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request)
{
    struct side send = {
        .buffer = sendbuf, .counts = sendcounts, .displs = sdispls, .datatype = sendtype};
    struct side receive = {
        .buffer = recvbuf, .counts = recvcounts, .displs = rdispls, .datatype = recvtype};
    return neighbours_exchange(at, comm, true, &send, &receive, request);
}

int world_Neighbor_alltoallw(const struct world_call *at, const void *sendbuf,
                             struct numbers sendcounts, struct numbers sdispls,
                             const MPI_Datatype sendtypes[], void *recvbuf,
                             struct numbers recvcounts, struct numbers rdispls,
                             const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    struct side send = {
        .buffer = sendbuf, .counts = sendcounts, .displs = sdispls, .datatypes = sendtypes};
    struct side receive = {
        .buffer = recvbuf, .counts = recvcounts, .displs = rdispls, .datatypes = recvtypes};
    return neighbours_exchange(at, comm, true, &send, &receive, request);
}
