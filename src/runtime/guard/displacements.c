/* displacements.c: class D: corrects displacements that wrapped.
 *
 * The first of these that applies is used: another base address, from which all displacements fit
 * into an int again; the same, counted in larger units; the large-count form of the function, if
 * the library has one; a dense buffer. All of them change only how this rank describes its own
 * memory. */
#include "runtime/guard/layout.h"
#include "runtime/guard/repair.h"
#include "runtime/next.h"

#include <stdlib.h>

/* Returns the large-count twin; FUNCTIONS: the library has none. */
static enum guard_function large_twin(enum guard_function function)
{
    if (function_persistent(function))
        return NEXT_OR_NULL(PMPI_Gatherv_init_c)
                   ? function - FUNCTION_Gatherv_init + FUNCTION_Gatherv_init_c
                   : FUNCTIONS;
    return NEXT_OR_NULL(PMPI_Gatherv_c) ? function - FUNCTION_Gatherv + FUNCTION_Gatherv_c
                                        : FUNCTIONS;
}

static bool span_fits(int64_t lowest, int64_t highest)
{
    return highest - lowest <= UINT32_MAX;
}

/* Returns a base in the middle of the range of displacements. All distances are multiples of
 * `step`, and stay so from the base if possible: a later step may count in larger units. */
static int64_t middle_of(int64_t step, int64_t lowest, int64_t highest)
{
    int64_t half = (highest - lowest) / 2 + 1;
    int64_t middle = lowest + (half + step - 1) / step * step;
    return middle - lowest <= -(int64_t)INT32_MIN ? middle : lowest + half;
}

/* Makes displacements in units, from another base. */
static bool displacements_rebase(struct repair *repair, struct repair_side *side, int64_t unit,
                                 int64_t middle)
{
    int blocks = repair->comm->peers;
    int *displs = repair_alloc(repair, (size_t)blocks * sizeof *displs);
    if (!displs)
        return false;
    for (int i = 0; i < blocks; i++)
        displs[i] = side->counts[i] == 0 ? 0 : (int)((side->wide[i] - middle) / unit);
    side->buffer += middle * known_type(side->type)->extent;
    side->displs = displs;
    return true;
}

static bool count_in_units(struct repair *repair, struct repair_side *side, int64_t unit)
{
    int blocks = repair->comm->peers;
    int *counts = repair_alloc(repair, (size_t)blocks * sizeof *counts);
    MPI_Datatype type = repair_unit(repair, unit, side->type);
    if (!counts || type == MPI_DATATYPE_NULL)
        return false;
    for (int i = 0; i < blocks; i++)
        counts[i] = (int)(side->counts[i] / unit);
    side->counts = counts;
    side->type = type;
    return true;
}

/* Returns whether the side could be corrected with displacements of int; `receives` if it is
 * written to. */
static bool repair_side(struct repair *repair, struct repair_side *side, bool receives,
                        bool may_stage)
{
    int64_t unit, lowest, highest;
    if (!side->wide ||
        !layout_measure(side->counts, side->wide, repair->comm->peers, &unit, &lowest, &highest))
        return true;
    if (span_fits(lowest, highest))
        return displacements_rebase(repair, side, 1, middle_of(unit, lowest, highest));
    if (!span_fits(0, (highest - lowest) / unit)) {
        repair->action = GUARD_STAGED;
        return may_stage && repair_stage_side(repair, side, receives);
    }
    repair->action = GUARD_UNITS;
    int64_t middle = lowest + ((highest - lowest) / unit + 1) / 2 * unit;
    return displacements_rebase(repair, side, unit, middle) && count_in_units(repair, side, unit);
}

/* Makes counts of MPI_Count and displacements of MPI_Aint. */
static bool displacements_widen(struct repair *repair, const struct repair_side *side,
                                const void **counts, const void **displs)
{
    int blocks = repair->comm->peers;
    MPI_Count *large = repair_alloc(repair, (size_t)blocks * sizeof *large);
    MPI_Aint *places = repair_alloc(repair, (size_t)blocks * sizeof *places);
    if (!large || !places)
        return false;
    for (int i = 0; i < blocks; i++) {
        large[i] = side->counts[i];
        places[i] = side->wide ? (MPI_Aint)side->wide[i] : side->displs[i];
    }
    *counts = large;
    *displs = places;
    return true;
}

static bool uses_send_side(enum guard_function function)
{
    return function_plain(function) == FUNCTION_Scatterv ||
           function_plain(function) == FUNCTION_Alltoallv;
}

static bool uses_receive_side(enum guard_function function)
{
    return function_plain(function) != FUNCTION_Scatterv;
}

static bool uses_two_lists(enum guard_function function)
{
    return function_plain(function) == FUNCTION_Alltoallv;
}

static void displacements_put_back(struct guard_collective *call, const struct repair_side *send,
                                   const struct repair_side *receive)
{
    bool two = uses_two_lists(call->function);
    if (send->counts) {
        call->sendbuf = send->buffer;
        call->sendcounts = send->counts;
        call->sendtype = send->type;
        *(two ? &call->sdispls : &call->displs) = send->displs;
    }
    if (receive->counts) {
        call->recvbuf = receive->buffer;
        call->recvcounts = receive->counts;
        call->recvtype = receive->type;
        *(two ? &call->rdispls : &call->displs) = receive->displs;
    }
}

static bool put_back_wide(struct repair *repair, const struct repair_side *send,
                          const struct repair_side *receive)
{
    struct guard_collective *call = &repair->call;
    bool two = uses_two_lists(call->function);
    enum guard_function twin = large_twin(call->function);
    if (twin == FUNCTIONS)
        return false;
    if (send->counts &&
        !displacements_widen(repair, send, &call->sendcounts, two ? &call->sdispls : &call->displs))
        return false;
    if (receive->counts && !displacements_widen(repair, receive, &call->recvcounts,
                                                two ? &call->rdispls : &call->displs))
        return false;
    call->function = twin;
    return true;
}

/* Recovers the displacements of one side; sets `lost` if that is not possible. */
static void displacements_recover(struct repair *repair, struct repair_side *side, bool *lost)
{
    int blocks = repair->comm->peers;
    if (!side->counts || !layout_suspect(side->counts, side->displs, blocks))
        return;
    int64_t *wide = repair_alloc(repair, (size_t)blocks * sizeof *wide);
    enum layout_kind layout =
        wide ? layout_recover(side->counts, side->displs, blocks, wide) : LAYOUT_LOST;
    *lost |= layout == LAYOUT_LOST;
    side->wide = layout == LAYOUT_WRAPPED ? wide : NULL;
}

static void say_wrap(struct repair *repair, const struct repair_side *side)
{
    for (int i = 0; i < repair->comm->peers; i++)
        if (side->counts[i] > 0 && side->wide[i] != side->displs[i]) {
            repair_say(repair, "the displacement of rank %d is %d, which must have been %lld", i,
                       side->displs[i], (long long)side->wide[i]);
            return;
        }
}

static bool repair_sides(struct repair *repair, struct repair_side send, struct repair_side receive,
                         bool may_stage)
{
    repair->action = GUARD_REBASED;
    if (!repair_side(repair, &send, false, may_stage) ||
        !repair_side(repair, &receive, true, may_stage))
        return false;
    displacements_put_back(&repair->call, &send, &receive);
    return true;
}

bool repair_displacements(struct repair *repair)
{
    struct guard_collective *call = &repair->call;
    bool lost = false, two = uses_two_lists(call->function);
    struct repair_side send = {0}, receive = {0};
    if (uses_send_side(call->function) && call->sendbuf != MPI_IN_PLACE)
        send = (struct repair_side){(char *)call->sendbuf, call->sendcounts,
                                    two ? call->sdispls : call->displs, call->sendtype, NULL};
    if (uses_receive_side(call->function))
        receive = (struct repair_side){call->recvbuf, call->recvcounts,
                                       two ? call->rdispls : call->displs, call->recvtype, NULL};
    displacements_recover(repair, &send, &lost);
    displacements_recover(repair, &receive, &lost);
    if (!lost && !send.wide && !receive.wide)
        return false;
    repair->class = 'D';
    repair->action = GUARD_PASSED;
    if (lost) {
        repair->action = GUARD_DOUBTED;
        repair_say(repair, "some displacements are negative and the counts add up to more than an "
                           "int holds, but the counts do not tell what the displacements were");
        return true;
    }
    say_wrap(repair, send.wide ? &send : &receive);
    if (repair_sides(repair, send, receive, false))
        return true;
    if (put_back_wide(repair, &send, &receive))
        repair->action = GUARD_WIDENED;
    else if (!repair_sides(repair, send, receive, true))
        repair->action = GUARD_PASSED;
    return true;
}
