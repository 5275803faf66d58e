/* regular.c: classes G and X: replaces calls that reach a limit of the library.
 *
 * Larger units avoid limits on counts (the paper's W2): each rank describes its own blocks as one
 * element of a datatype made for this. Limits on bytes need other calls, which all ranks must make
 * alike: the decision depends only on the bytes of a block and the number of ranks. */
#include "runtime/guard/repair.h"

#include "runtime/guard/layout.h"

#include <stdlib.h>

static const char *const unit_names[UNITS] = {"elements", "bytes", "bytes of extent"};
static const char *const part_names[PARTS] = {"a block", "all blocks", "all blocks but one",
                                              "the blocks of a subtree",
                                              "the blocks below a subtree's root"};
static const struct quantity BYTES = {UNIT_BYTES, PART_BLOCK};

/* Makes a block one element. */
static bool one_element(struct repair *repair, MPI_Count *count, MPI_Datatype *type)
{
    if (*count <= 1)
        return true;
    MPI_Datatype unit = repair_unit(repair, *count, *type);
    if (unit == MPI_DATATYPE_NULL)
        return false;
    *type = unit;
    *count = 1;
    return true;
}

static bool regular_at_root(const struct repair *repair)
{
    return repair->call.root == repair->comm->rank;
}

/* Finds which arguments of a collective with equal blocks are significant on this rank. */
static void regular_significant(const struct repair *repair, bool *send, bool *receive)
{
    const struct guard_collective *call = &repair->call;
    bool gather = call->function == FUNCTION_Gather || call->function == FUNCTION_Igather;
    bool scatter = call->function == FUNCTION_Scatter || call->function == FUNCTION_Iscatter;
    *send = call->sendbuf != MPI_IN_PLACE && !(scatter && !regular_at_root(repair));
    *receive = call->recvbuf != MPI_IN_PLACE && !(gather && !regular_at_root(repair));
}

static bool larger_units(struct repair *repair)
{
    struct guard_collective *call = &repair->call;
    bool send, receive;
    if (call->function == FUNCTION_Bcast || call->function == FUNCTION_Ibcast)
        return one_element(repair, &call->count, &call->datatype);
    regular_significant(repair, &send, &receive);
    return (!send || one_element(repair, &call->sendcount, &call->sendtype)) &&
           (!receive || one_element(repair, &call->recvcount, &call->recvtype));
}

/* Returns the irregular form; FUNCTIONS: there is none. */
static enum guard_function irregular_form(enum guard_function function)
{
    switch (function) {
    case FUNCTION_Gather:
    case FUNCTION_Igather:
        return function - FUNCTION_Gather + FUNCTION_Gatherv;
    case FUNCTION_Scatter:
    case FUNCTION_Iscatter:
        return function - FUNCTION_Scatter + FUNCTION_Scatterv;
    case FUNCTION_Allgather:
    case FUNCTION_Iallgather:
        return function - FUNCTION_Allgather + FUNCTION_Allgatherv;
    case FUNCTION_Alltoall:
    case FUNCTION_Ialltoall:
        return function - FUNCTION_Alltoall + FUNCTION_Alltoallv;
    default:
        return FUNCTIONS;
    }
}

/* Replaces the call by the irregular form with one element per block, which has no large number:
 * displacements are ranks. It moves each block in one message. */
static bool regular_substitute(struct repair *repair, const struct amount *amount)
{
    struct guard_collective *call = &repair->call;
    enum guard_function form = irregular_form(call->function);
    struct amount alike = {.count = 1,
                           .size = limit_amount(BYTES, amount),
                           .extent = limit_amount(BYTES, amount),
                           .total = (uint64_t)amount->ranks,
                           .ranks = amount->ranks,
                           .in_place = amount->in_place};
    if (form == FUNCTIONS || limit_reached(form, &alike))
        return false;
    int *counts = repair_alloc(repair, (size_t)amount->ranks * sizeof *counts);
    int *displs = repair_alloc(repair, (size_t)amount->ranks * sizeof *displs);
    bool send, receive;
    if (!counts || !displs)
        return false;
    for (int i = 0; i < amount->ranks; i++) {
        counts[i] = 1;
        displs[i] = i;
    }
    regular_significant(repair, &send, &receive);
    if ((send && !one_element(repair, &call->sendcount, &call->sendtype)) ||
        (receive && !one_element(repair, &call->recvcount, &call->recvtype)))
        return false;
    call->function = form;
    call->sendcounts = call->recvcounts = counts;
    call->displs = call->sdispls = call->rdispls = displs;
    return true;
}

static MPI_Count regular_entry(const void *list, bool large, int i)
{
    return large ? ((const MPI_Count *)list)[i] : ((const int *)list)[i];
}

static MPI_Count regular_common_divisor(MPI_Count a, MPI_Count b)
{
    while (b != 0) {
        MPI_Count rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* Returns the list divided by the unit, with the same type. */
static const void *regular_divided(struct repair *repair, const void *list, bool large,
                                   MPI_Count unit)
{
    int blocks = repair->comm->peers;
    size_t size = large ? sizeof(MPI_Count) : sizeof(int);
    void *copy = repair_alloc(repair, (size_t)blocks * size);
    for (int i = 0; copy && i < blocks; i++)
        if (large)
            ((MPI_Count *)copy)[i] = regular_entry(list, large, i) / unit;
        else
            ((int *)copy)[i] = (int)(regular_entry(list, large, i) / unit);
    return copy;
}

/* Reduces the sum of the counts by the largest unit that divides all counts and displacements. */
static bool irregular_units(struct repair *repair)
{
    struct guard_collective *call = &repair->call;
    bool large = function_large(call->function);
    MPI_Count unit = 0;
    if (call->function != FUNCTION_Allgatherv && call->function != FUNCTION_Iallgatherv &&
        call->function != FUNCTION_Allgatherv_c && call->function != FUNCTION_Iallgatherv_c)
        return false;
    for (int i = 0; i < repair->comm->peers; i++)
        if (regular_entry(call->recvcounts, large, i) > 0)
            unit = regular_common_divisor(
                regular_common_divisor(unit, regular_entry(call->recvcounts, large, i)),
                regular_entry(call->displs, large, i));
    if (unit <= 1)
        return false;
    call->recvcounts = regular_divided(repair, call->recvcounts, large, unit);
    call->displs = regular_divided(repair, call->displs, large, unit);
    call->recvtype = repair_unit(repair, unit, call->recvtype);
    return call->recvcounts && call->displs && call->recvtype != MPI_DATATYPE_NULL;
}

static bool is_reduction(enum guard_function function)
{
    return function >= FUNCTION_Reduce && function <= FUNCTION_Ireduce_scatter_block;
}

static bool is_irregular(enum guard_function function)
{
    return (function >= FUNCTION_Gatherv && function <= FUNCTION_Ialltoallv) ||
           function_large(function);
}

/* Changes the call so that it can be made, and sets the action. */
static bool regular_choose(struct repair *repair, const struct limit *limit,
                           const struct amount *amount)
{
    enum guard_function function = repair->call.function;
    if (is_reduction(function)) {
        repair->action = GUARD_CUT;
        return repair_cut_reduction(repair, limit);
    }
    if (limit->quantity.unit == UNIT_COUNT) {
        repair->action = GUARD_UNITS;
        if (is_irregular(function))
            return irregular_units(repair);
        return irregular_form(function) != FUNCTIONS || function <= FUNCTION_Ibcast
                   ? larger_units(repair)
                   : false;
    }
    if (limit->quantity.unit == UNIT_EXTENT) {
        repair->action = GUARD_STAGED;
        return repair_stage(repair);
    }
    if (function == FUNCTION_Bcast || function == FUNCTION_Ibcast) {
        repair->action = GUARD_CUT;
        return repair_cut_bytes(repair, limit);
    }
    repair->action = GUARD_SUBSTITUTED;
    return regular_substitute(repair, amount);
}

/* Returns whether the data is as large as its extent: the library fails only if the extent is far
 * larger than the data, and uses another algorithm otherwise. */
static bool only_large(const struct limit *limit, const struct amount *amount)
{
    struct quantity bytes = {UNIT_BYTES, limit->quantity.part};
    return limit->quantity.unit == UNIT_EXTENT && limit_amount(bytes, amount) >= limit->from;
}

bool repair_limits(struct repair *repair)
{
    struct amount amount = repair_amount(&repair->call, repair->comm);
    const struct limit *limit = limit_reached(repair->call.function, &amount);
    if (!limit || only_large(limit, &amount))
        return false;
    repair->class = limit->class;
    repair_say(repair, "%llu %s in %s, and the library breaks from %llu on",
               (unsigned long long)limit_amount(limit->quantity, &amount),
               unit_names[limit->quantity.unit], part_names[limit->quantity.part],
               (unsigned long long)limit->from);
    if (settings.dry_run) {
        repair->action = GUARD_WOULD;
        return true;
    }
    struct guard_collective before = repair->call;
    if (!regular_choose(repair, limit, &amount)) {
        repair->action = GUARD_PASSED;
        repair->call = before;
    }
    return true;
}
