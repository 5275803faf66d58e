/* group.h: groups of processes, as plain numbers.
 *
 * A member is named by its rank in the world, so groups of different communicators can be compared.
 * A group never changes after its creation and is shared by counting references. Members are
 * distinct and not negative, and tables over all world ranks up to the largest are cheap. The empty
 * group is a group of size 0 like any other; the caller chooses its handle. Not thread-safe: the
 * caller serialises calls.
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

/* Create a group with one reference, which belongs to the caller. */
enum fault_kind vgroup_create(int size, const int *world, struct vgroup **result,
                              struct fault *fault);
enum fault_kind vgroup_create_world(int size, struct vgroup **result, struct fault *fault);
struct vgroup *vgroup_retain(struct vgroup *group);
void vgroup_release(struct vgroup *group); /* the last release frees; NULL has no effect */

/* Returns the rank of a process of the world in the group, or -1. */
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

/* A range is first, last, stride. Only the ranks that it computes count: `last` need not be a rank
 * of the group if the stride steps over it. */
enum fault_kind vgroup_range_incl(const struct vgroup *group, int n, const int ranges[][3],
                                  struct vgroup **result, struct fault *fault);
enum fault_kind vgroup_range_excl(const struct vgroup *group, int n, const int ranges[][3],
                                  struct vgroup **result, struct fault *fault);

/* Translates ranks of `from` to ranks of `to`. MPI_PROC_NULL stays; processes outside `to` give
 * MPI_UNDEFINED. */
enum fault_kind vgroup_translate(const struct vgroup *from, int n, const int *ranks,
                                 const struct vgroup *to, int proc_null, int undefined, int *result,
                                 struct fault *fault);

enum fault_kind vgroup_compare(const struct vgroup *first, const struct vgroup *second,
                               enum vgroup_relation *relation, struct fault *fault);

#endif
