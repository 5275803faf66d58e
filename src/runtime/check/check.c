#include "runtime/check/check.h"

#include "runtime/check/agree.h"
#include "runtime/check/needs.h"
#include "runtime/check/stall.h"
#include "runtime/check/threads.h"
#include "runtime/check/wire.h"
#include "runtime/next.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int check_bits;
_Thread_local int check_depth;

/* Returns whether another guest is between the program and MPI, as in the virtual world and while
 * calls are recorded. That guest examines the program's calls, and this one does nothing. */
static bool guest_inside(void)
{
    static const char prefix[] = "libtutti-";
    Dl_info info;
    if (!dladdr((const void *)NEXT(PMPI_Init), &info) || !info.dli_fname)
        return false;
    const char *slash = strrchr(info.dli_fname, '/');
    return strncmp(slash ? slash + 1 : info.dli_fname, prefix, sizeof prefix - 1) == 0;
}

/* Returns whether a job is known to have several programs (mpiexec A : B): another one may be
 * linked without checks, and would never answer. Then collectives are not checked. */
static bool several_programs(void)
{
    const char *programs = getenv("OMPI_NUM_APP_CTX");
    return programs && strtol(programs, NULL, 10) > 1;
}

static int bits_wanted(void)
{
    return (tutti_check_collectives ? CHECK_COLLECTIVES : 0) |
           (tutti_check_threads ? CHECK_THREADS : 0);
}

void check_start(int required, int provided)
{
    if (guest_inside())
        return;
    int bits = bits_wanted();
    if (bits & CHECK_THREADS)
        threads_start(required, provided);
    if (several_programs()) {
        int rank = 0;
        NEXT(PMPI_Comm_rank)(MPI_COMM_WORLD, &rank);
        if (rank == 0 && (bits & CHECK_COLLECTIVES))
            fputs("tutti: collectives are not checked in a job of several programs\n", stderr);
        bits &= CHECK_THREADS;
    }
    if (bits & CHECK_COLLECTIVES) {
        if (wire_open()) {
            stall_set_threads(provided == MPI_THREAD_MULTIPLE);
            channel_open_world();
        } else {
            bits &= CHECK_THREADS;
        }
    }
    check_bits = bits;
}

void check_enter(const char *name, struct call *collective)
{
    const struct check_site *site = call_site();
    if (collective)
        collective->site = site;
    if (check_bits & CHECK_THREADS)
        threads_enter(name, site, collective);
    check_depth++;
}

void check_leave(struct call *collective)
{
    check_depth--;
    if (check_bits & CHECK_THREADS)
        threads_leave(collective);
}

static struct channel *channel_of(const struct call *call)
{
    return wire_is_open() ? channel_find(call->object, call->handle) : NULL;
}

void check_collective(struct call *call)
{
    agree_lock();
    struct channel *channel = channel_of(call);
    const struct call_function *function = call->function;
    const bool wait = !function->nonblocking;
    if (channel && function->destructor && !wait)
        agree_retire(channel, call);
    else if (channel)
        agree_post(channel, call, function->destructor ? SUMMARY_FREE : SUMMARY_CALL);
    agree_unlock();
    if (channel && wait)
        agree_wait(channel);
}

void check_freed(struct call *call)
{
    agree_lock();
    struct channel *channel = channel_of(call);
    if (channel)
        channel_remove(channel);
    agree_unlock();
}

void check_made(struct call *call, enum call_object object, intptr_t handle, MPI_Comm comm)
{
    if (!(check_bits & CHECK_COLLECTIVES))
        return;
    agree_lock();
    struct channel *parent = channel_find(CALL_COMM, call->handle);
    if (parent) {
        parent->children++;
        if (handle != (intptr_t)MPI_COMM_NULL || object != CALL_COMM)
            channel_add(object, handle, comm, parent, call, 0);
    }
    agree_unlock();
}

void check_made_by_group(struct call *call, MPI_Comm made, uint64_t tag)
{
    if (!(check_bits & CHECK_COLLECTIVES) || made == MPI_COMM_NULL)
        return;
    agree_lock();
    channel_add(CALL_COMM, (intptr_t)made, made, NULL, call, tag);
    agree_unlock();
}

bool check_turn(unsigned *turns)
{
    if (!wire_is_open())
        return false;
    agree_lock();
    while (agree_poll())
        ;
    const bool pending = agree_pending();
    agree_unlock();
    if (pending && *turns > 0)
        agree_pause(turns);
    ++*turns;
    return pending;
}

void check_poll(void)
{
    unsigned turns = 0;
    check_turn(&turns);
}

/* Agrees on MPI_Finalize, after which this process uses no communicator. */
void check_finish(void)
{
    static struct call_function function = {"MPI_Finalize", false, false, EQUAL_NOTHING, 0};
    if (!check_visible(CHECK_COLLECTIVES))
        return;
    struct call call = {
        .function = &function, .site = call_site(), .root = CALL_NO_ROOT, .op = MPI_OP_NULL};
    check_depth++;
    agree_lock();
    struct channel *next;
    for (struct channel *channel = channel_first(); channel; channel = next) {
        next = channel->next;
        if (!channel->dead)
            agree_post(channel, &call, SUMMARY_FINALIZE);
    }
    agree_unlock();
    agree_wait_all();
    check_bits &= CHECK_THREADS;
    channel_remove_all();
    wire_close();
    check_depth--;
}
