/* constructors.c: constructors of communicators, and queries. Parts that are special to
 * inter-communicators are in inter.c. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/checksum.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/comm/group_handles.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rank/ending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int world_Comm_rank(const struct world_call *at, MPI_Comm comm, int *rank)
{
    *rank = comm_require(at, comm)->rank;
    return MPI_SUCCESS;
}

int world_Comm_size(const struct world_call *at, MPI_Comm comm, int *size)
{
    *size = comm_require(at, comm)->size;
    return MPI_SUCCESS;
}

/* Compares lists without duplicates: equal, the same in another order, or different. */
static enum vgroup_relation relation_of(const int *first, int first_count, const int *second,
                                        int second_count)
{
    struct vgroup one = {.size = first_count, .world = (int *)(uintptr_t)first};
    struct vgroup other = {.size = second_count, .world = (int *)(uintptr_t)second};
    enum vgroup_relation relation = VGROUP_UNEQUAL;
    struct fault fault;
    if (vgroup_compare(&one, &other, &relation, &fault) != FAULT_NONE)
        rank_stop("out of memory in rank %d", world_rank);
    return relation;
}

int world_Comm_compare(const struct world_call *at, MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    const struct vcomm *one = comm_require(at, comm1), *other = comm_require(at, comm2);
    enum vgroup_relation local = relation_of(one->members, one->size, other->members, other->size);
    enum vgroup_relation remote =
        relation_of(one->remote, one->remote_size, other->remote, other->remote_size);
    enum vgroup_relation worst = local > remote ? local : remote;
    if (one == other)
        *result = MPI_IDENT;
    else if (worst == VGROUP_IDENT)
        *result = MPI_CONGRUENT;
    else
        *result = worst == VGROUP_SIMILAR ? MPI_SIMILAR : MPI_UNEQUAL;
    return MPI_SUCCESS;
}

int world_Comm_get_parent(const struct world_call *at, MPI_Comm *parent)
{
    (void)at;
    *parent = MPI_COMM_NULL; /* no world spawns another */
    return MPI_SUCCESS;
}

/* Adds a duplicate: members and topology of the old communicator. */
static struct vcomm *add_like(const struct vcomm *old, MPI_Comm handle, int context,
                              const void *site)
{
    int *remote = old->remote ? construct_copy(old->remote, old->remote_size) : NULL;
    struct vcomm *made = comm_add(handle, context, construct_copy(old->members, old->size),
                                  old->size, remote, old->remote_size, site);
    struct fault fault;
    if (old->topology && vtopology_copy(old->topology, &made->topology, &fault) != FAULT_NONE)
        rank_stop("out of memory in rank %d", world_rank);
    return made;
}

static int finish_dup(struct collective *collective, const uint64_t *table)
{
    (void)table;
    add_like(collective->comm, collective->made, (int)collective->context, collective->at.site);
    return MPI_SUCCESS;
}

/* Finishes a duplicate that the library could not make: the call that completes the request gets
 * the error. */
static int finish_failed(struct collective *collective, const uint64_t *table)
{
    (void)table;
    int code = (int)(intptr_t)collective->data;
    return errors_of_library(&collective->at, collective->comm->handle, code);
}

/* Duplicates; the real library copies attributes, with callbacks, and info as it should. */
static int duplicate_comm(const struct world_call *at, MPI_Comm comm, bool with_info, MPI_Info info,
                          MPI_Comm *newcomm, MPI_Request *request)
{
    struct vcomm *old = comm_require(at, comm);
    *newcomm = MPI_COMM_NULL;
    int code = with_info ? NEXT(PMPI_Comm_dup_with_info)(comm, info, newcomm)
                         : NEXT(PMPI_Comm_dup)(comm, newcomm);
    struct collective collective = collective_of(at, old);
    collective.constructs = true;
    if (code == MPI_SUCCESS) {
        errors_inherit(comm, *newcomm);
        collective.finish = finish_dup;
    }
    if (code == MPI_SUCCESS && request)
        comm_begin(*newcomm, at->site);
    if (code != MPI_SUCCESS && request) {
        collective.finish = finish_failed;
        collective.data = (void *)(intptr_t)code;
        code = MPI_SUCCESS;
    }
    collective.made = *newcomm;
    collective_need(&collective, 0, comm_member_count(old));
    collective_run(&collective, request);
    return code == MPI_SUCCESS ? code : errors_of_library(at, comm, code);
}

int world_Comm_dup(const struct world_call *at, MPI_Comm comm, MPI_Comm *newcomm)
{
    return duplicate_comm(at, comm, false, MPI_INFO_NULL, newcomm, NULL);
}

int world_Comm_dup_with_info(const struct world_call *at, MPI_Comm comm, MPI_Info info,
                             MPI_Comm *newcomm)
{
    return duplicate_comm(at, comm, true, info, newcomm, NULL);
}

int world_Comm_idup(const struct world_call *at, MPI_Comm comm, MPI_Comm *newcomm,
                    MPI_Request *request)
{
    return duplicate_comm(at, comm, false, MPI_INFO_NULL, newcomm, request);
}

int world_Comm_idup_with_info(const struct world_call *at, MPI_Comm comm, MPI_Info info,
                              MPI_Comm *newcomm, MPI_Request *request)
{
    return duplicate_comm(at, comm, true, info, newcomm, request);
}

static int wrong_argument(const struct world_call *at, MPI_Comm comm, const char *argument,
                          int value)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    return problem_raise(&problem, comm, MPI_ERR_ARG, "%s: %s is %d", at->name, argument, value);
}

int world_Comm_split(const struct world_call *at, MPI_Comm comm, int color, int key,
                     MPI_Comm *newcomm)
{
    if (color < 0 && color != MPI_UNDEFINED)
        return wrong_argument(at, comm, "color", color);
    struct vcomm *made = construct_split(at, comm_require(at, comm), "", color, key);
    *newcomm = made ? made->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}

#ifdef TUTTI_FAMILY_MPICH
/* Returns whether this is MPICH's own type of neighbourhood. MPI 4.1 took over its first number. */
static bool is_neighbourhood(int split_type)
{
    return split_type == (NEXT_OR_NULL(PMPI_Get_hw_resource_info)
                              ? MPICH_COMM_TYPE_NEIGHBORHOOD
                              : MPICH_COMM_TYPE_NEIGHBORHOOD_OLD);
}

/* For MPICH's own type: processes that see a directory are together, if all name the same one. */
static bool name_one_directory(const struct world_call *at, struct vcomm *comm, MPI_Info info)
{
    char name[MPI_MAX_INFO_VAL + 1] = "";
    int is_there = 0;
    if (info != MPI_INFO_NULL)
        NEXT(PMPI_Info_get)(info, "nbhd_common_dirname", MPI_MAX_INFO_VAL, name, &is_there);
    int hash = (int)checksum_bytes(0, (const unsigned char *)name, strlen(name));
    struct exchange exchange = construct_exchange(at, comm, "", &hash, 1);
    for (int i = 0; i < comm->size; i++)
        is_there = is_there && exchange.said[i].list[0] == hash;
    free(exchange.said);
    return is_there;
}
#endif

/* Gives the color for a type. All ranks share the memory of one machine. Parts of the machine are
 * not distinguished (MPI 4.0, section 7.4.2: then there is no new communicator). */
static bool split_type_color(int split_type, int *color)
{
    *color = MPI_UNDEFINED;
    if (split_type == MPI_COMM_TYPE_HW_GUIDED || split_type == MPI_COMM_TYPE_HW_UNGUIDED ||
        split_type == MPI_COMM_TYPE_RESOURCE_GUIDED || split_type == MPI_UNDEFINED)
        return true;
    *color = 0;
#ifdef TUTTI_FAMILY_OPENMPI
    if (split_type >= OMPI_COMM_TYPE_HWTHREAD && split_type <= OMPI_COMM_TYPE_CLUSTER)
        return true;
#endif
    return split_type == MPI_COMM_TYPE_SHARED;
}

int world_Comm_split_type(const struct world_call *at, MPI_Comm comm, int split_type, int key,
                          MPI_Info info, MPI_Comm *newcomm)
{
    int color;
    char alike[WORLD_ALIKE] = "";
#ifdef TUTTI_FAMILY_MPICH
    if (is_neighbourhood(split_type))
        split_type = name_one_directory(at, comm_require(at, comm), info) ? MPI_COMM_TYPE_SHARED
                                                                          : MPI_UNDEFINED;
#endif
    if (!split_type_color(split_type, &color))
        return wrong_argument(at, comm, "split_type", split_type);
    if (split_type != MPI_UNDEFINED)
        snprintf(alike, sizeof alike, "split_type %d", split_type);
    struct vcomm *made = construct_split(at, comm_require(at, comm), alike, color, key);
    *newcomm = made ? made->handle : MPI_COMM_NULL;
    if (made && info != MPI_INFO_NULL)
        NEXT(PMPI_Comm_set_info)(made->handle, info);
    return MPI_SUCCESS;
}

/* Checks that the members of the group belong to the communicator; raises the error if not. */
static int check_subset(const struct world_call *at, const struct vcomm *comm,
                        const struct vgroup *group)
{
    const struct vgroup all = {.size = comm->size, .world = comm->members};
    for (int i = 0; i < group->size; i++) {
        if (vgroup_rank(&all, group->world[i]) >= 0)
            continue;
        struct problem problem = {.at = at, .rule = "arg.other"};
        return problem_raise(&problem, comm->handle, MPI_ERR_GROUP,
                             "%s: rank %d of the group is not in the communicator", at->name, i);
    }
    return MPI_SUCCESS;
}

/* The numbers that a rank sends for a new communicator: whether its library can make one more, and
 * the group. */
enum { SAYS_CAN, SAYS_GROUP };

static bool constructors_says(const struct words *words, const struct vgroup *group)
{
    bool same = words->count == SAYS_GROUP + group->size;
    for (int i = 0; i < group->size && same; i++)
        same = words->list[SAYS_GROUP + i] == group->world[i];
    return same;
}

static struct exchange exchange_group(const struct world_call *at, struct vcomm *comm,
                                      const struct vgroup *group, bool can)
{
    int *list = construct_list(SAYS_GROUP + group->size);
    list[SAYS_CAN] = can;
    for (int i = 0; i < group->size; i++)
        list[SAYS_GROUP + i] = group->world[i];
    struct exchange exchange = construct_exchange(at, comm, "", list, SAYS_GROUP + group->size);
    free(list);
    return exchange;
}

static bool all_can(const struct vcomm *comm, const struct exchange *exchange)
{
    bool can = true;
    for (int i = 0; i < comm_member_count(comm); i++)
        can = can && exchange->said[i].list[SAYS_CAN];
    return can;
}

/* Checks that all members of a group name the same group; others may name other groups, disjoint
 * from it. */
static void check_agreed(const struct world_call *at, const struct vcomm *comm,
                         const struct exchange *exchange, const struct vgroup *group)
{
    const struct vgroup all = {.size = comm->size, .world = comm->members};
    int own = comm_index(comm) - comm->rank;
    for (int i = 0; i < comm->size; i++) {
        bool member = vgroup_rank(group, comm->members[i]) >= 0 || comm->remote;
        if (!member || constructors_says(&exchange->said[own + i], group))
            continue;
        struct problem problem = {.at = at, .rule = "mismatch.collective"};
        problem_stop(&problem, "%s: rank %d names another group than rank %d", at->name,
                     vgroup_rank(&all, world_rank), i);
    }
}

int world_Comm_create(const struct world_call *at, MPI_Comm comm, MPI_Group handle,
                      MPI_Comm *newcomm)
{
    struct vcomm *old = comm_require(at, comm);
    struct vgroup *group = NULL;
    int code = group_get(at, comm, handle, &group);
    if (code == MPI_SUCCESS)
        code = check_subset(at, old, group);
    if (code != MPI_SUCCESS)
        return code;
    int rank = vgroup_rank(group, world_rank);
    MPI_Comm made = rank >= 0 ? construct_handle_if_any(at, comm) : MPI_COMM_NULL;
    struct exchange exchange = exchange_group(at, old, group, rank < 0 || made != MPI_COMM_NULL);
    const struct words *remote = old->remote ? &exchange.said[comm_first_peer(old)] : NULL;
    *newcomm = MPI_COMM_NULL;
    if (rank >= 0 || old->remote)
        check_agreed(at, old, &exchange, group);
    if (!all_can(old, &exchange)) {
        code = errors_of_library(at, comm, MPI_ERR_OTHER);
    } else if (rank >= 0 && !(remote && remote->count == SAYS_GROUP)) {
        int first = vgroup_rank(&(struct vgroup){.size = old->size, .world = old->members},
                                group->world[0]);
        *newcomm = made;
        /* From an inter-communicator only one is made, so the first context suffices. */
        comm_add(made, exchange.context + (remote ? 0 : first),
                 construct_copy(group->world, group->size), group->size,
                 remote ? construct_copy(remote->list + SAYS_GROUP, remote->count - SAYS_GROUP)
                        : NULL,
                 remote ? remote->count - SAYS_GROUP : 0, at->site);
    }
    if (made != MPI_COMM_NULL && *newcomm == MPI_COMM_NULL)
        NEXT(PMPI_Comm_free)(&made);
    free(exchange.said);
    return code;
}

int world_Comm_create_group(const struct world_call *at, MPI_Comm comm, MPI_Group handle, int tag,
                            MPI_Comm *newcomm)
{
    struct vcomm *old = comm_require(at, comm);
    struct vgroup *group = NULL;
    int code = group_get(at, comm, handle, &group);
    if (code == MPI_SUCCESS && old->remote)
        code = comm_wrong_kind(at, comm, "an inter-communicator");
    if (code == MPI_SUCCESS)
        code = check_subset(at, old, group);
    if (code != MPI_SUCCESS)
        return code;
    *newcomm = MPI_COMM_NULL;
    if (vgroup_rank(group, world_rank) < 0)
        return MPI_SUCCESS;
    int context = construct_in_group(at, old, group->world, group->size, tag);
    *newcomm = construct_handle(at, comm);
    comm_add(*newcomm, context, construct_copy(group->world, group->size), group->size, NULL, 0,
             at->site);
    return MPI_SUCCESS;
}

int world_Comm_free(const struct world_call *at, MPI_Comm *comm)
{
    struct vcomm *old = comm_require(at, *comm);
    MPI_Comm handle = old->handle;
    if (!old->site) {
        struct problem problem = {.at = at, .rule = "arg.comm"};
        return problem_raise(&problem, *comm, MPI_ERR_COMM,
                             "%s: a predefined communicator cannot be freed", at->name);
    }
    /* Callbacks that delete attributes may still use the communicator. */
    int code = NEXT(PMPI_Comm_free)(&handle);
    if (code != MPI_SUCCESS)
        return errors_of_library(at, *comm, code);
    comm_remove(old, at->site);
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int world_Comm_disconnect(const struct world_call *at, MPI_Comm *comm)
{
    struct vcomm *old = comm_require(at, *comm);
    struct collective collective = collective_of(at, old);
    collective_need(&collective, 0, comm_member_count(old));
    collective_run(&collective, NULL);
    return world_Comm_free(at, comm);
}

int world_Abort(const struct world_call *at, MPI_Comm comm, int errorcode)
{
    (void)comm;
    ending_abort(at, errorcode);
}
