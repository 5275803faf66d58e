/* access.c: MPI_Put and its relatives. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/check/check.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/datatype/decode.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/request/request.h"
#include "runtime/world/rma/epoch.h"
#include "runtime/world/rma/locks.h"
#include "runtime/world/rma/queue.h"

#include <stdlib.h>

/* The target of a call. */
struct access_place {
    int rank;
    MPI_Aint displacement;
    MPI_Count count;
    MPI_Datatype datatype;
};

#define BUFFER(address, elements, type) \
    {.buffer = (void *)(uintptr_t)(address), .count = (elements), .datatype = (type)}

/* Reports different datatypes. If both sides have equally many bytes, these are moved all the
 * same. */
static void access_tell_different(const struct rma *rma, const struct rma_buffer *origin,
                                  const struct access_place *place)
{
    struct problem problem = {.at = &rma->at, .rule = "mismatch.datatype"};
    char out[96], in[96];
    signature_print(datatype_info(origin->datatype)->signature, (uint64_t)origin->count, out,
                    sizeof out);
    signature_print(datatype_info(place->datatype)->signature, (uint64_t)place->count, in,
                    sizeof in);
    static const char headline[] = "%s: the origin has %s, the target %s";
    if (signature_bytes(datatype_info(origin->datatype)->signature, (uint64_t)origin->count) !=
        signature_bytes(datatype_info(place->datatype)->signature, (uint64_t)place->count))
        problem_stop(&problem, headline, rma->at.name, out, in);
    problem_pass(&problem, headline, rma->at.name, out, in);
}

/* Compares the datatypes as if one side sent and the other received: the receiving side may have
 * more room. */
static int check_signatures(const struct rma *rma, const struct rma_buffer *origin,
                            const struct access_place *place, bool from_origin)
{
    const struct datatype_info *one = datatype_info(origin->datatype);
    const struct datatype_info *other = datatype_info(place->datatype);
    struct signature_verdict verdict =
        from_origin ? signature_compare(one->signature, (uint64_t)origin->count, other->signature,
                                        (uint64_t)place->count)
                    : signature_compare(other->signature, (uint64_t)place->count, one->signature,
                                        (uint64_t)origin->count);
    if (verdict.relation == SIGNATURE_DIFFERENT)
        access_tell_different(rma, origin, place);
    if (verdict.relation != SIGNATURE_LONGER)
        return MPI_SUCCESS;
    struct problem problem = {.at = &rma->at, .rule = "mismatch.truncation"};
    return problem_raise(
        &problem, rma->window->comm->handle, MPI_ERR_TRUNCATE,
        "%s: the %s has room for %llu bytes, and the %s has more", rma->at.name,
        from_origin ? "target" : "origin",
        (unsigned long long)(from_origin
                                 ? signature_bytes(other->signature, (uint64_t)place->count)
                                 : signature_bytes(one->signature, (uint64_t)origin->count)),
        from_origin ? "origin" : "target");
}

struct bounds {
    uint64_t low, high;
    bool outside;
};

static void compare_bounds(const struct piece *piece, void *data)
{
    struct bounds *bounds = data;
    if (piece->address < bounds->low || piece->length > bounds->high - bounds->low ||
        piece->address - bounds->low > bounds->high - bounds->low - piece->length)
        bounds->outside = true;
}

/* Finds the operation's memory at the target, and checks that it is in the window. Attached memory
 * of a dynamic window is checked later. */
static int access_locate(struct rma *rma, const struct access_place *place)
{
    const struct part *part = &rma->window->parts[place->rank];
    const struct datatype_info *info = datatype_info(place->datatype);
    bool dynamic = rma->window->flavour == MPI_WIN_FLAVOR_DYNAMIC;
    uint64_t address = dynamic ? (uint64_t)place->displacement
                               : part->base + (uint64_t)place->displacement * (uint64_t)part->unit;
    if (!remote_pieces(address, (uint64_t)place->count, info, &rma->where))
        rank_stop("%s: target_datatype has too many pieces for the virtual world", rma->at.name);
    struct bounds bounds = {part->base, part->base + part->size, false};
    remote_each(&rma->where, 0, rma->bytes, compare_bounds, &bounds);
    if (dynamic || !bounds.outside)
        return MPI_SUCCESS;
    remote_free(&rma->where);
    struct problem problem = {.at = &rma->at, .rule = "arg.other"};
    return problem_raise(&problem, rma->window->comm->handle, MPI_ERR_RMA_RANGE,
                         "%s: target_disp %lld leads out of the window of rank %d, which has %llu "
                         "bytes (disp_unit %lld)",
                         rma->at.name, (long long)place->displacement, place->rank,
                         (unsigned long long)part->size, (long long)part->unit);
}

/* Returns the first predefined datatype in a datatype; MPI_DATATYPE_NULL: there is none. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the program nested them */
static MPI_Datatype leaf_of(MPI_Datatype datatype)
{
    int integers = 0, addresses = 0, datatypes = 0, combiner = MPI_COMBINER_NAMED;
    NEXT(PMPI_Type_get_envelope)(datatype, &integers, &addresses, &datatypes, &combiner);
    if (datatype_is_predefined(combiner))
        return datatype;
    int *numbers = rank_memory(calloc((size_t)integers + 1, sizeof *numbers));
    MPI_Aint *places = rank_memory(calloc((size_t)addresses + 1, sizeof *places));
    MPI_Datatype *parts = rank_memory(calloc((size_t)datatypes + 1, sizeof *parts));
    MPI_Datatype leaf = MPI_DATATYPE_NULL;
    NEXT(PMPI_Type_get_contents)(datatype, integers, addresses, datatypes, numbers, places, parts);
    for (int i = 0; i < datatypes; i++) {
        MPI_Datatype part = parts[i];
        int size = 0;
        NEXT(PMPI_Type_size)(part, &size);
        if (leaf == MPI_DATATYPE_NULL && size > 0)
            leaf = leaf_of(part);
        if (!datatype_is_predefined(datatype_combiner(part)))
            NEXT(PMPI_Type_free)(&part);
    }
    free(numbers);
    free(places);
    free(parts);
    return leaf;
}

/* Returns the only predefined datatype that a datatype consists of; MPI_DATATYPE_NULL: there are
 * several. */
static MPI_Datatype basic_of(MPI_Datatype datatype)
{
    const struct datatype_info *whole = datatype_info(datatype);
    if (whole->predefined)
        return datatype;
    MPI_Datatype leaf = leaf_of(datatype);
    const struct datatype_info *info = leaf != MPI_DATATYPE_NULL ? datatype_info(leaf) : NULL;
    if (!info || info->size == 0 || whole->size % info->size != 0)
        return MPI_DATATYPE_NULL;
    struct signature_verdict verdict = signature_compare(
        info->signature, (uint64_t)(whole->size / info->size), whole->signature, 1);
    return verdict.relation == SIGNATURE_EQUAL ? leaf : MPI_DATATYPE_NULL;
}

/* Checks op and datatype: accumulates take predefined operations only, on elements of one
 * predefined datatype (MPI 4.0, section 12.3.4). */
static int check_operation(struct rma *rma, const struct access_place *place)
{
    struct check check = {.at = &rma->at, .comm = rma->window->comm->handle};
    struct problem problem = {.at = &rma->at, .rule = "arg.op"};
    if (place->count > 0 && datatype_info(place->datatype)->size > 0)
        rma->basic = basic_of(place->datatype);
    if (!check_op_name(rma->op))
        return problem_raise(&problem, check.comm, MPI_ERR_OP,
                             "%s: op is not predefined: operations of MPI_Op_create are not for "
                             "one-sided communication",
                             rma->at.name);
    if (rma->op == MPI_REPLACE || rma->op == MPI_NO_OP || place->count == 0 ||
        datatype_info(place->datatype)->size == 0)
        return MPI_SUCCESS;
    problem.rule = "arg.datatype";
    if (rma->basic == MPI_DATATYPE_NULL)
        return problem_raise(&problem, check.comm, MPI_ERR_TYPE,
                             "%s: the target's datatype is made of different predefined ones, "
                             "which %s cannot be applied to",
                             rma->at.name, check_op_name(rma->op));
    return check_op(&check, "op", rma->op, rma->basic);
}

static int access_finish_request(struct vrequest *request, const struct world_answer *answer)
{
    (void)answer;
    struct rma *rma = request->state;
    if (!rma)
        return MPI_SUCCESS;
    bool kept;
    int code = rma_complete(&request->at, rma, &kept);
    if (kept)
        request->state = NULL;
    return code;
}

/* Creates a request that is complete for the scheduler; the call that completes it applies the
 * operation. */
static void make_request(const struct world_call *at, struct rma *rma, MPI_Request *handle)
{
    struct vrequest *request = request_new();
    request->at = *at;
    request->operation = rank_operation(OP_NONE, at);
    request->active = request->started = request->done = true;
    request->answer = (struct world_answer){.source = WORLD_NOBODY};
    request->finish = access_finish_request;
    request->state = rma;
    if (rma)
        rma->requested = true;
    *handle = request->handle;
}

/* Does the rest of every call. `origin` is compared with the target's elements. */
static int access_begin(struct rma *rma, const struct rma_buffer *origin,
                        const struct access_place *place, MPI_Request *request)
{
    struct vwin *window = rma->window;
    int code = MPI_SUCCESS;
    if (place->rank == MPI_PROC_NULL) {
        if (request)
            make_request(&rma->at, NULL, request);
        return MPI_SUCCESS;
    }
    rma->target = place->rank;
    epoch_note_access(window);
    code = epoch_check_access(&rma->at, window, place->rank);
    if (code == MPI_SUCCESS && request)
        code = epoch_check_locked(&rma->at, window, place->rank);
    if (code == MPI_SUCCESS && rma->kind != RMA_PUT && rma->kind != RMA_GET &&
        rma->kind != RMA_COMPARE)
        code = check_operation(rma, place);
    if (code == MPI_SUCCESS && origin)
        code = check_signatures(rma, origin, place, origin == &rma->from);
    if (code != MPI_SUCCESS)
        return code;
    const struct rma_buffer *smaller = origin == &rma->from ? origin : NULL;
    rma->bytes = smaller
                     ? (uint64_t)datatype_info(smaller->datatype)->size * (uint64_t)smaller->count
                     : (uint64_t)datatype_info(place->datatype)->size * (uint64_t)place->count;
    if (rma->bytes > 0)
        code = access_locate(rma, place);
    if (code != MPI_SUCCESS)
        return code;
    if (request) /* before it is queued: another thread may apply and end a queued operation
                    meanwhile */
        locks_acquire(&rma->at, window, place->rank);
    struct rma *added = rma->bytes > 0 ? rma_add(rma) : NULL;
    if (request)
        make_request(&rma->at, added, request);
    return MPI_SUCCESS;
}

static struct rma rma_access_describe(const struct world_call *at, enum rma_kind kind, MPI_Win win)
{
    return (struct rma){
        .at = *at, .window = window_find(win), .kind = kind, .basic = MPI_DATATYPE_NULL};
}

int world_Rput(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
               MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
               MPI_Request *request)
{
    struct rma rma = rma_access_describe(at, RMA_PUT, win);
    struct access_place place = {target_rank, target_disp, target_count, target_datatype};
    rma.from = (struct rma_buffer)BUFFER(origin_addr, origin_count, origin_datatype);
    return access_begin(&rma, &rma.from, &place, request);
}

int world_Rget(const struct world_call *at, void *origin_addr, MPI_Count origin_count,
               MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
               MPI_Request *request)
{
    struct rma rma = rma_access_describe(at, RMA_GET, win);
    struct access_place place = {target_rank, target_disp, target_count, target_datatype};
    rma.into = (struct rma_buffer)BUFFER(origin_addr, origin_count, origin_datatype);
    return access_begin(&rma, &rma.into, &place, request);
}

int world_Raccumulate(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
                      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                      MPI_Request *request)
{
    struct rma rma = rma_access_describe(at, RMA_ACCUMULATE, win);
    struct access_place place = {target_rank, target_disp, target_count, target_datatype};
    rma.op = op;
    rma.from = (struct rma_buffer)BUFFER(origin_addr, origin_count, origin_datatype);
    return access_begin(&rma, &rma.from, &place, request);
}

/* With MPI_NO_OP the origin's data are ignored. */
int world_Rget_accumulate(const struct world_call *at, const void *origin_addr,
                          MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr,
                          MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
                          MPI_Aint target_disp, MPI_Count target_count,
                          MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                          MPI_Request *request)
{
    struct rma rma = rma_access_describe(at, RMA_GET_ACCUMULATE, win);
    struct access_place place = {target_rank, target_disp, target_count, target_datatype};
    rma.op = op;
    rma.into = (struct rma_buffer)BUFFER(result_addr, result_count, result_datatype);
    if (op != MPI_NO_OP) {
        rma.from = (struct rma_buffer)BUFFER(origin_addr, origin_count, origin_datatype);
        if (place.rank != MPI_PROC_NULL) {
            int code = check_signatures(&rma, &rma.from, &place, true);
            if (code != MPI_SUCCESS)
                return code;
        }
    }
    return access_begin(&rma, &rma.into, &place, request);
}

int world_Put(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
              MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return world_Rput(at, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, win, NULL);
}

int world_Get(const struct world_call *at, void *origin_addr, MPI_Count origin_count,
              MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return world_Rget(at, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, win, NULL);
}

int world_Accumulate(const struct world_call *at, const void *origin_addr, MPI_Count origin_count,
                     MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                     MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return world_Raccumulate(at, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, op, win, NULL);
}

int world_Get_accumulate(const struct world_call *at, const void *origin_addr,
                         MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr,
                         MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
                         MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
                         MPI_Op op, MPI_Win win)
{
    return world_Rget_accumulate(at, origin_addr, origin_count, origin_datatype, result_addr,
                                 result_count, result_datatype, target_rank, target_disp,
                                 target_count, target_datatype, op, win, NULL);
}

int world_Fetch_and_op(const struct world_call *at, const void *origin_addr, void *result_addr,
                       MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op,
                       MPI_Win win)
{
    return world_Rget_accumulate(at, origin_addr, 1, datatype, result_addr, 1, datatype,
                                 target_rank, target_disp, 1, datatype, op, win, NULL);
}

int world_Compare_and_swap(const struct world_call *at, const void *origin_addr,
                           const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                           int target_rank, MPI_Aint target_disp, MPI_Win win)
{
    struct rma rma = rma_access_describe(at, RMA_COMPARE, win);
    struct access_place place = {target_rank, target_disp, 1, datatype};
    const int allowed = CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_LOGICAL | CHECK_BYTE;
    const struct datatype_info *info = datatype_info(datatype);
    struct problem problem = {.at = at, .rule = "arg.datatype"};
    if (info->code == SIGNATURE_NO_CODE || !(check_category(info->code) & allowed))
        return problem_raise(&problem, rma.window->comm->handle, MPI_ERR_TYPE,
                             "%s: datatype is neither an integer nor a logical nor MPI_BYTE",
                             at->name);
    rma.op = MPI_REPLACE;
    rma.basic = datatype;
    rma.from = (struct rma_buffer)BUFFER(origin_addr, 1, datatype);
    rma.compare = (struct rma_buffer)BUFFER(compare_addr, 1, datatype);
    rma.into = (struct rma_buffer)BUFFER(result_addr, 1, datatype);
    return access_begin(&rma, NULL, &place, NULL);
}
