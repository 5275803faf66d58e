/* inter.c: parts that are special to inter-communicators (MPI 4.0, section 7.6). */
#include "runtime/world/calls.h"
#include "runtime/world/check/check.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/model/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int world_Comm_test_inter(const struct world_call *at, MPI_Comm comm, int *flag)
{
    *flag = comm_require(at, comm)->remote != NULL;
    return MPI_SUCCESS;
}

int world_Comm_remote_size(const struct world_call *at, MPI_Comm handle, int *size)
{
    const struct vcomm *comm = comm_require(at, handle);
    if (!comm->remote)
        return comm_wrong_kind(at, handle, "no inter-communicator");
    *size = comm->remote_size;
    return MPI_SUCCESS;
}

/* The numbers that the leaders exchange and then give to their groups: a context, and the
 * members. */
struct side_of_bridge {
    int count; /* numbers in the list */
    int *list;
};

static void send_bridge(const struct world_call *at, int32_t context, int process, int tag,
                        const struct side_of_bridge *own)
{
    struct world_op operation = rank_operation(OP_SEND, at);
    operation.flags = OP_BUFFERED;
    operation.context = context;
    const uint64_t bytes = (uint64_t)own->count * sizeof *own->list;
    operation.message = (struct op_message){.peer = process, .tag = tag, .bytes = bytes};
    memcpy(rank_payload(bytes, &operation.payload), own->list, bytes);
    rank_post(&operation);
}

static struct side_of_bridge receive_bridge(const struct world_call *at, int32_t context,
                                            int process, int tag)
{
    struct world_op operation = rank_operation(OP_RECEIVE, at);
    operation.context = context;
    operation.message = (struct op_message){
        .peer = process, .tag = tag, .bytes = (WORLD_RANKS_MAX + 1) * sizeof(int)};
    struct world_answer answer = *rank_wait(&operation);
    int count = (int)(answer.bytes / sizeof(int));
    struct side_of_bridge remote = {count, construct_copy(rank_read(answer.payload), count)};
    rank_release(answer.payload);
    return remote;
}

/* Exchanges these between the leaders, over the peer communicator. A context of the opposite sign
 * keeps them apart from the program's messages. */
static struct side_of_bridge bridge_groups(const struct world_call *at, const struct vcomm *local,
                                           const struct vcomm *peer, int process, int tag,
                                           int context)
{
    struct side_of_bridge own = {local->size + 1, construct_list(local->size + 1)};
    own.list[0] = context;
    memcpy(own.list + 1, local->members, (size_t)local->size * sizeof *own.list);
    send_bridge(at, -peer->context, process, tag, &own);
    free(own.list);
    return receive_bridge(at, -peer->context, process, tag);
}

static int check_apart(const struct world_call *at, const struct vcomm *local, const int *remote,
                       int count)
{
    const struct vgroup group = {.size = local->size, .world = local->members};
    for (int i = 0; i < count; i++) {
        if (vgroup_rank(&group, remote[i]) < 0)
            continue;
        struct problem problem = {.at = at, .rule = "arg.comm"};
        return problem_raise(&problem, local->handle, MPI_ERR_COMM,
                             "%s: rank %d of MPI_COMM_WORLD is in both groups", at->name,
                             remote[i]);
    }
    return MPI_SUCCESS;
}

int world_Intercomm_create(const struct world_call *at, MPI_Comm local_comm, int local_leader,
                           MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm)
{
    struct vcomm *local = comm_require(at, local_comm);
    char alike[WORLD_ALIKE];
    if (local->remote)
        return comm_wrong_kind(at, local_comm, "an inter-communicator");
    snprintf(alike, sizeof alike, "local_leader %d, tag %d", local_leader, tag);
    struct exchange first = construct_exchange(at, local, alike, NULL, 0);
    free(first.said);
    struct side_of_bridge remote = {0};
    if (local->rank == local_leader) {
        struct check check = {.at = at, .comm = local_comm};
        int wrong = check_comm(&check, "peer_comm", peer_comm);
        if (wrong == MPI_SUCCESS)
            wrong = check_rank(&check, "remote_leader", remote_leader);
        if (wrong != MPI_SUCCESS)
            return wrong;
        const struct vcomm *peer = comm_require(at, peer_comm);
        int process = comm_peer(peer, remote_leader);
        remote = bridge_groups(at, local, peer, process, tag, first.context);
    }
    struct exchange second = construct_exchange(at, local, alike, remote.list, remote.count);
    free(remote.list);
    const struct words *said = &second.said[local_leader];
    const int *members = said->list + 1;
    int count = said->count - 1, context = said->list[0];
    int code = check_apart(at, local, members, count);
    if (code == MPI_SUCCESS) {
        *newintercomm = construct_handle(at, local_comm);
        comm_add(*newintercomm, context < first.context ? context : first.context,
                 construct_copy(local->members, local->size), local->size,
                 construct_copy(members, count), count, at->site);
    }
    free(second.said);
    return code;
}

/* Checks that all members of a group give the same `high`. */
static void check_high(const struct world_call *at, const struct vcomm *comm,
                       const struct exchange *exchange)
{
    int own = comm_index(comm) - comm->rank;
    for (int i = 1; i < comm->size; i++) {
        bool high = exchange->said[own + i].list[0] != 0;
        if (high == (exchange->said[own].list[0] != 0))
            continue;
        struct problem problem = {.at = at, .rule = "mismatch.collective"};
        problem_stop(&problem, "%s: high is %s on rank %d, and %s on rank 0 of the same group",
                     at->name, high ? "true" : "false", i, high ? "false" : "true");
    }
}

int world_Intercomm_merge(const struct world_call *at, MPI_Comm intercomm, int high,
                          MPI_Comm *newintracomm)
{
    struct vcomm *comm = comm_require(at, intercomm);
    if (!comm->remote)
        return comm_wrong_kind(at, intercomm, "no inter-communicator");
    struct exchange exchange = construct_exchange(at, comm, "", &high, 1);
    int own = comm_index(comm) - comm->rank, other = comm_first_peer(comm);
    bool own_high = exchange.said[own].list[0] != 0;
    bool other_high = exchange.said[other].list[0] != 0;
    check_high(at, comm, &exchange);
    /* If both give the same value, any order is allowed. */
    bool first = own_high == other_high ? own == 0 : other_high;
    int total = comm_member_count(comm);
    int *members = construct_list(total);
    memcpy(members + (first ? 0 : comm->remote_size), comm->members,
           (size_t)comm->size * sizeof *members);
    memcpy(members + (first ? comm->size : 0), comm->remote,
           (size_t)comm->remote_size * sizeof *members);
    *newintracomm = construct_handle(at, intercomm);
    comm_add(*newintracomm, exchange.context, members, total, NULL, 0, at->site);
    free(exchange.said);
    return MPI_SUCCESS;
}
