#include "runtime/world/comm/comm.h"

#include "runtime/world/error/problem.h"
#include "runtime/world/protocol.h"
#include "runtime/world/rank/rank.h"

#include <stdlib.h>
#include <string.h>

static struct vcomm *comms;
static struct table by_handle; /* the same communicators */

/* Handles that were freed, or whose communicator is not complete yet. If the library gives a handle
 * out again, it is found in `comms` first. */
struct absent {
    MPI_Comm handle;
    const void *site;
    bool begun;
    struct absent *next;
};

static struct absent *absent;

static int *comm_list_of(int first, int count)
{
    int *list = rank_memory(malloc((size_t)count * sizeof *list));
    for (int i = 0; i < count; i++)
        list[i] = first + i;
    return list;
}

void comm_start(int rank, int size)
{
    comm_add(MPI_COMM_SELF, WORLD_CONTEXT_SELF + rank, comm_list_of(rank, 1), 1, NULL, 0, NULL);
    comm_add(MPI_COMM_WORLD, WORLD_CONTEXT_WORLD, comm_list_of(0, size), size, NULL, 0, NULL);
}

struct vcomm *comm_find(MPI_Comm handle)
{
    return TABLE_THING(table_find(&by_handle, (uintptr_t)handle), struct vcomm, by_handle);
}

struct vcomm *comm_first(void)
{
    return comms;
}

static const void *absent_since(MPI_Comm handle, bool begun)
{
    for (const struct absent *each = absent; each; each = each->next)
        if (each->handle == handle && each->begun == begun)
            return each->site;
    return NULL;
}

const void *comm_freed_at(MPI_Comm handle)
{
    return absent_since(handle, false);
}

const void *comm_begun_at(MPI_Comm handle)
{
    return absent_since(handle, true);
}

static struct vcomm *in_use;

void comm_use(struct vcomm *comm)
{
    in_use = comm;
}

struct vcomm *comm_require(const struct world_call *at, MPI_Comm handle)
{
    struct vcomm *comm = in_use ? in_use : comm_find(handle);
    if (!comm)
        rank_stop("%s: the communicator is null, was freed, or is none", at->name);
    return comm;
}

int comm_wrong_kind(const struct world_call *at, MPI_Comm comm, const char *kind)
{
    struct problem problem = {.at = at, .rule = "arg.comm"};
    return problem_raise(&problem, comm, MPI_ERR_COMM, "%s: the communicator is %s", at->name,
                         kind);
}

/* Tells the scheduler the members, so that it can name a missing one in a collective. */
static void tell_members(const struct vcomm *comm, int context, bool is_window)
{
    static const struct world_call at = {"", NULL};
    struct world_op operation = rank_operation(OP_MEMBERS, &at);
    operation.context = context;
    operation.announcement.is_window = is_window;
    operation.announcement.members = (uint32_t)comm_member_count(comm);
    int32_t *list = rank_payload(operation.announcement.members * sizeof *list, &operation.payload);
    int own = comm_index(comm) - comm->rank, other = comm_first_peer(comm);
    for (int i = 0; i < comm->size; i++)
        list[own + i] = comm->members[i];
    for (int i = 0; i < comm->remote_size; i++)
        list[other + i] = comm->remote[i];
    rank_post(&operation);
}

void comm_tell_members(const struct vcomm *comm, int context)
{
    tell_members(comm, context, false);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the lists are kept and freed */
struct vcomm *comm_add(MPI_Comm handle, int context, int *members, int size, int *remote,
                       int remote_size, const void *site)
{
    struct vcomm *comm = rank_memory(calloc(1, sizeof *comm));
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
    if (site)
        tell_members(comm, context, false);
    return comm;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the list is kept and freed */
struct vcomm *comm_add_window(MPI_Comm handle, int context, int *members, int size)
{
    struct vcomm *comm = comm_add(handle, context, members, size, NULL, 0, NULL);
    tell_members(comm, context, true);
    return comm;
}

static void comm_remember_call(MPI_Comm handle, const void *site, bool begun)
{
    struct absent *each = absent;
    while (each && each->handle != handle)
        each = each->next;
    if (!each) {
        each = rank_memory(calloc(1, sizeof *each));
        each->next = absent;
        absent = each;
    }
    each->handle = handle;
    each->site = site;
    each->begun = begun;
}

void comm_begin(MPI_Comm handle, const void *site)
{
    comm_remember_call(handle, site, true);
}

void comm_remove(struct vcomm *comm, const void *site)
{
    comm_remember_call(comm->handle, site, false);
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
    vtopology_free(comm->topology);
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

static bool comm_is_first(const struct vcomm *comm)
{
    return !comm->remote || comm->members[0] < comm->remote[0];
}

int comm_member_count(const struct vcomm *comm)
{
    return comm->size + comm->remote_size;
}

int comm_index(const struct vcomm *comm)
{
    return comm_is_first(comm) ? comm->rank : comm->remote_size + comm->rank;
}

int comm_first_peer(const struct vcomm *comm)
{
    return comm->remote && comm_is_first(comm) ? comm->size : 0;
}

int comm_first_group(const struct vcomm *comm)
{
    if (!comm->remote)
        return 0;
    return comm_is_first(comm) ? comm->size : comm->remote_size;
}

int comm_indegree(const struct vcomm *comm)
{
    int in = 0, out = 0;
    if (comm->topology)
        vtopology_degrees(comm->topology, comm->rank, &in, &out);
    return in;
}

int comm_dimensions(const struct vcomm *comm)
{
    const struct vtopology *topology = comm->topology;
    return topology && topology->kind == VTOPOLOGY_CART ? topology->cart.ndims : 0;
}

int comm_outdegree(const struct vcomm *comm)
{
    int in = 0, out = 0;
    if (comm->topology)
        vtopology_degrees(comm->topology, comm->rank, &in, &out);
    return out;
}
