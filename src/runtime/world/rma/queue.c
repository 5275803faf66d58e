#include "runtime/world/rma/queue.h"

#include "runtime/world/checksum.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/model/signature.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rma/touches.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    SINGLY = 64,      /* accumulates with up to this many elements are applied element by element */
    RANGES_MAX = 256, /* ranges of one unit; a unit with more counts as one range from its start
                         to its end */
    KEPT_MAX = 16 << 20,
    AT_ONCE_MAX = 64, /* units in one request to the scheduler, before other ranks have their
                         turn */
};

struct rma *rma_add(const struct rma *described)
{
    struct rma *rma = rank_memory(malloc(sizeof *rma));
    struct vwin *window = described->window;
    static uint32_t serial;
    touches_tell(); /* accesses until now come before the operation */
    *rma = *described;
    rma->issued = rank_operations();
    rma->serial = ++serial;
    struct rma_buffer *buffers[] = {&rma->from, &rma->compare, &rma->into};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        struct rma_buffer *each = buffers[i];
        if (each->count == 0)
            continue;
        pending_describe(&each->pending, each->buffer, (uint64_t)each->count, each->datatype,
                         each == &rma->into);
        pending_begin(&each->pending, &rma->at);
    }
    if (window->last)
        window->last->next = rma;
    else
        window->first = rma;
    window->last = rma;
    return rma;
}

bool rma_waits(const struct vwin *window, int target)
{
    for (const struct rma *rma = window->first; rma; rma = rma->next)
        if (target == RMA_ALL_TARGETS || rma->target == target)
            return true;
    return false;
}

static void take_data(const struct world_call *at, struct rma_buffer *from, char **packed)
{
    if (from->count == 0 || *packed)
        return;
    pending_end(&from->pending, at);
    *packed = rank_memory(malloc(data_size(from->count, from->datatype) + 1));
    data_pack(from->buffer, from->count, from->datatype, *packed);
    pending_release(&from->pending);
    from->count = 0;
}

/* Packs the data that are sent, which must not change any more; for MPI_Compare_and_swap both
 * values. */
static void take_sent(const struct world_call *at, struct rma *rma)
{
    if (rma->kind == RMA_COMPARE && !rma->sent) {
        char *value = NULL, *compared = NULL;
        take_data(at, &rma->from, &value);
        take_data(at, &rma->compare, &compared);
        rma->sent = rank_memory(realloc(value, 2 * rma->bytes));
        if (compared)
            memcpy(rma->sent + rma->bytes, compared, rma->bytes);
        free(compared);
    } else {
        take_data(at, &rma->from, &rma->sent);
    }
}

static int queue_process_of(const struct rma *rma)
{
    return rma->window->comm->members[rma->target];
}

static bool reads_only(const struct rma *rma)
{
    return rma->kind == RMA_GET || rma->op == MPI_NO_OP;
}

/* A part of an operation that is applied at once. */
struct queue_unit {
    struct rma *rma;
    uint64_t from, bytes;
};

struct batch {
    struct queue_unit *units;
    size_t count, room;
    struct world_range *ranges;
    size_t range_count, range_room;
};

/* Returns a hash of operation and datatype. */
static uint32_t queue_reduction_of(const struct rma *rma)
{
    uint64_t op = (uint64_t)(uintptr_t)rma->op, basic = (uint64_t)(uintptr_t)rma->basic;
    return (uint32_t)checksum_number(op, basic) | 1;
}

/* Returns the size of an atomic element, that of the basic datatype; 1: it has gaps. */
static uint32_t unit_of(const struct rma *rma)
{
    const struct datatype_info *info =
        rma->basic == MPI_DATATYPE_NULL ? NULL : datatype_info(rma->basic);
    return info && info->size > 0 && info->size == info->extent ? (uint32_t)info->size : 1;
}

static void queue_add_range(struct batch *batch, const struct rma *rma, uint64_t low, uint64_t high,
                            uint32_t flags)
{
    bool atomic = rma->kind != RMA_PUT && rma->kind != RMA_GET;
    bool commutes = rma->kind == RMA_ACCUMULATE && rma->op != MPI_REPLACE;
    bool meets_all = !atomic || rma->kind == RMA_COMPARE || rma->op == MPI_NO_OP;
    if (batch->range_count == batch->range_room) {
        batch->range_room = batch->range_room ? batch->range_room * 2 : 16;
        batch->ranges =
            rank_memory(realloc(batch->ranges, batch->range_room * sizeof *batch->ranges));
    }
    struct world_range *range = &batch->ranges[batch->range_count++];
    *range = (struct world_range){.target = queue_process_of(rma),
                                  .flags = flags | (atomic ? RANGE_ATOMIC : 0) |
                                           (reads_only(rma) ? 0 : RANGE_WRITES),
                                  .group = commutes ? queue_reduction_of(rma) : 0,
                                  .piece = (uint32_t)(batch->count - 1),
                                  .issued = rma->issued,
                                  .serial = rma->serial,
                                  .reduction = meets_all ? 0 : queue_reduction_of(rma),
                                  .basic = (uint32_t)checksum_number(0, (uintptr_t)rma->basic),
                                  .unit = unit_of(rma),
                                  .low = low,
                                  .high = high,
                                  .site = world_site_address((uintptr_t)rma->at.site),
                                  .stack = world_site_stack((uintptr_t)rma->at.site)};
    strncpy(range->call, rma->at.name, WORLD_CALL - 1);
}

struct ranging {
    struct batch *batch;
    const struct rma *rma;
    size_t count;
    uint64_t low, high;
};

static void queue_measure(const struct piece *piece, void *data)
{
    struct ranging *ranging = data;
    uint64_t end = piece->address + piece->length;
    ranging->low =
        ranging->count == 0 || piece->address < ranging->low ? piece->address : ranging->low;
    ranging->high = ranging->count == 0 || end > ranging->high ? end : ranging->high;
    ranging->count++;
}

static void range_of_piece(const struct piece *piece, void *data)
{
    const struct ranging *ranging = data;
    queue_add_range(ranging->batch, ranging->rma, piece->address, piece->address + piece->length,
                    0);
}

static void add_unit(struct batch *batch, struct rma *rma, uint64_t from, uint64_t bytes)
{
    struct ranging ranging = {.batch = batch, .rma = rma};
    if (batch->count == batch->room) {
        batch->room = batch->room ? batch->room * 2 : 16;
        batch->units = rank_memory(realloc(batch->units, batch->room * sizeof *batch->units));
    }
    batch->units[batch->count++] = (struct queue_unit){rma, from, bytes};
    remote_each(&rma->where, from, bytes, queue_measure, &ranging);
    if (ranging.count <= RANGES_MAX)
        remote_each(&rma->where, from, bytes, range_of_piece, &ranging);
    else
        queue_add_range(batch, rma, ranging.low, ranging.high, RANGE_COARSE);
}

static void add_units(struct batch *batch, struct rma *rma)
{
    uint64_t step = rma->bytes;
    if (rma->basic != MPI_DATATYPE_NULL) {
        uint64_t size = (uint64_t)datatype_info(rma->basic)->size;
        if (size > 0 && rma->bytes / size <= SINGLY)
            step = size;
    }
    for (uint64_t from = rma->done; from < rma->bytes; from += step)
        add_unit(batch, rma, from, step);
}

/* Sleeps for ever: the target has ended, which the report says. */
static _Noreturn void queue_wait_for_ever(const struct rma *rma)
{
    struct world_op operation = rank_operation(OP_RECEIVE, &rma->at);
    operation.context = rma->window->comm->context;
    operation.message = (struct op_message){.peer = queue_process_of(rma), .tag = INT32_MAX};
    rank_wait(&operation);
    rank_stop("%s: the run continued without rank %d", rma->at.name, queue_process_of(rma));
}

static void check_there(const struct rma *rma, int error)
{
    struct problem problem = {.at = &rma->at,
                              .rule = "arg.buffer",
                              .why = "The window was made of memory that its owner does not have."};
    if (error == -ESRCH)
        queue_wait_for_ever(rma);
    if (error)
        problem_stop(&problem, "%s: rank %d has no memory where its window is", rma->at.name,
                     rma->target);
}

/* A range to check against the attached memory of a dynamic window, which only the target knows. */
struct containing {
    const struct region *list;
    uint64_t count, outside;
};

/* Returns the end of the region that contains the address; 0: none does. */
static uint64_t region_end(const struct containing *containing, uint64_t address)
{
    for (uint64_t i = 0; i < containing->count; i++)
        if (address >= containing->list[i].low && address < containing->list[i].high)
            return containing->list[i].high;
    return 0;
}

/* Checks a piece; it may lie in several attached regions that follow each other. */
static void find_outside(const struct piece *piece, void *data)
{
    struct containing *containing = data;
    uint64_t next = piece->address, end = piece->address + piece->length;
    while (next && next < end)
        next = region_end(containing, next);
    if (!next)
        containing->outside = piece->address;
}

static int check_attached(const struct rma *rma)
{
    struct regions regions = {0};
    struct containing containing = {0};
    const struct part *part = &rma->window->parts[rma->target];
    if (rma->window->flavour != MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    check_there(rma, remote_fetch(queue_process_of(rma), part->regions, sizeof regions, &regions));
    struct region *list = rank_memory(calloc(regions.count + 1, sizeof *list));
    if (regions.count > 0)
        check_there(rma, remote_fetch(queue_process_of(rma), (uint64_t)(uintptr_t)regions.list,
                                      regions.count * sizeof *list, list));
    containing.list = list;
    containing.count = regions.count;
    remote_each(&rma->where, 0, rma->bytes, find_outside, &containing);
    free(list);
    if (!containing.outside)
        return MPI_SUCCESS;
    struct problem problem = {.at = &rma->at,
                              .rule = "arg.other",
                              .why =
                                  "In a window of MPI_Win_create_dynamic the displacement is an "
                                  "address of the target, in memory that the target has given to "
                                  "MPI_Win_attach."};
    return problem_raise(&problem, rma->window->comm->handle, MPI_ERR_RMA_RANGE,
                         "%s: nothing is attached to the window of rank %d at address 0x%llx",
                         rma->at.name, rma->target, (unsigned long long)containing.outside);
}

/* Reduces the elements of the target with the data that are sent. */
static void queue_combine(const struct rma *rma, char *there, const char *sent, uint64_t bytes)
{
    const struct datatype_info *info = datatype_info(rma->basic);
    MPI_Count count = (MPI_Count)(bytes / (uint64_t)info->size);
    void *one, *other;
    void *one_memory = data_allocate(count, rma->basic, &one);
    void *other_memory = data_allocate(count, rma->basic, &other);
    data_unpack(sent, bytes, one, count, rma->basic);
    data_unpack(there, bytes, other, count, rma->basic);
    data_reduce(one, other, count, rma->basic, rma->op);
    data_pack(other, count, rma->basic, there);
    free(one_memory);
    free(other_memory);
}

static void say_applied(const struct world_call *at, bool changed)
{
    struct world_op operation = rank_operation(OP_APPLIED, at);
    operation.applied.changed = changed;
    rank_post(&operation);
}

static void check_done(const struct rma *rma, int error)
{
    if (error)
        say_applied(&rma->at, false); /* other ranks need not wait for it */
    check_there(rma, error);
}

/* Applies a unit; returns whether memory of the target changed. */
static bool apply_unit(const struct queue_unit *unit)
{
    struct rma *rma = unit->rma;
    const enum rma_kind kind = rma->kind;
    int process = queue_process_of(rma);
    const char *sent = rma->sent ? rma->sent + unit->from : NULL;
    char *there = NULL;
    bool changed = false;
    if (kind != RMA_PUT) {
        there = rank_memory(malloc(unit->bytes));
        check_done(rma, remote_read(process, &rma->where, unit->from, unit->bytes, there));
    }
    if (rma->got && kind != RMA_PUT)
        memcpy(rma->got + unit->from, there, unit->bytes);
    const char *result = sent;
    if (reads_only(rma) ||
        (kind == RMA_COMPARE && memcmp(there, rma->sent + rma->bytes, unit->bytes) != 0)) {
        result = NULL;
    } else if (kind != RMA_PUT && kind != RMA_COMPARE && rma->op != MPI_REPLACE) {
        queue_combine(rma, there, sent, unit->bytes);
        result = there;
    }
    if (result) {
        changed = true;
        check_done(rma, remote_write(process, &rma->where, unit->from, unit->bytes, result));
    }
    free(there);
    rma->done = unit->from + unit->bytes;
    return changed;
}

static void queue_finish(const struct world_call *at, struct rma *rma)
{
    if (rma->got) {
        pending_end(&rma->into.pending, at);
        data_unpack(rma->got, rma->bytes, rma->into.buffer, rma->into.count, rma->into.datatype);
    }
    struct rma_buffer *buffers[] = {&rma->from, &rma->compare, &rma->into};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        if (buffers[i]->count > 0) {
            pending_give_up(&buffers[i]->pending);
            pending_release(&buffers[i]->pending);
        }
    free(rma->sent);
    free(rma->got);
    remote_free(&rma->where);
    rma->applied = true;
    if (!rma->requested)
        free(rma);
}

/* Asks for the accesses of the batch and applies the units that were granted; returns their
 * number. */
static size_t queue_run(const struct world_call *at, const struct vwin *window,
                        const struct batch *batch)
{
    struct world_op operation = rank_operation(OP_ACCESS, at);
    operation.context = window->comm->context;
    operation.access.ranges = (uint32_t)batch->range_count;
    struct world_range *ranges =
        rank_payload((batch->range_count + 1) * sizeof *ranges, &operation.payload);
    if (batch->range_count > 0)
        memcpy(ranges, batch->ranges, batch->range_count * sizeof *ranges);
    uint64_t payload = operation.payload;
    uint64_t granted = rank_wait(&operation)->value;
    rank_release(payload);
    bool changed = false;
    size_t done = 0;
    for (; done < batch->count && done < granted; done++)
        changed |= apply_unit(&batch->units[done]);
    say_applied(at, changed);
    return done;
}

void rma_yield(const struct world_call *at, const struct vwin *window)
{
    queue_run(at, window, &(struct batch){0});
}

static bool is_accumulate(const struct rma *rma)
{
    return rma->kind != RMA_PUT && rma->kind != RMA_GET;
}

/* Returns whether `rma`, which is older, comes before the other in any case: accumulates of one
 * origin are ordered, nothing else is (MPI 4.0, section 12.7.2). */
static bool queue_comes_before(const struct rma *rma, const struct rma *other)
{
    return rma->target == other->target && is_accumulate(rma) && is_accumulate(other);
}

/* Takes operations for the target out of the queue, in order: all (`alone` is NULL), or one and
 * those that come before it in any case. */
static struct rma *queue_take_out(struct vwin *window, int target, const struct rma *alone)
{
    struct rma *first = NULL, **end = &first, **link = &window->first;
    bool on = true;
    window->last = NULL;
    while (*link) {
        struct rma *rma = *link;
        bool wanted = alone ? rma == alone || queue_comes_before(rma, alone)
                            : target == RMA_ALL_TARGETS || rma->target == target;
        if (on && wanted) {
            on = rma != alone;
            *link = rma->next;
            rma->next = NULL;
            *end = rma;
            end = &rma->next;
        } else {
            window->last = rma;
            link = &rma->next;
        }
    }
    return first;
}

void rma_await(const struct vwin *window)
{
    while (window->applying)
        callers_pause();
}

int rma_apply(const struct world_call *at, struct vwin *window, int target, const struct rma *alone)
{
    rma_await(window);
    if (alone && alone->applied)
        return MPI_SUCCESS;
    struct rma *todo = queue_take_out(window, target, alone);
    int code = MPI_SUCCESS;
    for (struct rma *rma = todo; rma; rma = rma->next) {
        int wrong = check_attached(rma);
        if (wrong != MPI_SUCCESS) {
            code = wrong;
            rma->done = rma->bytes;
            continue;
        }
        take_sent(at, rma);
        if (rma->into.count > 0)
            rma->got = rank_memory(calloc(1, rma->bytes));
    }
    window->applying = todo != NULL;
    while (todo) {
        struct batch batch = {0};
        for (struct rma *rma = todo; rma && batch.count < AT_ONCE_MAX; rma = rma->next)
            add_units(&batch, rma);
        if (batch.count > 0)
            queue_run(at, window, &batch);
        free(batch.units);
        free(batch.ranges);
        while (todo && todo->done == todo->bytes) {
            struct rma *next = todo->next;
            queue_finish(at, todo);
            todo = next;
        }
    }
    window->applying = false;
    callers_resume();
    return code;
}

static const struct rma *first_read(const struct vwin *window, int target)
{
    const struct rma *rma = window->first;
    while (rma && !(rma->into.count > 0 && (target == RMA_ALL_TARGETS || rma->target == target)))
        rma = rma->next;
    return rma;
}

int rma_apply_locally(const struct world_call *at, struct vwin *window, int target)
{
    const struct rma *read;
    int code = MPI_SUCCESS;
    rma_await(window);
    while ((read = first_read(window, target))) {
        int wrong = rma_apply(at, window, read->target, read);
        code = code == MPI_SUCCESS ? wrong : code;
    }
    for (struct rma *rma = window->first; rma; rma = rma->next)
        if (target == RMA_ALL_TARGETS || rma->target == target)
            take_sent(at, rma);
    return code;
}

int rma_complete(const struct world_call *at, struct rma *rma, bool *kept)
{
    struct vwin *window = rma->window;
    rma_await(window);
    *kept = false;
    if (rma->applied)
        return MPI_SUCCESS;
    if (rma->into.count > 0)
        return rma_apply(at, window, rma->target, rma);
    take_sent(at, rma);
    *kept = true;
    rma->requested = false;
    return rma_keeps_much(window) ? rma_apply(at, window, rma->target, NULL) : MPI_SUCCESS;
}

bool rma_keeps_much(const struct vwin *window)
{
    uint64_t kept = 0;
    for (const struct rma *rma = window->first; rma; rma = rma->next)
        kept += rma->sent ? rma->bytes : 0;
    return kept > KEPT_MAX;
}
