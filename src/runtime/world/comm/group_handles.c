#include "runtime/world/comm/group_handles.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/error/problem.h"

#include <stdbool.h>
#include <stdlib.h>

enum { RESTING_MAX = 256 };

struct group_handles_entry {
    MPI_Group handle;
    struct vgroup *group; /* NULL: freed */
    const void *created, *freed;
    struct group_handles_entry *previous, *next;
};

/* Entries in the order of insertion. */
struct group_handles_list {
    struct group_handles_entry *first, *last;
    int count;
};

static struct group_handles_list live, resting;
static struct vgroup empty = {.references = 1};

static void group_handles_append(struct group_handles_list *list, struct group_handles_entry *entry)
{
    entry->previous = list->last;
    entry->next = NULL;
    *(list->last ? &list->last->next : &list->first) = entry;
    list->last = entry;
    list->count++;
}

static void group_handles_take_out(struct group_handles_list *list,
                                   struct group_handles_entry *entry)
{
    *(entry->previous ? &entry->previous->next : &list->first) = entry->next;
    *(entry->next ? &entry->next->previous : &list->last) = entry->previous;
    list->count--;
}

/* Searches from the latest: most groups are made, used and freed soon. */
static struct group_handles_entry *group_handles_find(const struct group_handles_list *list,
                                                      MPI_Group handle)
{
    struct group_handles_entry *entry = list->last;
    while (entry && entry->handle != handle)
        entry = entry->previous;
    return entry;
}

static MPI_Group real_group(void)
{
    static MPI_Group self = MPI_GROUP_NULL;
    static bool known;
    const int rank = 0;
    MPI_Group made = MPI_GROUP_NULL;
    if (!known)
        NEXT(PMPI_Comm_group)(MPI_COMM_SELF, &self);
    known = true;
    if (NEXT(PMPI_Group_incl)(self, 1, &rank, &made) != MPI_SUCCESS)
        rank_stop("the MPI library cannot make another group in rank %d", world_rank);
    return made;
}

MPI_Group group_add(const struct world_call *at, struct vgroup *group)
{
    struct group_handles_entry *entry = resting.first;
    if (group->size == 0) {
        vgroup_release(group);
        return MPI_GROUP_EMPTY;
    }
    if (resting.count >= RESTING_MAX) {
        group_handles_take_out(&resting, entry);
    } else {
        entry = malloc(sizeof *entry);
        if (!entry)
            rank_stop("%s: out of memory in rank %d", at->name, world_rank);
        entry->handle = real_group();
    }
    entry->group = group;
    entry->created = at->site;
    group_handles_append(&live, entry);
    return entry->handle;
}

int group_get(const struct world_call *at, MPI_Comm comm, MPI_Group handle, struct vgroup **group)
{
    *group = &empty;
    if (handle == MPI_GROUP_EMPTY)
        return MPI_SUCCESS;
    const struct group_handles_entry *entry = group_handles_find(&live, handle);
    if (entry) {
        *group = entry->group;
        return MPI_SUCCESS;
    }
    struct problem problem = {.at = at, .rule = "arg.other"};
    const struct group_handles_entry *freed = group_handles_find(&resting, handle);
    if (freed) {
        problem.related = "freed at";
        problem.related_site = freed->freed;
    }
    return problem_raise(&problem, comm, MPI_ERR_GROUP, "%s: %s", at->name,
                         freed                      ? "the group was freed"
                         : handle == MPI_GROUP_NULL ? "the group is MPI_GROUP_NULL"
                                                    : "there is no such group");
}

void group_each_leak(group_visitor *visit, void *context)
{
    for (const struct group_handles_entry *entry = live.first; entry; entry = entry->next)
        visit(entry->handle, entry->created, context);
}

int world_Group_free(const struct world_call *at, MPI_Group *group)
{
    struct vgroup *old = NULL;
    int code = group_get(at, MPI_COMM_WORLD, *group, &old);
    if (code != MPI_SUCCESS)
        return code;
    struct group_handles_entry *entry = group_handles_find(&live, *group);
    if (entry) { /* not for MPI_GROUP_EMPTY, which libraries let programs free */
        group_handles_take_out(&live, entry);
        vgroup_release(entry->group);
        entry->group = NULL;
        entry->freed = at->site;
        group_handles_append(&resting, entry);
    }
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

/* Makes the group of a list of members. */
static int group_handles_group_of(const struct world_call *at, const int *members, int size,
                                  MPI_Group *group)
{
    struct vgroup *made = NULL;
    struct fault fault;
    if (vgroup_create(size, members, &made, &fault) != FAULT_NONE)
        return problem_of_fault(at, MPI_COMM_WORLD, &fault);
    *group = group_add(at, made);
    return MPI_SUCCESS;
}

int world_Comm_group(const struct world_call *at, MPI_Comm handle, MPI_Group *group)
{
    const struct vcomm *comm = comm_require(at, handle);
    return group_handles_group_of(at, comm->members, comm->size, group);
}

int world_Comm_remote_group(const struct world_call *at, MPI_Comm handle, MPI_Group *group)
{
    const struct vcomm *comm = comm_require(at, handle);
    if (!comm->remote)
        return comm_wrong_kind(at, handle, "no inter-communicator");
    return group_handles_group_of(at, comm->remote, comm->remote_size, group);
}

int world_Group_size(const struct world_call *at, MPI_Group group, int *size)
{
    struct vgroup *found = NULL;
    int code = group_get(at, MPI_COMM_WORLD, group, &found);
    if (code == MPI_SUCCESS)
        *size = found->size;
    return code;
}

int world_Group_rank(const struct world_call *at, MPI_Group group, int *rank)
{
    struct vgroup *found = NULL;
    int code = group_get(at, MPI_COMM_WORLD, group, &found);
    if (code != MPI_SUCCESS)
        return code;
    int place = vgroup_rank(found, world_rank);
    *rank = place < 0 ? MPI_UNDEFINED : place;
    return MPI_SUCCESS;
}

/* Gets both groups of a call. */
static int get_two(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                   struct vgroup **one, struct vgroup **other)
{
    int code = group_get(at, MPI_COMM_WORLD, group1, one);
    return code == MPI_SUCCESS ? group_get(at, MPI_COMM_WORLD, group2, other) : code;
}

int world_Group_translate_ranks(const struct world_call *at, MPI_Group group1, int n,
                                const int ranks1[], MPI_Group group2, int ranks2[])
{
    struct vgroup *one = NULL, *other = NULL;
    struct fault fault;
    int code = get_two(at, group1, group2, &one, &other);
    if (code == MPI_SUCCESS && n > 0 && (!ranks1 || !ranks2)) {
        struct problem problem = {.at = at, .rule = "arg.other"};
        return problem_raise(&problem, MPI_COMM_WORLD, MPI_ERR_ARG, "%s: %s is NULL, but n is %d",
                             at->name, ranks1 ? "ranks2" : "ranks1", n);
    }
    if (code == MPI_SUCCESS && vgroup_translate(one, n, ranks1, other, MPI_PROC_NULL, MPI_UNDEFINED,
                                                ranks2, &fault) != FAULT_NONE)
        code = problem_of_fault(at, MPI_COMM_WORLD, &fault);
    return code;
}

int world_Group_compare(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                        int *result)
{
    static const int names[] = {
        [VGROUP_IDENT] = MPI_IDENT, [VGROUP_SIMILAR] = MPI_SIMILAR, [VGROUP_UNEQUAL] = MPI_UNEQUAL};
    struct vgroup *one = NULL, *other = NULL;
    enum vgroup_relation relation = VGROUP_UNEQUAL;
    struct fault fault;
    int code = get_two(at, group1, group2, &one, &other);
    if (code != MPI_SUCCESS)
        return code;
    if (vgroup_compare(one, other, &relation, &fault) != FAULT_NONE)
        return problem_of_fault(at, MPI_COMM_WORLD, &fault);
    *result = names[relation];
    return MPI_SUCCESS;
}

typedef enum fault_kind combine_function(const struct vgroup *first, const struct vgroup *second,
                                         struct vgroup **result, struct fault *fault);

static int group_handles_combine(const struct world_call *at, combine_function *function,
                                 MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    struct vgroup *one = NULL, *other = NULL, *made = NULL;
    struct fault fault;
    int code = get_two(at, group1, group2, &one, &other);
    if (code != MPI_SUCCESS)
        return code;
    if (function(one, other, &made, &fault) != FAULT_NONE)
        return problem_of_fault(at, MPI_COMM_WORLD, &fault);
    *newgroup = group_add(at, made);
    return MPI_SUCCESS;
}

int world_Group_union(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                      MPI_Group *newgroup)
{
    return group_handles_combine(at, vgroup_union, group1, group2, newgroup);
}

int world_Group_intersection(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                             MPI_Group *newgroup)
{
    return group_handles_combine(at, vgroup_intersection, group1, group2, newgroup);
}

int world_Group_difference(const struct world_call *at, MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup)
{
    return group_handles_combine(at, vgroup_difference, group1, group2, newgroup);
}

typedef enum fault_kind select_function(const struct vgroup *group, int n, const int *ranks,
                                        struct vgroup **result, struct fault *fault);

static int group_handles_choose(const struct world_call *at, select_function *function,
                                MPI_Group group, int n, const int *ranks, MPI_Group *newgroup)
{
    struct vgroup *old = NULL, *made = NULL;
    struct fault fault;
    int code = group_get(at, MPI_COMM_WORLD, group, &old);
    if (code != MPI_SUCCESS)
        return code;
    if (function(old, n, ranks, &made, &fault) != FAULT_NONE)
        return problem_of_fault(at, MPI_COMM_WORLD, &fault);
    *newgroup = group_add(at, made);
    return MPI_SUCCESS;
}

int world_Group_incl(const struct world_call *at, MPI_Group group, int n, const int ranks[],
                     MPI_Group *newgroup)
{
    return group_handles_choose(at, vgroup_incl, group, n, ranks, newgroup);
}

int world_Group_excl(const struct world_call *at, MPI_Group group, int n, const int ranks[],
                     MPI_Group *newgroup)
{
    return group_handles_choose(at, vgroup_excl, group, n, ranks, newgroup);
}

typedef enum fault_kind range_function(const struct vgroup *group, int n, const int ranges[][3],
                                       struct vgroup **result, struct fault *fault);

static int choose_ranges(const struct world_call *at, range_function *function, MPI_Group group,
                         int n, const int ranges[][3], MPI_Group *newgroup)
{
    struct vgroup *old = NULL, *made = NULL;
    struct fault fault;
    int code = group_get(at, MPI_COMM_WORLD, group, &old);
    if (code != MPI_SUCCESS)
        return code;
    if (function(old, n, (const int(*)[3])ranges, &made, &fault) != FAULT_NONE)
        return problem_of_fault(at, MPI_COMM_WORLD, &fault);
    *newgroup = group_add(at, made);
    return MPI_SUCCESS;
}

int world_Group_range_incl(const struct world_call *at, MPI_Group group, int n,
                           const int ranges[][3], MPI_Group *newgroup)
{
    return choose_ranges(at, vgroup_range_incl, group, n, ranges, newgroup);
}

int world_Group_range_excl(const struct world_call *at, MPI_Group group, int n,
                           const int ranges[][3], MPI_Group *newgroup)
{
    return choose_ranges(at, vgroup_range_excl, group, n, ranges, newgroup);
}
