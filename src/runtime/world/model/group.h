/* group.h: groups of processes, over plain numbers. A member is named by its rank in the world, so
 * that groups of different communicators can be compared. A group never changes once it is made and
 * is shared by counting references; members are distinct, world ranks are not negative, and tables
 * over all world ranks up to the largest are cheap. The empty group is a group of size 0 like any
 * other: which handle the program sees for it is the caller's affair.
 * Not thread-safe: the caller serialises calls.
 *
 * Rules and orders of members are those of MPI 4.0, section 7.3. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_GROUP_H
#define TUTTI_RUNTIME_WORLD_MODEL_GROUP_H

#include "runtime/world/model/fault.h"

struct vgroup {
    int size;
    int *world; /* world rank of each member */
    int references;
};

enum vgroup_relation { VGROUP_IDENT, VGROUP_SIMILAR, VGROUP_UNEQUAL };

/* Results have one reference, which is the caller's. */
enum fault_kind vgroup_create(int size, const int *world, struct vgroup **result,
                              struct fault *fault);
enum fault_kind vgroup_create_world(int size, struct vgroup **result, struct fault *fault);
struct vgroup *vgroup_retain(struct vgroup *group);
void vgroup_release(struct vgroup *group); /* the last one frees; NULL is nothing */

/* The rank of a process of the world in the group, or -1. */
int vgroup_rank(const struct vgroup *group, int world);

enum fault_kind vgroup_union(const struct vgroup *first, const struct vgroup *second,
                             struct vgroup **result, struct fault *fault);
enum fault_kind vgroup_intersection(const struct vgroup *first, const struct vgroup *second,
                                    struct vgroup **result, struct fault *fault);
enum fault_kind vgroup_difference(const struct vgroup *first, const struct vgroup *second,
                                  struct vgroup **result, struct fault *fault);

enum fault_kind vgroup_incl(const struct vgroup *group, int n, const int *ranks,
                            struct vgroup **result, struct fault *fault);
enum fault_kind vgroup_excl(const struct vgroup *group, int n, const int *ranks,
                            struct vgroup **result, struct fault *fault);

/* A range is first, last, stride. What counts is the ranks that it computes: `last` itself need not
 * be a rank of the group if the stride steps over it. */
enum fault_kind vgroup_range_incl(const struct vgroup *group, int n, const int ranges[][3],
                                  struct vgroup **result, struct fault *fault);
enum fault_kind vgroup_range_excl(const struct vgroup *group, int n, const int ranges[][3],
                                  struct vgroup **result, struct fault *fault);

/* Ranks of `from` as ranks of `to`: MPI_PROC_NULL stays, who is not in `to` is MPI_UNDEFINED. */
enum fault_kind vgroup_translate(const struct vgroup *from, int n, const int *ranks,
                                 const struct vgroup *to, int proc_null, int undefined, int *result,
                                 struct fault *fault);

enum fault_kind vgroup_compare(const struct vgroup *first, const struct vgroup *second,
                               enum vgroup_relation *relation, struct fault *fault);

#endif
