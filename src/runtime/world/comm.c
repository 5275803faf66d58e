#include "runtime/world/comm.h"

#include "runtime/world/protocol.h"
#include "runtime/world/rank.h"

#include <stdlib.h>
#include <string.h>

static struct vcomm *comms;
static struct table by_handle; /* of the same */

/* Handles that were freed. One that the library hands out again is in `comms` first. */
struct freed {
    MPI_Comm handle;
    const void *site;
    struct freed *next;
};

static struct freed *freed;

static int *list_of(int first, int count)
{
    int *list = malloc((size_t)count * sizeof *list);
    if (!list)
        rank_stop("out of memory in rank %d", world_rank);
    for (int i = 0; i < count; i++)
        list[i] = first + i;
    return list;
}

void comm_start(int rank, int size)
{
    comm_add(MPI_COMM_SELF, WORLD_CONTEXT_SELF + rank, list_of(rank, 1), 1, NULL, 0, NULL);
    comm_add(MPI_COMM_WORLD, WORLD_CONTEXT_WORLD, list_of(0, size), size, NULL, 0, NULL);
}

struct vcomm *comm_find(MPI_Comm handle)
{
    return TABLE_THING(table_find(&by_handle, (uintptr_t)handle), struct vcomm, by_handle);
}

struct vcomm *comm_first(void)
{
    return comms;
}

const void *comm_freed_at(MPI_Comm handle)
{
    for (const struct freed *each = freed; each; each = each->next)
        if (each->handle == handle)
            return each->site;
    return NULL;
}

struct vcomm *comm_require(const struct world_call *at, MPI_Comm handle)
{
    struct vcomm *comm = comm_find(handle);
    if (!comm)
        rank_stop("%s: the communicator is null, was freed, or is none", at->name);
    return comm;
}

struct vcomm *comm_require_intra(const struct world_call *at, MPI_Comm handle)
{
    struct vcomm *comm = comm_require(at, handle);
    if (comm->remote)
        rank_stop("%s on an inter-communicator is not there yet", at->name);
    return comm;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the lists are kept and freed */
struct vcomm *comm_add(MPI_Comm handle, int context, int *members, int size, int *remote,
                       int remote_size, const void *site)
{
    struct vcomm *comm = calloc(1, sizeof *comm);
    if (!comm)
        rank_stop("out of memory in rank %d", world_rank);
    *comm = (struct vcomm){.handle = handle,
                           .context = context,
                           .size = size,
                           .members = members,
                           .remote = remote,
                           .remote_size = remote_size,
                           .site = site,
                           .references = 1,
                           .next = comms};
    for (int i = 0; i < size; i++)
        if (members[i] == world_rank)
            comm->rank = i;
    comms = comm;
    table_add(&by_handle, &comm->by_handle, (uintptr_t)handle);
    return comm;
}

static void remember(MPI_Comm handle, const void *site)
{
    struct freed *each = freed;
    while (each && each->handle != handle)
        each = each->next;
    if (!each) {
        each = calloc(1, sizeof *each);
        if (!each)
            rank_stop("out of memory in rank %d", world_rank);
        each->next = freed;
        freed = each;
    }
    each->handle = handle;
    each->site = site;
}

void comm_remove(struct vcomm *comm, const void *site)
{
    remember(comm->handle, site);
    struct vcomm **link = &comms;
    while (*link != comm)
        link = &(*link)->next;
    *link = comm->next;
    table_remove(&by_handle, &comm->by_handle);
    comm_release(comm);
}

struct vcomm *comm_retain(struct vcomm *comm)
{
    comm->references++;
    return comm;
}

void comm_release(struct vcomm *comm)
{
    if (--comm->references > 0)
        return;
    free(comm->members);
    free(comm->remote);
    free(comm);
}

int comm_peer_count(const struct vcomm *comm)
{
    return comm->remote ? comm->remote_size : comm->size;
}

int comm_peer(const struct vcomm *comm, int rank)
{
    if (rank < 0 || rank >= comm_peer_count(comm))
        return -1;
    return comm->remote ? comm->remote[rank] : comm->members[rank];
}

int comm_rank_of(const struct vcomm *comm, int process)
{
    const int *list = comm->remote ? comm->remote : comm->members;
    for (int i = 0; i < comm_peer_count(comm); i++)
        if (list[i] == process)
            return i;
    return -1;
}
