#include "static/threads/threading.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TARGETS = 8 };

bool threading_may_enter(const struct threading *threading, const struct ir_value *call,
                         const struct ir_function *target)
{
    bool direct = call->callee && call->callee->kind == IR_FUNCTION;
    return target->defined && (direct || !threading->body[target->number]);
}

uint32_t threading_entered(const struct threading *threading, const struct ir_value *call,
                           const struct ir_function **functions, uint32_t space)
{
    if (openmp_kind(threading->openmp, call) != OPENMP_NONE) {
        const struct ir_function *body = openmp_body(threading->openmp, call);
        if (body && space)
            functions[0] = body;
        return body && space ? 1 : 0;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < call->target_count && count < space; i++)
        if (threading_may_enter(threading, call, call->targets[i]))
            functions[count++] = call->targets[i];
    return count;
}

const struct api_function *threading_mpi(const struct threading *threading,
                                         const struct ir_value *call)
{
    static const char *const anyone[] = {
        "MPI_Initialized",        "MPI_Finalized",    "MPI_Query_thread",
        "MPI_Is_thread_main",     "MPI_Get_version",  "MPI_Get_library_version",
        "MPI_Get_processor_name", "MPI_Error_string", "MPI_Error_class"};
    const struct api_function *function = analysis_mpi(threading->analysis, call);
    if (!function || !function->class || strcmp(function->class->name, "time") == 0 ||
        strcmp(function->class->name, "abort") == 0)
        return NULL;
    for (size_t i = 0; i < sizeof anyone / sizeof *anyone; i++)
        if (strcmp(function->name, anyone[i]) == 0)
            return NULL;
    return function;
}

const struct threads_flow *threading_flow(struct threading *threading,
                                          const struct ir_function *function)
{
    struct arena *arena = &threading->arena;
    struct threads_flow *flow = threading->flows[function->number];
    if (flow)
        return flow;
    flow = arena_alloc(arena, sizeof *flow);
    flow->graph = graph_of_function(arena, function);
    flow->exit = function->block_count;
    flow->above = graph_dominators(arena, flow->graph, 0, false);
    flow->below = graph_dominators(arena, flow->graph, flow->exit, true);
    flow->loops = graph_loops(arena, flow->graph, 0);
    threading->flows[function->number] = flow;
    return flow;
}

/* Marks the functions that marked functions enter. `teams`: by any call; else by calls that do not
 * start threads or tasks. */
static void threading_spread(struct threading *threading, bool *marked, bool teams)
{
    const struct ir_program *program = threading->program;
    const struct ir_function *entered[MOST_TARGETS];
    uint32_t *work = memory_zero(program->function_count + 1, sizeof *work);
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (marked[i])
            work[count++] = i;
    while (count) {
        const struct ir_function *function = program->functions[work[--count]];
        for (uint32_t i = 0; i < function->call_count; i++) {
            if (!teams && openmp_body(threading->openmp, function->calls[i]))
                continue;
            uint32_t found =
                threading_entered(threading, function->calls[i], entered, MOST_TARGETS);
            for (uint32_t k = 0; k < found; k++)
                if (!marked[entered[k]->number]) {
                    marked[entered[k]->number] = true;
                    work[count++] = entered[k]->number;
                }
        }
    }
    free(work);
}

/* Finds the bodies of regions and tasks. */
static void find_bodies(struct threading *threading)
{
    for (uint32_t i = 0; i < threading->program->function_count; i++) {
        const struct ir_function *function = threading->program->functions[i];
        for (uint32_t k = 0; k < function->call_count; k++) {
            const struct ir_value *call = function->calls[k];
            const struct ir_function *body = openmp_body(threading->openmp, call);
            if (body && openmp_kind(threading->openmp, call) != OPENMP_PTHREAD)
                threading->body[body->number] = true;
        }
    }
}

/* Finds the functions that run in teams (bodies of regions, tasks and threads, and their callees)
 * and those that run without a team. */
static void find_teams(struct threading *threading)
{
    const struct ir_program *program = threading->program;
    bool *called = memory_zero(program->function_count + 1, sizeof *called);
    const struct ir_function *entered[MOST_TARGETS];
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        for (uint32_t k = 0; k < function->call_count; k++) {
            const struct ir_function *body = openmp_body(threading->openmp, function->calls[k]);
            if (body)
                threading->team[body->number] = true;
            uint32_t count =
                threading_entered(threading, function->calls[k], entered, MOST_TARGETS);
            for (uint32_t j = 0; j < count; j++)
                called[entered[j]->number] = true;
        }
    }
    for (uint32_t i = 0; i < program->function_count; i++)
        threading->serial[i] = program->functions[i]->defined && !called[i];
    threading_spread(threading, threading->team, true);
    threading_spread(threading, threading->serial, false);
    free(called);
}

static bool threading_is_event(const struct threading *threading, const struct ir_value *call)
{
    enum openmp_kind kind = openmp_kind(threading->openmp, call);
    return (kind != OPENMP_NONE && kind <= OPENMP_UNLOCK) || kind == OPENMP_PTHREAD ||
           threading_mpi(threading, call) != NULL;
}

static bool leads_to_event(const struct threading *threading, const struct ir_function *function)
{
    const struct ir_function *entered[MOST_TARGETS];
    for (uint32_t i = 0; i < function->call_count; i++) {
        if (threading_is_event(threading, function->calls[i]))
            return true;
        uint32_t count = threading_entered(threading, function->calls[i], entered, MOST_TARGETS);
        for (uint32_t k = 0; k < count; k++)
            if (threading->relevant[entered[k]->number])
                return true;
    }
    return false;
}

static void find_relevant(struct threading *threading)
{
    const struct ir_program *program = threading->program;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < program->function_count; i++) {
            const struct ir_function *function = program->bottom_up[i];
            if (!function->defined || threading->relevant[function->number] ||
                !leads_to_event(threading, function))
                continue;
            threading->relevant[function->number] = changed = true;
        }
    }
}

struct threading *threading_create(struct static_run *run)
{
    struct openmp *openmp = openmp_create(run->analysis);
    if (!openmp->used)
        return NULL;
    struct threading *threading = memory_zero(1, sizeof *threading);
    size_t functions = run->analysis->program->function_count + 1;
    threading->run = run;
    threading->analysis = run->analysis;
    threading->program = run->analysis->program;
    threading->openmp = openmp;
    threading->flows = arena_alloc(&threading->arena, functions * sizeof(struct threads_flow *));
    threading->guards = arena_alloc(&threading->arena, functions * sizeof *threading->guards);
    threading->team = arena_alloc(&threading->arena, functions);
    threading->body = arena_alloc(&threading->arena, functions);
    threading->serial = arena_alloc(&threading->arena, functions);
    threading->relevant = arena_alloc(&threading->arena, functions);
    find_bodies(threading);
    find_teams(threading);
    find_relevant(threading);
    threading->values = thread_values_compute(threading);
    return threading;
}

void threading_free(struct threading *threading)
{
    if (!threading)
        return;
    struct arena arena = threading->arena;
    arena_free(&arena);
    free(threading);
}
