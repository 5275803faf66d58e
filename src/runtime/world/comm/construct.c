#include "runtime/world/comm/construct.h"

#include "runtime/next.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int *construct_list(int count)
{
    int *list = rank_memory(calloc((size_t)count + 1, sizeof *list));
    return list;
}

int *construct_copy(const int *list, int count)
{
    int *copy = construct_list(count);
    for (int i = 0; i < count; i++)
        copy[i] = list[i];
    return copy;
}

static _Noreturn void no_more(const struct world_call *at)
{
    struct problem problem = {.at = at, .rule = "leak.comm", .related = "created at"};
    int count = 0;
    for (const struct vcomm *each = comm_first(); each; each = each->next)
        if (each->site) {
            problem.related_site = each->site;
            count++;
        }
    problem_stop(&problem,
                 "%s: the MPI library cannot make another communicator: %d have not been freed",
                 at->name, count);
}

MPI_Comm construct_handle_if_any(const struct world_call *at, MPI_Comm old)
{
    MPI_Comm made = MPI_COMM_NULL;
    /* from MPI_COMM_SELF, whose errors are returned (errors.h) */
    if (NEXT(PMPI_Comm_split)(MPI_COMM_SELF, 0, 0, &made) == MPI_SUCCESS)
        errors_inherit(old, made);
    else if (errors_are_fatal(old))
        no_more(at);
    else
        made = MPI_COMM_NULL;
    return made;
}

MPI_Comm construct_handle(const struct world_call *at, MPI_Comm old)
{
    MPI_Comm made = construct_handle_if_any(at, old);
    if (made == MPI_COMM_NULL) /* returning the error on all ranks would need their agreement
                                  first */
        rank_stop("%s: the MPI library cannot make another communicator in rank %d", at->name,
                  world_rank);
    return made;
}

/* Copies the numbers: the payloads go back to their owners. */
static int construct_finish_exchange(struct collective *collective, const uint64_t *table)
{
    struct exchange *exchange = collective->data;
    int members = comm_member_count(collective->comm);
    size_t size, total = (size_t)members * sizeof *exchange->said;
    for (int i = 0; i < members; i++) {
        collective_bytes(table, i, &size);
        total += size;
    }
    exchange->context = (int)collective->context;
    exchange->said = malloc(total);
    if (!exchange->said)
        rank_stop("%s: out of memory in rank %d", collective->at.name, world_rank);
    int *next = (int *)(exchange->said + members);
    for (int i = 0; i < members; i++) {
        const void *bytes = collective_bytes(table, i, &size);
        exchange->said[i] = (struct words){(int)(size / sizeof *next), next};
        memcpy(next, bytes, size);
        next += size / sizeof *next;
    }
    return MPI_SUCCESS;
}

struct exchange construct_exchange(const struct world_call *at, struct vcomm *comm,
                                   const char *alike, const int *list, int count)
{
    struct exchange exchange = {0};
    struct collective collective = collective_of(at, comm);
    snprintf(collective.alike, sizeof collective.alike, "%s", alike);
    collective.constructs = true;
    collective.finish = construct_finish_exchange;
    collective.data = &exchange;
    collective_need(&collective, 0, comm_member_count(comm));
    collective_send_bytes(&collective, list, (size_t)count * sizeof *list);
    collective_run(&collective, NULL);
    return exchange;
}

int construct_in_group(const struct world_call *at, struct vcomm *comm, const int *members,
                       int count, int tag)
{
    struct collective collective = collective_of(at, comm);
    collective.constructs = true;
    collective.subset = (struct subset){members, count, tag};
    collective_need(&collective, 0, count);
    collective_run(&collective, NULL);
    return (int)collective.context;
}

struct keyed {
    int key, index;
};

static int by_key(const void *left, const void *right)
{
    const struct keyed *one = left, *other = right;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

/* The members of one group with this color, in the order of their keys. */
struct construct_part {
    int *members; /* ranks in MPI_COMM_WORLD */
    int size;
    int first; /* index of the first one */
};

static struct construct_part construct_part_of(const struct exchange *exchange, const int *members,
                                               int size, int start, int color)
{
    struct keyed *chosen = rank_memory(calloc((size_t)size + 1, sizeof *chosen));
    struct construct_part part = {.members = construct_list(size)};
    for (int i = 0; i < size; i++) {
        const int *said = exchange->said[start + i].list;
        if (said[0] == color)
            chosen[part.size++] = (struct keyed){said[1], start + i};
    }
    qsort(chosen, (size_t)part.size, sizeof *chosen, by_key);
    for (int i = 0; i < part.size; i++)
        part.members[i] = members[chosen[i].index - start];
    part.first = chosen[0].index;
    free(chosen);
    return part;
}

struct vcomm *construct_split(const struct world_call *at, struct vcomm *comm, const char *alike,
                              int color, int key)
{
    const int mine[] = {color, key};
    struct exchange exchange = construct_exchange(at, comm, alike, mine, 2);
    struct construct_part local = {0}, remote = {0};
    struct vcomm *made = NULL;
    if (color != MPI_UNDEFINED)
        local = construct_part_of(&exchange, comm->members, comm->size,
                                  comm_index(comm) - comm->rank, color);
    if (color != MPI_UNDEFINED && comm->remote)
        remote = construct_part_of(&exchange, comm->remote, comm->remote_size,
                                   comm_first_peer(comm), color);
    if (color != MPI_UNDEFINED && !(comm->remote && remote.size == 0)) {
        int first = comm->remote && remote.first < local.first ? remote.first : local.first;
        made = comm_add(construct_handle(at, comm->handle), exchange.context + first, local.members,
                        local.size, remote.members, remote.size, at->site);
    } else {
        free(local.members);
        free(remote.members);
    }
    free(exchange.said);
    return made;
}
