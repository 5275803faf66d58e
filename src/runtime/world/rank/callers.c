#include "runtime/world/rank/callers.h"

#include "runtime/next.h"
#include "runtime/weak.h"
#include "runtime/world/environment/environment.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rma/window.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

bool callers_alone = true;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic pthread_t owner; /* the thread that works; 0: none */
static _Atomic unsigned here;   /* threads that are inside or on their way in */

/* Protected by the lock. */
static struct caller *first;   /* list of all threads that are inside */
static struct caller *current; /* the one of the owner */
static struct world_call latest;

static void caller_acquire(struct caller *self)
{
    pthread_mutex_lock(&lock);
    atomic_store_explicit(&owner, pthread_self(), memory_order_relaxed);
    current = self;
}

static void callers_release(void)
{
    current = NULL;
    atomic_store_explicit(&owner, (pthread_t)0, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
}

/* Reports a violation of MPI_THREAD_SERIALIZED. `before` is the last call that came in: the other
 * thread may have left meanwhile. */
static void check_alone(const struct caller *self, const struct world_call *before)
{
    const struct caller *other = first->next; /* `self` is the first */
    const struct world_call *beside = other ? other->call : before;
    struct problem problem = {
        .at = self->call,
        .rule = "thread.level",
        .why = "The program asked for MPI_THREAD_SERIALIZED: any thread may call MPI, but never "
               "two at once.",
        .related = "initialised at",
        .related_site = environment_start(),
        .peer_call = beside->name,
        .peer_site = beside->site,
        .peer = world_rank};
    problem_stop(&problem, "a thread calls %s while another thread is in %s", self->call->name,
                 beside->name);
}

void callers_enter_locked(struct caller *self, const struct world_call *call)
{
    *self = (struct caller){.counts = true, .call = call};
    /* If the owner is this thread, only this thread has set it and can clear it. */
    if (atomic_load_explicit(&owner, memory_order_relaxed) == pthread_self()) {
        self->nested = true;
        return;
    }
    bool together = atomic_fetch_add(&here, 1) > 0;
    caller_acquire(self);
    struct world_call before = latest;
    self->next = first;
    first = self;
    latest = *self->call;
    if (environment_phase() != PHASE_INSIDE)
        return;
    if (!environment_is_main())
        world->rank[world_rank].mixed = 1;
    if (together && environment_level() == MPI_THREAD_SERIALIZED)
        check_alone(self, &before);
}

void callers_enter_beside(struct caller *self, const struct world_call *at)
{
    *self = (struct caller){.counts = !callers_alone, .call = at, .beside = true};
    self->nested =
        self->counts && atomic_load_explicit(&owner, memory_order_relaxed) == pthread_self();
    if (self->counts && !self->nested)
        caller_acquire(self);
}

static void callers_take_out(const struct caller *self)
{
    struct caller **place = &first;
    while (*place && *place != self)
        place = &(*place)->next;
    if (*place)
        *place = self->next;
}

void callers_stop(void)
{
    current = NULL; /* so nobody releases the lock */
}

void callers_leave_locked(struct caller *self)
{
    if (self->nested)
        return;
    callers_take_out(self);
    callers_release();
    if (!self->beside)
        atomic_fetch_sub(&here, 1);
}

struct caller *callers_open(const _Atomic uint32_t *word, uint32_t before)
{
    struct caller *self = current;
    if (!self)
        return NULL;
    self->word = word;
    self->before = before;
    callers_release();
    return self;
}

void callers_close(struct caller *self)
{
    if (!self)
        return;
    caller_acquire(self);
    self->word = NULL;
}

void callers_pause(void)
{
    struct caller *self = current;
    current = NULL;
    atomic_store_explicit(&owner, (pthread_t)0, memory_order_relaxed);
    pthread_cond_wait(&changed, &lock);
    atomic_store_explicit(&owner, pthread_self(), memory_order_relaxed);
    current = self;
}

void callers_resume(void)
{
    if (current)
        pthread_cond_broadcast(&changed);
}

const struct caller *callers_current(void)
{
    return current;
}

static const struct caller *other_than(const struct caller *self)
{
    return first != self || !first ? first : first->next;
}

const struct caller *callers_waiter(void)
{
    struct caller *self = current;
    if (!self)
        return NULL;
    while (other_than(self)) {
        for (const struct caller *each = first; each; each = each->next)
            if (each->word && atomic_load(each->word) == each->before)
                return each;
        callers_release();
        sched_yield();
        caller_acquire(self);
    }
    return NULL;
}

static const char *noun_of(const struct vcomm *comm)
{
    if (comm->file)
        return "file";
    return window_of_comm(comm->handle) ? "window" : "communicator";
}

/* If both threads make the same call, all threads of a team make it. */
static _Noreturn void stop_collective(const struct world_call *at, const struct caller *other,
                                      const struct vcomm *comm)
{
    bool same =
        world_site_address((uintptr_t)at->site) == world_site_address((uintptr_t)other->call->site);
    struct problem problem = {
        .at = at,
        .rule = same ? "thread.multithreaded-collective" : "thread.concurrent-collectives",
        .why = "The collectives of a communicator, a window or a file have one order, the same on "
               "all ranks. No thread level orders two threads that call at once.",
        .peer_call = other->call->name,
        .peer_site = other->call->site,
        .peer = world_rank};
    problem_stop(&problem, "a thread calls %s while another thread is in %s on the same %s",
                 at->name, other->call->name, noun_of(comm));
}

void callers_collective(const struct world_call *at, const struct vcomm *comm)
{
    if (!current)
        return;
    for (const struct caller *other = first; other; other = other->next)
        if (other != current && other->context == comm->context)
            stop_collective(at, other, comm);
    current->context = comm->context;
}

void callers_end_collective(void)
{
    if (current)
        current->context = 0;
}

static int helpers[WORLD_HELPERS], helper_count;

/* Lists the threads of this process that are not in `known`; returns their number. */
static int callers_list_threads(const int *known, int known_count, int list[WORLD_HELPERS])
{
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        int thread = (int)strtol(entry->d_name, NULL, 10);
        bool is_known = thread == 0;
        for (int i = 0; i < known_count; i++)
            is_known = is_known || known[i] == thread;
        if (!is_known && count < WORLD_HELPERS)
            list[count++] = thread;
    }
    if (folder)
        closedir(folder);
    return count;
}

/* Only ranks started by exec have such threads: a fork does not inherit them. */
void callers_before_library(void)
{
    if (world->executed)
        helper_count = callers_list_threads(NULL, 0, helpers);
}

void callers_after_library(void)
{
    int now[WORLD_HELPERS], count;
    if (!world->executed)
        return;
    count = callers_list_threads(helpers, helper_count, now);
    memcpy(helpers, now, sizeof now);
    helper_count = count;
}

void callers_tell_helpers(void)
{
    struct world_rank *block = &world->rank[world_rank];
    for (int i = 0; i < helper_count; i++)
        block->helpers[i] = helpers[i];
    block->helper_count = (uint32_t)helper_count;
}

#define EXPORTED __attribute__((visibility("default")))

/* glibc also knows whether there is one thread (__libc_single_threaded). But it does not notice
 * that a process forked from one with threads has none. */
static void note_thread(void)
{
    callers_alone = false;
    if (world && world_rank >= 0)
        world->rank[world_rank].threaded = 1;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): those of libc are reserved. */
EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*start)(void *), void *argument)
{
    note_thread();
    return NEXT(pthread_create)(thread, attributes, start, argument);
}

EXPORTED int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)
{
    note_thread();
    return NEXT(thrd_create)(thread, start, argument);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
