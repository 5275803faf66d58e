#include "runtime/world/rma/locks.h"

#include "runtime/world/calls.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rma/epoch.h"
#include "runtime/world/rma/queue.h"

static struct world_op locks_operation_of(const struct world_call *at, enum op_kind kind,
                                          const struct vwin *window, int target)
{
    struct world_op operation = rank_operation(kind, at);
    operation.context = window->comm->context;
    operation.lock = (struct op_lock){.target = window->comm->members[target],
                                      .exclusive = window->targets[target].exclusive};
    return operation;
}

bool locks_acquire(const struct world_call *at, struct vwin *window, int target)
{
    struct target *lock = &window->targets[target];
    if (lock->held || lock->unchecked ||
        !(window->access == ACCESS_LOCK_ALL || (window->access == ACCESS_LOCK && lock->open)))
        return false;
    if (lock->asked) { /* by another thread: the lock belongs to the rank */
        while (lock->asked)
            callers_pause();
        return true;
    }
    struct world_op operation = locks_operation_of(at, OP_LOCK, window, target);
    lock->asked = true;
    rank_wait(&operation);
    lock->asked = false;
    lock->held = true;
    callers_resume();
    return true;
}

static void locks_release(const struct world_call *at, struct vwin *window, int target)
{
    if (window->targets[target].held) {
        struct world_op operation = locks_operation_of(at, OP_UNLOCK, window, target);
        rank_post(&operation);
    }
    window->targets[target] = (struct target){0};
}

static bool is_local(const struct vwin *window, int target)
{
    return target == window->comm->rank || window->flavour == MPI_WIN_FLAVOR_SHARED;
}

int world_Win_lock(const struct world_call *at, int lock_type, int rank, int assert, MPI_Win win)
{
    struct vwin *window = window_find(win);
    struct problem problem = {.at = at, .rule = "arg.other"};
    if (lock_type != MPI_LOCK_EXCLUSIVE && lock_type != MPI_LOCK_SHARED)
        return problem_raise(&problem, window->comm->handle, MPI_ERR_LOCKTYPE,
                             "%s: lock_type is %d: neither MPI_LOCK_EXCLUSIVE nor MPI_LOCK_SHARED",
                             at->name, lock_type);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    bool opens;
    int code = epoch_check_open(at, window, ACCESS_LOCK, &opens);
    struct target *target = &window->targets[rank];
    if (code == MPI_SUCCESS && opens)
        code = epoch_check_unlocked(at, window, rank);
    if (code != MPI_SUCCESS || !opens || (window->access == ACCESS_LOCK && target->open))
        return code;
    epoch_open(window, ACCESS_LOCK, at);
    *target = (struct target){.open = true,
                              .exclusive = lock_type == MPI_LOCK_EXCLUSIVE,
                              .unchecked = (assert &MPI_MODE_NOCHECK) != 0,
                              .opened = *at};
    if (is_local(window, rank))
        locks_acquire(at, window, rank);
    return MPI_SUCCESS;
}

int world_Win_lock_all(const struct world_call *at, int assert, MPI_Win win)
{
    struct vwin *window = window_find(win);
    bool opens;
    int code = epoch_check_open(at, window, ACCESS_LOCK_ALL, &opens);
    if (code != MPI_SUCCESS || !opens)
        return code;
    epoch_open(window, ACCESS_LOCK_ALL, at);
    for (int i = 0; i < window->comm->size; i++) {
        window->targets[i] =
            (struct target){.unchecked = (assert &MPI_MODE_NOCHECK) != 0, .opened = *at};
        if (is_local(window, i))
            locks_acquire(at, window, i);
    }
    return MPI_SUCCESS;
}

static bool acquire_all(const struct world_call *at, struct vwin *window, int rank)
{
    bool asked = false;
    for (int i = 0; i < window->comm->size; i++)
        if ((rank == RMA_ALL_TARGETS || rank == i) && rma_waits(window, i))
            asked |= locks_acquire(at, window, i);
    return asked;
}

/* Gets all locks that queued operations need, those that other threads queue meanwhile included,
 * and applies the operations. Operations that wait for MPI_Win_complete stay: their targets may not
 * be exposed yet. */
static int locks_apply(const struct world_call *at, struct vwin *window, int rank)
{
    if (window->access == ACCESS_START)
        return MPI_SUCCESS;
    do
        rma_await(window);
    while (acquire_all(at, window, rank));
    return rma_apply(at, window, rank, NULL);
}

int world_Win_unlock(const struct world_call *at, int rank, MPI_Win win)
{
    struct vwin *window = window_find(win);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int code = epoch_check_close(at, window, ACCESS_LOCK, "MPI_Win_lock");
    if (code == MPI_SUCCESS && window->access == ACCESS_LOCK)
        code = epoch_check_locked(at, window, rank);
    if (code != MPI_SUCCESS)
        return code;
    code = locks_apply(at, window, rank);
    if (window->access != ACCESS_LOCK)
        return code;
    locks_release(at, window, rank);
    bool others = false;
    for (int i = 0; i < window->comm->size; i++)
        others = others || window->targets[i].open;
    if (!others)
        window->access = ACCESS_NONE;
    return code;
}

int world_Win_unlock_all(const struct world_call *at, MPI_Win win)
{
    struct vwin *window = window_find(win);
    int code = epoch_check_close(at, window, ACCESS_LOCK_ALL, "MPI_Win_lock_all");
    if (code != MPI_SUCCESS)
        return code;
    code = locks_apply(at, window, RMA_ALL_TARGETS);
    if (window->access == ACCESS_LOCK_ALL)
        locks_release_all(at, window);
    return code;
}

void locks_release_all(const struct world_call *at, struct vwin *window)
{
    for (int i = 0; i < window->comm->size; i++)
        locks_release(at, window, i);
    window->access = ACCESS_NONE;
}

int world_Win_flush(const struct world_call *at, int rank, MPI_Win win)
{
    struct vwin *window = window_find(win);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int code = epoch_check_locked(at, window, rank);
    return code == MPI_SUCCESS ? locks_apply(at, window, rank) : code;
}

int world_Win_flush_all(const struct world_call *at, MPI_Win win)
{
    struct vwin *window = window_find(win);
    int code = epoch_check_passive(at, window);
    return code == MPI_SUCCESS ? locks_apply(at, window, RMA_ALL_TARGETS) : code;
}

static bool reads_pending(const struct vwin *window, int target)
{
    for (const struct rma *rma = window->first; rma; rma = rma->next)
        if (rma->target == target && rma->into.count > 0)
            return true;
    return false;
}

static int apply_locally(const struct world_call *at, struct vwin *window, int rank)
{
    int code = MPI_SUCCESS;
    for (int i = 0; i < window->comm->size && code == MPI_SUCCESS; i++) {
        if (rank != RMA_ALL_TARGETS && rank != i)
            continue;
        do
            rma_await(window);
        while (reads_pending(window, i) && locks_acquire(at, window, i));
        code = rma_apply_locally(at, window, i);
    }
    if (code == MPI_SUCCESS && rma_keeps_much(window))
        code = locks_apply(at, window, rank);
    return code;
}

int world_Win_flush_local(const struct world_call *at, int rank, MPI_Win win)
{
    struct vwin *window = window_find(win);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int code = epoch_check_locked(at, window, rank);
    return code == MPI_SUCCESS ? apply_locally(at, window, rank) : code;
}

int world_Win_flush_local_all(const struct world_call *at, MPI_Win win)
{
    struct vwin *window = window_find(win);
    int code = epoch_check_passive(at, window);
    return code == MPI_SUCCESS ? apply_locally(at, window, RMA_ALL_TARGETS) : code;
}

/* A program that polls its own memory calls this in between, so others get their turn. */
int world_Win_sync(const struct world_call *at, MPI_Win win)
{
    atomic_thread_fence(memory_order_seq_cst);
    rma_yield(at, window_find(win));
    return MPI_SUCCESS;
}
