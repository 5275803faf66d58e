#include "runtime/guard/repair.h"

#include "runtime/guard/crash.h"
#include "runtime/guard/layout.h"
#include "runtime/guard/report.h"
#include "runtime/guard/self.h"
#include "runtime/next.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool function_nonblocking(enum guard_function function)
{
    return function_names[function][4] == 'I'; /* MPI_I... */
}

bool function_large(enum guard_function function)
{
    return (function >= FUNCTION_Gatherv_c && function <= FUNCTION_Ialltoallv_c) ||
           (function >= FUNCTION_Gatherv_init_c && function <= FUNCTION_Alltoallv_init_c);
}

bool function_persistent(enum guard_function function)
{
    return function >= FUNCTION_Gatherv_init && function <= FUNCTION_Alltoallv_init_c;
}

enum guard_function function_plain(enum guard_function function)
{
    enum { FORMS = 2 }; /* forms of a function, which follow each other: blocking and nonblocking */
    if (function >= FUNCTION_Pack_size)
        return function;
    if (function >= FUNCTION_Gatherv_init_c)
        return FUNCTION_Gatherv + FORMS * (function - FUNCTION_Gatherv_init_c);
    if (function >= FUNCTION_Gatherv_init)
        return FUNCTION_Gatherv + FORMS * (function - FUNCTION_Gatherv_init);
    if (function >= FUNCTION_Gatherv_c)
        function = FUNCTION_Gatherv + (function - FUNCTION_Gatherv_c);
    return function - function % FORMS;
}

static bool repair_at_root(const struct guard_collective *call, const struct known_comm *comm)
{
    return comm->inter ? call->root == MPI_ROOT : call->root == comm->rank;
}

static bool displacements_suspect(const struct guard_collective *call,
                                  const struct known_comm *comm)
{
    if (function_large(call->function))
        return false;
    switch (function_plain(call->function)) {
    case FUNCTION_Gatherv:
        return repair_at_root(call, comm) &&
               layout_suspect(call->recvcounts, call->displs, comm->peers);
    case FUNCTION_Scatterv:
        return repair_at_root(call, comm) &&
               layout_suspect(call->sendcounts, call->displs, comm->peers);
    case FUNCTION_Allgatherv:
        return layout_suspect(call->recvcounts, call->displs, comm->peers);
    case FUNCTION_Alltoallv:
        return layout_suspect(call->recvcounts, call->rdispls, comm->peers) ||
               (call->sendbuf != MPI_IN_PLACE &&
                layout_suspect(call->sendcounts, call->sdispls, comm->peers));
    default:
        return false;
    }
}

static void amount_of_block(struct amount *amount, MPI_Count count, MPI_Datatype type)
{
    struct known_type known = *known_type(type);
    amount->count = count > 0 ? (uint64_t)count : 0;
    amount->size = (uint64_t)known.size;
    amount->extent = known.extent > 0 ? (uint64_t)known.extent : 0;
}

static void amount_of_blocks(struct amount *amount, const void *counts, bool large,
                             MPI_Datatype type)
{
    MPI_Count most = 0, sum = 0;
    for (int i = 0; i < amount->ranks; i++) {
        MPI_Count count = large ? ((const MPI_Count *)counts)[i] : ((const int *)counts)[i];
        most = count > most ? count : most;
        sum += count;
    }
    amount_of_block(amount, most, type);
    amount->total = sum > 0 ? (uint64_t)sum : 0;
}

struct amount repair_amount(const struct guard_collective *call, const struct known_comm *comm)
{
    struct amount amount = {.ranks = comm->inter ? 0 : comm->size};
    bool root = repair_at_root(call, comm), large = function_large(call->function);
    switch (function_plain(call->function)) {
    case FUNCTION_Gather:
        amount.in_place = call->sendbuf == MPI_IN_PLACE;
        if (root)
            amount_of_block(&amount, call->recvcount, call->recvtype);
        else
            amount_of_block(&amount, call->sendcount, call->sendtype);
        break;
    case FUNCTION_Scatter:
        amount.in_place = call->recvbuf == MPI_IN_PLACE;
        if (root)
            amount_of_block(&amount, call->sendcount, call->sendtype);
        else
            amount_of_block(&amount, call->recvcount, call->recvtype);
        break;
    case FUNCTION_Allgather:
    case FUNCTION_Alltoall:
        amount.in_place = call->sendbuf == MPI_IN_PLACE;
        amount_of_block(&amount, call->recvcount, call->recvtype);
        break;
    case FUNCTION_Reduce_scatter_block:
        amount.in_place = call->sendbuf == MPI_IN_PLACE;
        amount_of_block(&amount, call->recvcount, call->datatype);
        break;
    case FUNCTION_Reduce_scatter:
        amount.in_place = call->sendbuf == MPI_IN_PLACE;
        amount_of_blocks(&amount, call->recvcounts, false, call->datatype);
        break;
    case FUNCTION_Allgatherv:
    case FUNCTION_Alltoallv:
        amount.in_place = call->sendbuf == MPI_IN_PLACE;
        amount_of_blocks(&amount, call->recvcounts, large, call->recvtype);
        break;
    case FUNCTION_Gatherv:
        amount.ranks = root ? amount.ranks : 0;
        amount_of_blocks(&amount, call->recvcounts, large, call->recvtype);
        break;
    case FUNCTION_Scatterv:
        amount.ranks = root ? amount.ranks : 0;
        amount_of_blocks(&amount, call->sendcounts, large, call->sendtype);
        break;
    default: /* one buffer, or two that are alike */
        amount.in_place = call->sendbuf == MPI_IN_PLACE;
        amount_of_block(&amount, call->count, call->datatype);
    }
    return amount;
}

static bool limits_suspect(const struct guard_collective *call, const struct known_comm *comm)
{
    if (!settings.limits[call->function] || function_persistent(call->function))
        return false;
    struct amount amount = repair_amount(call, comm);
    return limit_reached(call->function, &amount) != NULL;
}

bool repair_suspects(const struct guard_collective *call)
{
    const struct known_comm *comm = known_comm(call->comm);
    return displacements_suspect(call, comm) || limits_suspect(call, comm);
}

void *repair_alloc(struct repair *repair, size_t size)
{
    return operation_alloc(repair->operation, size);
}

MPI_Datatype repair_keep_type(struct repair *repair, MPI_Datatype type)
{
    if (repair->type_count < TYPE_CAP && NEXT(PMPI_Type_commit)(&type) == MPI_SUCCESS) {
        repair->types[repair->type_count++] = type;
        return type;
    }
    NEXT(PMPI_Type_free)(&type);
    return MPI_DATATYPE_NULL;
}

MPI_Datatype repair_unit(struct repair *repair, MPI_Count count, MPI_Datatype type)
{
    MPI_Datatype unit;
    int (*large)(MPI_Count, MPI_Datatype, MPI_Datatype *) = NEXT_OR_NULL(PMPI_Type_contiguous_c);
    int failed = large ? large(count, type, &unit)
                       : count > INT32_MAX || NEXT(PMPI_Type_contiguous)((int)count, type, &unit);
    return failed ? MPI_DATATYPE_NULL : repair_keep_type(repair, unit);
}

MPI_Datatype repair_hold_type(struct repair *repair, MPI_Datatype type)
{
    if (NEXT(PMPI_Type_dup)(type, &repair->operation->held) != MPI_SUCCESS)
        repair->operation->held = MPI_DATATYPE_NULL;
    return repair->operation->held;
}

int repair_copy(const void *from, void *to, int count, MPI_Datatype type)
{
    return NEXT(PMPI_Sendrecv)(from, count, type, 0, 0, to, count, type, 0, 0, self_comm(),
                               MPI_STATUS_IGNORE);
}

int repair_issue_piece(struct repair *repair, const struct guard_collective *piece, bool last)
{
    MPI_Request request = MPI_REQUEST_NULL;
    struct guard_collective call = *piece;
    if (!function_nonblocking(call.function) || last)
        return collective_issue[call.function](&call);
    call.request = &request;
    int outcome = collective_issue[call.function](&call);
    if (outcome == MPI_SUCCESS && operation_add(repair->operation, request) != 0)
        outcome = MPI_ERR_NO_MEM;
    return outcome;
}

void repair_say(struct repair *repair, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(repair->what, sizeof repair->what, format, arguments);
    va_end(arguments);
}

/* Returns whether nothing was changed: the operation owns nothing that the call needs. */
static bool repair_idle(const struct operation *operation)
{
    return operation->memory_count == 0 && operation->other_count == 0 && !operation->finish;
}

/* Makes the call unless it is made already, and frees what it no longer needs. */
static int repair_end(struct repair *repair)
{
    if (!repair->made)
        repair->outcome = collective_issue[repair->call.function](&repair->call);
    for (MPI_Datatype *type = repair->types; type < repair->types + repair->type_count; type++)
        NEXT(PMPI_Type_free)(type);
    if (repair->type_count > 0)
        known_forget();
    repair->operation->persistent = function_persistent(repair->call.function);
    if ((function_nonblocking(repair->call.function) || repair->operation->persistent) &&
        repair->outcome == MPI_SUCCESS && !repair_idle(repair->operation))
        requests_track(repair->operation, *repair->call.request);
    else if (repair->outcome == MPI_SUCCESS)
        repair->outcome = operation_finish(repair->operation);
    return repair->outcome; /* after an error, pieces in progress may still use the rest */
}

static void repair_report(struct repair *repair, uint64_t start)
{
    report_event(repair->function, repair->class, repair->action,
                 repair->made ? 0 : report_clock() - start, repair->what);
}

int repair_call(const struct guard_collective *call)
{
    uint64_t start = report_clock();
    struct known_comm comm = *known_comm(call->comm);
    struct repair repair = {.call = *call,
                            .comm = &comm,
                            .function = call->function,
                            .operation = calloc(1, sizeof *repair.operation)};
    if (!repair.operation)
        return collective_issue[call->function](call);
    repair.operation->held = MPI_DATATYPE_NULL;
    crash_arm(function_names[call->function]);
    if (displacements_suspect(call, &comm) && repair_displacements(&repair)) {
        if (settings.dry_run && repair.action < GUARD_DOUBTED)
            repair.action = GUARD_WOULD;
        if (repair.action >= GUARD_DOUBTED)
            repair.call = *call;
        repair_report(&repair, start);
        start = report_clock();
    }
    if (limits_suspect(&repair.call, &comm) && repair_limits(&repair))
        repair_report(&repair, start);
    int outcome = repair_end(&repair);
    crash_disarm();
    return outcome;
}
