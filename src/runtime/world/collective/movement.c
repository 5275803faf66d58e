/* movement.c: the collectives that move data, blocking and nonblocking, on both kinds of
 * communicators. On an inter-communicator data come from the other group, and only one of the
 * groups has a root (MPI 4.0, section 6.2.3). */
#include "runtime/world/calls.h"
#include "runtime/world/collective/contribution.h"

int world_Barrier(const struct world_call *at, MPI_Comm comm, MPI_Request *request)
{
    struct collective barrier = collective_of(at, comm_require(at, comm));
    collective_need(&barrier, comm_first_peer(barrier.comm), comm_peer_count(barrier.comm));
    return collective_run(&barrier, request);
}

/* A collective with a root. `root` is the root's index, `is_root` says whether this rank is the
 * root, and `takes_part` whether it has anything to do: on an inter-communicator, the other members
 * of the root's group have not. */
struct rooted {
    struct collective collective;
    bool is_root, takes_part;
};

static struct rooted rooted_of(const struct world_call *at, MPI_Comm handle, int root)
{
    struct vcomm *comm = comm_require(at, handle);
    struct rooted rooted = {.collective = collective_of(at, comm)};
    rooted.collective.root = collective_root(comm, root);
    rooted.is_root = rooted.collective.root == comm_index(comm);
    rooted.takes_part = rooted.collective.root != WORLD_ROOT_ELSEWHERE;
    return rooted;
}

int world_Bcast(const struct world_call *at, void *buffer, MPI_Count count, MPI_Datatype datatype,
                int root, MPI_Comm comm, MPI_Request *request)
{
    struct rooted bcast = rooted_of(at, comm, root);
    struct side side = {.buffer = buffer, .count = count, .datatype = datatype};
    if (bcast.is_root)
        collective_send(&bcast.collective, &side, 0, 1, NULL);
    else if (bcast.takes_part)
        collective_receive(&bcast.collective, &side, bcast.collective.root, 1, 0);
    return collective_run(&bcast.collective, request);
}

static int movement_gather(const struct world_call *at, MPI_Comm handle, int root,
                           const struct side *send, const struct side *receive,
                           MPI_Request *request)
{
    struct rooted gather = rooted_of(at, handle, root);
    struct vcomm *comm = gather.collective.comm;
    if (send->buffer == MPI_IN_PLACE)
        collective_send(&gather.collective, receive, comm->rank, 1, NULL);
    else if (gather.takes_part && !(comm->remote && gather.is_root))
        collective_send(&gather.collective, send, 0, 1, NULL);
    if (gather.is_root)
        collective_receive(&gather.collective, receive, comm_first_peer(comm),
                           comm_peer_count(comm), 0);
    return collective_run(&gather.collective, request);
}

int world_Gather(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm, MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {.buffer = recvbuf, .count = recvcount, .datatype = recvtype};
    return movement_gather(at, comm, root, &send, &receive, request);
}

int world_Gatherv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                  struct numbers displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {
        .buffer = recvbuf, .counts = recvcounts, .displs = displs, .datatype = recvtype};
    return movement_gather(at, comm, root, &send, &receive, request);
}

static int scatter_parts(const struct world_call *at, MPI_Comm handle, int root,
                         const struct side *send, const struct side *receive, MPI_Request *request)
{
    struct rooted scatter = rooted_of(at, handle, root);
    struct vcomm *comm = scatter.collective.comm;
    if (scatter.is_root)
        collective_send(&scatter.collective, send, 0, comm_peer_count(comm), NULL);
    if (scatter.takes_part && !(comm->remote && scatter.is_root) && receive->buffer != MPI_IN_PLACE)
        collective_receive(&scatter.collective, receive, scatter.collective.root, 1, comm->rank);
    return collective_run(&scatter.collective, request);
}

int world_Scatter(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {.buffer = recvbuf, .count = recvcount, .datatype = recvtype};
    return scatter_parts(at, comm, root, &send, &receive, request);
}

int world_Scatterv(const struct world_call *at, const void *sendbuf, struct numbers sendcounts,
                   struct numbers displs, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    struct side send = {
        .buffer = sendbuf, .counts = sendcounts, .displs = displs, .datatype = sendtype};
    struct side receive = {.buffer = recvbuf, .count = recvcount, .datatype = recvtype};
    return scatter_parts(at, comm, root, &send, &receive, request);
}

static int allgather_parts(const struct world_call *at, MPI_Comm handle, const struct side *send,
                           const struct side *receive, MPI_Request *request)
{
    struct vcomm *comm = comm_require(at, handle);
    struct collective collective = collective_of(at, comm);
    if (send->buffer == MPI_IN_PLACE)
        collective_send(&collective, receive, comm->rank, 1, NULL);
    else
        collective_send(&collective, send, 0, 1, NULL);
    collective_receive(&collective, receive, comm_first_peer(comm), comm_peer_count(comm), 0);
    return collective_run(&collective, request);
}

int world_Allgather(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {.buffer = recvbuf, .count = recvcount, .datatype = recvtype};
    return allgather_parts(at, comm, &send, &receive, request);
}

int world_Allgatherv(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                     MPI_Datatype sendtype, void *recvbuf, struct numbers recvcounts,
                     struct numbers displs, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {
        .buffer = recvbuf, .counts = recvcounts, .displs = displs, .datatype = recvtype};
    return allgather_parts(at, comm, &send, &receive, request);
}

static int alltoall_parts(const struct world_call *at, MPI_Comm handle, const struct side *send,
                          const struct side *receive, MPI_Request *request)
{
    struct vcomm *comm = comm_require(at, handle);
    struct collective collective = collective_of(at, comm);
    int peers = comm_peer_count(comm);
    collective_send(&collective, send->buffer == MPI_IN_PLACE ? receive : send, 0, peers, NULL);
    collective_receive(&collective, receive, comm_first_peer(comm), peers, comm->rank);
    return collective_run(&collective, request);
}

int world_Alltoall(const struct world_call *at, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm, MPI_Request *request)
{
    struct side send = {.buffer = sendbuf, .count = sendcount, .datatype = sendtype};
    struct side receive = {.buffer = recvbuf, .count = recvcount, .datatype = recvtype};
    return alltoall_parts(at, comm, &send, &receive, request);
}

int world_Alltoallv(const struct world_call *at, const void *sendbuf, struct numbers sendcounts,
                    struct numbers sdispls, MPI_Datatype sendtype, void *recvbuf,
                    struct numbers recvcounts, struct numbers rdispls, MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request *request)
{
    struct side send = {
        .buffer = sendbuf, .counts = sendcounts, .displs = sdispls, .datatype = sendtype};
    struct side receive = {
        .buffer = recvbuf, .counts = recvcounts, .displs = rdispls, .datatype = recvtype};
    return alltoall_parts(at, comm, &send, &receive, request);
}

int world_Alltoallw(const struct world_call *at, const void *sendbuf, struct numbers sendcounts,
                    struct numbers sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                    struct numbers recvcounts, struct numbers rdispls,
                    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    struct side send = {
        .buffer = sendbuf, .counts = sendcounts, .displs = sdispls, .datatypes = sendtypes};
    struct side receive = {
        .buffer = recvbuf, .counts = recvcounts, .displs = rdispls, .datatypes = recvtypes};
    return alltoall_parts(at, comm, &send, &receive, request);
}
