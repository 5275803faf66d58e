#include "runtime/guard/guard.h"

#include "runtime/guard/report.h"
#include "runtime/guard/self.h"
#include "runtime/next.h"
#include "runtime/session.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

__thread struct guard_thread guard_thread __attribute__((tls_model("initial-exec")));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct guard_thread *threads;
static uint64_t calls_of_ended;
static pthread_key_t ending;

/* Called when a thread ends, because its memory goes with it. */
static void leave_list(void *thread)
{
    pthread_mutex_lock(&lock);
    for (struct guard_thread **link = &threads; *link; link = &(*link)->next)
        if (*link == thread) {
            calls_of_ended += (*link)->calls;
            *link = (*link)->next;
            break;
        }
    pthread_mutex_unlock(&lock);
}

void guard_join(void)
{
    pthread_mutex_lock(&lock);
    guard_thread.next = threads;
    threads = &guard_thread;
    pthread_mutex_unlock(&lock);
    pthread_setspecific(ending, &guard_thread);
}

static void guard_start_as(int rank, int size)
{
    pthread_mutex_lock(&lock);
    if (!settings.active && pthread_key_create(&ending, leave_list) == 0) {
        settings_read();
        if (settings.active)
            report_start(rank, size);
    }
    pthread_mutex_unlock(&lock);
}

void guard_start(void)
{
    int rank = -1, size = 0;
    NEXT(PMPI_Comm_rank)(MPI_COMM_WORLD, &rank);
    NEXT(PMPI_Comm_size)(MPI_COMM_WORLD, &size);
    guard_start_as(rank, size);
}

void guard_session_start(MPI_Session session)
{
    int rank = -1, size = 0;
    session_begin(session);
    session_place(session, &rank, &size);
    guard_start_as(rank, size);
}

void guard_session_end(MPI_Session session)
{
    self_end_session(session);
    session_end(session);
    guard_end();
}

void guard_end(void)
{
    if (!settings.active)
        return;
    pthread_mutex_lock(&lock);
    uint64_t calls = calls_of_ended;
    for (const struct guard_thread *thread = threads; thread; thread = thread->next)
        calls += thread->calls;
    pthread_mutex_unlock(&lock);
    report_end(calls);
}

void guard_pack_size(int count, MPI_Datatype type, int *size)
{
    if (!settings.active || !settings.limits[FUNCTION_Pack_size])
        return;
    struct known_type known = *known_type(type);
    struct amount amount = {.count = (uint64_t)count, .size = (uint64_t)known.size, .ranks = 1};
    const struct limit *limit = limit_reached(FUNCTION_Pack_size, &amount);
    if (!limit)
        return;
    char what[WHAT_CAP];
    snprintf(what, sizeof what,
             "the size is %llu bytes, which an int cannot hold; the library says %d",
             (unsigned long long)quantity_times(amount.count, amount.size), *size);
    if (!settings.dry_run)
        *size = MPI_UNDEFINED;
    report_event(FUNCTION_Pack_size, limit->class, settings.dry_run ? GUARD_WOULD : GUARD_ANSWERED,
                 0, what);
}
