#include "runtime/world/collective/persistent.h"

#include "runtime/world/collective/operators.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/request/request.h"

#include <stdlib.h>
#include <string.h>

/* An object that is released with the request. */
struct kept {
    void *list;
    MPI_Datatype datatype;
    MPI_Op op;
    struct kept *next;
};

struct persistent {
    struct world_call at; /* the call that made it */
    struct vcomm *comm;
    int context;
    collective_call *call;
    void *arguments;
    struct kept *kept;
};

static void collective_persistent_keep(struct persistent *persistent, struct kept what)
{
    struct kept *kept = rank_memory(malloc(sizeof *kept));
    *kept = what;
    kept->next = persistent->kept;
    persistent->kept = kept;
}

/* Gets a context. All members call this in the same order, and none has to wait. */
static int new_context(const struct world_call *at, struct vcomm *comm)
{
    struct collective collective = collective_of(at, comm);
    collective.constructs = true;
    collective_run(&collective, NULL);
    comm_tell_members(comm, (int)collective.context);
    return (int)collective.context;
}

struct persistent *persistent_new(const struct world_call *at, struct vcomm *comm)
{
    struct persistent *persistent = rank_memory(calloc(1, sizeof *persistent));
    *persistent = (struct persistent){.at = *at, .comm = comm, .context = new_context(at, comm)};
    return persistent;
}

void *persistent_copy(struct persistent *persistent, const void *list, size_t bytes)
{
    if (!list)
        return NULL;
    void *copy = rank_memory(malloc(bytes + 1));
    memcpy(copy, list, bytes);
    collective_persistent_keep(persistent,
                               (struct kept){copy, MPI_DATATYPE_NULL, MPI_OP_NULL, NULL});
    return copy;
}

void persistent_hold(struct persistent *persistent, MPI_Datatype datatype)
{
    datatype_hold(datatype);
    collective_persistent_keep(persistent, (struct kept){NULL, datatype, MPI_OP_NULL, NULL});
}

void persistent_hold_all(struct persistent *persistent, const MPI_Datatype *datatypes, int count)
{
    for (int i = 0; i < count && datatypes; i++)
        persistent_hold(persistent, datatypes[i]);
}

void persistent_hold_op(struct persistent *persistent, MPI_Op op)
{
    operator_hold(op);
    collective_persistent_keep(persistent, (struct kept){NULL, MPI_DATATYPE_NULL, op, NULL});
}

static int persistent_start(struct vrequest *request, const struct world_call *at)
{
    const struct persistent *persistent = request->kept;
    struct world_call call = {persistent->at.name, at->site};
    request->at = *at;
    return collective_start(request, persistent->context, persistent->call, &call,
                            persistent->arguments);
}

static void persistent_give_up(struct vrequest *request)
{
    struct persistent *persistent = request->kept;
    for (struct kept *kept = persistent->kept, *next; kept; kept = next) {
        next = kept->next;
        if (kept->datatype != MPI_DATATYPE_NULL)
            datatype_release(kept->datatype);
        if (kept->op != MPI_OP_NULL)
            operator_release(kept->op);
        free(kept->list);
        free(kept);
    }
    free(persistent);
}

int persistent_keep(struct persistent *persistent, collective_call *call, const void *arguments,
                    size_t size, MPI_Request *request)
{
    struct vrequest *made = request_new();
    persistent->call = call;
    persistent->arguments = persistent_copy(persistent, arguments, size);
    made->kept = persistent;
    made->start = persistent_start;
    made->give_up = persistent_give_up;
    made->persistent = true;
    made->comm = comm_retain(persistent->comm);
    made->operation = (struct world_op){.kind = OP_COLLECTIVE,
                                        .context = persistent->comm->context,
                                        .site = (uint64_t)(uintptr_t)persistent->at.site};
    strncpy(made->operation.call, persistent->at.name, WORLD_CALL - 1);
    *request = made->handle;
    return MPI_SUCCESS;
}
