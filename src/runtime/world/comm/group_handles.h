/* group_handles.h: the groups that the program holds.
 *
 * What is in a group is here (group.h); the handle is a real group of the program's MPI, of the one
 * process that it has, so that conversions to Fortran find something real. Handles of freed groups
 * rest for a while before they stand for another group, so that a use after the end is seen. Every
 * empty group is MPI_GROUP_EMPTY. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_GROUP_HANDLES_H
#define TUTTI_RUNTIME_WORLD_COMM_GROUP_HANDLES_H

#include "runtime/weak.h"
#include "runtime/world/model/group.h"
#include "runtime/world/rank/rank.h"

/* What a handle stands for: MPI_SUCCESS, and the group stays as long as the handle; or the error
 * that the call is to return, which was raised on `comm`. */
int group_get(const struct world_call *at, MPI_Comm comm, MPI_Group handle, struct vgroup **group);

/* A handle for a group. The reference is taken over. */
MPI_Group group_add(const struct world_call *at, struct vgroup *group);

/* Those that were not freed, in the order in which they were made. */
typedef void group_visitor(MPI_Group handle, const void *created, void *context);
void group_each_leak(group_visitor *visit, void *context);

#endif
