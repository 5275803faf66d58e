#include "runtime/world/environment/environment.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/comm/attributes.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/environment/leaks.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rank/debug.h"
#include "runtime/world/rank/ending.h"
#include "runtime/world/rank/start.h"
#include "runtime/world/request/request.h"
#include "runtime/world/rma/epoch.h"

#include <pthread.h>
#include <string.h>

static enum environment_phase phase; /* by MPI_Init and MPI_Finalize */
static int sessions;                 /* that are open */
static bool begun;                   /* the rank has created its communicators */
static const void *start_site, *end_site;
static pthread_t main_thread;
static int level = MPI_THREAD_SINGLE;
static int tag_limit = 32767; /* the least that MPI guarantees */

enum environment_phase environment_phase(void)
{
    return sessions > 0 ? PHASE_INSIDE : phase;
}

bool environment_has_world(void)
{
    return phase == PHASE_INSIDE;
}

const void *environment_start(void)
{
    return start_site;
}

const void *environment_end(void)
{
    return end_site;
}

int environment_level(void)
{
    return level;
}

bool environment_is_main(void)
{
    return pthread_equal(pthread_self(), main_thread) != 0;
}

bool environment_may_call(void)
{
    return level >= MPI_THREAD_SERIALIZED || environment_is_main();
}

int environment_tag_limit(void)
{
    return tag_limit;
}

static void check_first(const struct world_call *at)
{
    if (phase == PHASE_BEFORE)
        return;
    struct problem problem = {
        .at = at, .rule = "env.init", .related = "initialised at", .related_site = start_site};
    problem_stop(&problem,
                 phase == PHASE_AFTER ? "%s is called after MPI_Finalize"
                                      : "%s is called, and MPI is initialised already",
                 at->name);
}

/* Looks up common datatypes once, not in every execution. */
static void prepare_executions(void)
{
    const MPI_Datatype common[] = {MPI_INT,    MPI_DOUBLE,        MPI_FLOAT,   MPI_CHAR,
                                   MPI_BYTE,   MPI_LONG,          MPI_INTEGER, MPI_DOUBLE_PRECISION,
                                   MPI_2INT,   MPI_UNSIGNED_LONG, MPI_PACKED,  MPI_UNSIGNED_CHAR,
                                   MPI_INT64_T};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        datatype_info(common[i]);
}

/* Makes ranks by forks. The real MPI is a world of one. */
static void make_ranks(void)
{
    int *most = NULL, known = 0;
    NEXT(PMPI_Comm_get_attr)(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &known);
    if (known && most)
        tag_limit = *most;
    errors_start();
    if (world->repeats)
        prepare_executions();
    start_ranks();
}

void environment_prepare(void)
{
    int provided;
    start_prepare();
    if (NEXT(PMPI_Init_thread)(NULL, NULL, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS)
        rank_stop("the MPI library cannot be initialised");
    make_ranks();
}

/* Returns whether the real MPI is initialised and this process is a rank. */
static bool is_prepared(void)
{
    return world_rank >= 0;
}

static void environment_enter(const struct world_call *at, int provided)
{
    level = provided;
    start_site = at->site;
    if (is_prepared())
        ending_watch(); /* Fortran's main() has installed its handlers since */
    else
        make_ranks();
    main_thread = pthread_self();
    callers_tell_helpers();
    world->rank[world_rank].multiple = level >= MPI_THREAD_SERIALIZED;
    if (begun)
        return;
    begun = true;
    comm_start(world_rank, (int)world->ranks);
    rank_began();
    if (world->debugged == world_rank)
        debug_wait(at->site);
}

void environment_enter_session(const struct world_call *at)
{
    int provided;
    if (!is_prepared()) {
        start_prepare();
        callers_before_library();
        if (NEXT(PMPI_Init_thread)(NULL, NULL, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS)
            rank_stop("the MPI library cannot be initialised");
        callers_after_library();
    }
    if (environment_phase() != PHASE_INSIDE)
        environment_enter(at, MPI_THREAD_SINGLE);
    sessions++;
}

void environment_raise_level(int wanted)
{
    level = wanted > level ? wanted : level;
    world->rank[world_rank].multiple = level >= MPI_THREAD_SERIALIZED;
}

/* Ends MPI: neither sessions nor MPI_COMM_WORLD are left. */
static void runtime_environment_end(const struct world_call *at)
{
    request_check_end(at);
    epoch_report_open(at);
    leaks_report(at);
    struct world_op operation = rank_operation(OP_FINALIZE, at);
    rank_post(&operation);
    end_site = at->site;
}

void environment_leave_session(const struct world_call *at)
{
    if (--sessions == 0 && phase != PHASE_INSIDE)
        runtime_environment_end(at);
}

int world_Init(const struct world_call *at, int *argc, char ***argv)
{
    int result = MPI_SUCCESS;
    check_first(at);
    if (!is_prepared()) {
        start_prepare();
        callers_before_library();
        result = NEXT(PMPI_Init)(argc, argv);
        callers_after_library();
    }
    environment_enter(at, MPI_THREAD_SINGLE);
    phase = PHASE_INSIDE;
    return result;
}

int world_Init_thread(const struct world_call *at, int *argc, char ***argv, int required,
                      int *provided)
{
    int result = MPI_SUCCESS;
    check_first(at);
    if (!is_prepared()) {
        start_prepare();
        callers_before_library();
        result = NEXT(PMPI_Init_thread)(argc, argv, required, provided);
        callers_after_library();
    }
    /* Gives no more than was asked for, even if this library gives more: others may not. */
    *provided = required < MPI_THREAD_MULTIPLE ? required : MPI_THREAD_MULTIPLE;
    environment_enter(at, *provided);
    phase = PHASE_INSIDE;
    return result;
}

int world_Query_thread(const struct world_call *at, int *provided)
{
    (void)at;
    *provided = level;
    return MPI_SUCCESS;
}

int world_Is_thread_main(const struct world_call *at, int *flag)
{
    (void)at;
    *flag = environment_is_main();
    return MPI_SUCCESS;
}

static void check_last(const struct world_call *at)
{
    struct problem problem = {.at = at, .rule = "env.thread"};
    const struct caller *other = callers_waiter();
    if (!environment_is_main()) {
        problem.related = "initialised at";
        problem.related_site = start_site;
        problem_stop(&problem, "MPI_Finalize is called by another thread than MPI_Init");
    }
    if (other) {
        problem.peer_call = other->call->name;
        problem.peer_site = other->call->site;
        problem.peer = world_rank;
        problem_stop(&problem, "MPI_Finalize is called while another thread is in %s",
                     other->call->name);
    }
}

int world_Finalize(const struct world_call *at)
{
    check_last(at);
    attributes_end();
    if (sessions == 0)
        runtime_environment_end(at);
    phase = PHASE_AFTER;
    return MPI_SUCCESS;
}

int world_Initialized(const struct world_call *at, int *flag)
{
    (void)at;
    *flag = phase != PHASE_BEFORE;
    return MPI_SUCCESS;
}

int world_Finalized(const struct world_call *at, int *flag)
{
    (void)at;
    *flag = phase == PHASE_AFTER;
    return MPI_SUCCESS;
}

int world_Get_processor_name(const struct world_call *at, char *name, int *resultlen)
{
    (void)at;
    strcpy(name, "tutti");
    *resultlen = 5;
    return MPI_SUCCESS;
}
