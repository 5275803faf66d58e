/* group_handles.h: the groups that the program holds.
 *
 * The members of a group are here (group.h). The handle is a real group of the program's MPI, with
 * its only process, so that conversions to Fortran find a real one. The handle of a freed group
 * rests for a while before it stands for another group, so that a use after the free is recognised.
 * Every empty group is MPI_GROUP_EMPTY. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_GROUP_HANDLES_H
#define TUTTI_RUNTIME_WORLD_COMM_GROUP_HANDLES_H

#include "runtime/weak.h"
#include "runtime/world/model/group.h"
#include "runtime/world/rank/rank.h"

/* Gives the group of a handle, which stays as long as the handle. Returns MPI_SUCCESS, or the error
 * for the call to return, which was raised on `comm`. */
int group_get(const struct world_call *at, MPI_Comm comm, MPI_Group handle, struct vgroup **group);

/* Returns a handle for a group. Takes over the reference. */
MPI_Group group_add(const struct world_call *at, struct vgroup *group);

/* Visits the groups that were not freed, in the order of their creation. */
typedef void group_visitor(MPI_Group handle, const void *created, void *context);
void group_each_leak(group_visitor *visit, void *context);

#endif
