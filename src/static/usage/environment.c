/* environment.c: finds MPI calls before MPI_Init or after MPI_Finalize, and programs that never
 * finalise MPI. */
#include "static/usage/environment.h"

#include "ir/graph.h"
#include "static/calls/warn.h"
#include "static/requests/paths.h"

#include <stdlib.h>
#include <string.h>

struct environment {
    struct static_run *run;
    bool *may_init; /* by function number: it may initialise MPI, or call unknown code */
    bool finalizes; /* the program, or unknown code, may finalise MPI */
};

static bool environment_has_class(const struct api_function *mpi, const char *class)
{
    return mpi && api_class_fits(mpi->class->name, class);
}

/* Returns whether the function needs MPI to be initialised. A few functions are always allowed, and
 * clocks work everywhere. */
static bool needs_mpi(const struct api_function *mpi)
{
    static const char *const classes[] = {
        "p2p.*", "completion.*", "request.*",   "collective.*", "neighbour.*",
        "op.*",  "comm.*",       "group.*",     "topology.*",   "datatype.*",
        "rma.*", "file.*",       "attribute.*", "pack",         "finalize",
    };
    for (size_t i = 0; mpi && i < sizeof classes / sizeof *classes; i++) {
        if (environment_has_class(mpi, classes[i])) {
            return strncmp(mpi->name, "MPI_Group_from_session", 22) != 0 &&
                   strcmp(mpi->name, "MPI_Comm_create_from_group") != 0;
        }
    }
    return false;
}

static const struct ir_function *main_function(const struct ir_program *program)
{
    const struct ir_function *fortran = ir_program_function(program, "_QQmain");
    const struct ir_function *main = fortran ? fortran : ir_program_function(program, "main");
    return main && main->defined ? main : NULL;
}

/* Returns whether a call may execute code that is not part of the program. */
static bool is_unknown_call(const struct analysis *analysis, const struct ir_value *call)
{
    if (analysis_mpi(analysis, call) || object_library_call(call)) {
        return false;
    }
    if (!call->target_count || call->targets_unknown) {
        return true;
    }
    for (uint32_t i = 0; i < call->target_count; i++) {
        if (!call->targets[i]->defined) {
            return true;
        }
    }
    return false;
}

/* Returns whether a call may run MPI_Init: itself, through a function of the program, or in unknown
 * code. */
static bool call_may_init(const struct environment *environment, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(environment->run->analysis, call);
    if (mpi) {
        return environment_has_class(mpi, "init") || environment_has_class(mpi, "session");
    }
    if (is_unknown_call(environment->run->analysis, call)) {
        return true;
    }
    for (uint32_t i = 0; i < call->target_count; i++) {
        if (environment->may_init[call->targets[i]->number]) {
            return true;
        }
    }
    return false;
}

static void find_init(struct environment *environment)
{
    struct analysis *analysis = environment->run->analysis;
    const struct ir_program *program = analysis->program;
    environment->may_init = arena_alloc(&analysis->arena, (program->function_count + 1) *
                                                              sizeof *environment->may_init);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->bottom_up[i];
        bool may = function->recursive;
        for (uint32_t k = 0; k < function->call_count && !may; k++) {
            may = call_may_init(environment, function->calls[k]);
        }
        environment->may_init[function->number] = may;
    }
}

static void find_finalize(struct environment *environment)
{
    struct analysis *analysis = environment->run->analysis;
    const struct ir_program *program = analysis->program;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        if (environment_has_class(analysis->mpi[function->number], "finalize") &&
            function->address_taken) {
            environment->finalizes = true;
        }
        for (uint32_t k = 0; k < function->call_count; k++) {
            const struct ir_value *call = function->calls[k];
            environment->finalizes |=
                is_unknown_call(analysis, call) ||
                environment_has_class(analysis_mpi(analysis, call), "finalize");
        }
    }
}

static uint32_t environment_position(const struct ir_value *instruction)
{
    const struct ir_block *block = instruction->block;
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        if (block->instructions[i] == instruction) {
            return i;
        }
    }
    return 0;
}

/* Returns whether `first` is certainly executed before `second`. */
static bool always_before(const uint32_t *dominators, const struct ir_value *first,
                          const struct ir_value *second)
{
    if (first->block == second->block) {
        return environment_position(first) < environment_position(second);
    }
    return graph_dominates(dominators, first->block->number, second->block->number);
}

static void environment_report(struct environment *environment, const char *rule,
                               const struct ir_value *call, const char *format, const char *why,
                               const char *what, const struct ir_value *other)
{
    struct static_run *run = environment->run;
    const char *name = analysis_mpi(run->analysis, call)->name;
    struct finding *finding = warn_begin(run, rule, call);
    finding->headline = arena_printf(&run->document->arena, "%s %s", name, format);
    finding->why = why;
    if (other) {
        warn_relate(run, finding, what, other);
    }
}

/* Reports the first call after `first` that is forbidden there. */
static void check_behind(struct environment *environment, const struct ir_value *first,
                         const uint32_t *dominators)
{
    struct analysis *analysis = environment->run->analysis;
    const struct ir_function *function = first->function;
    bool finalize = environment_has_class(analysis_mpi(analysis, first), "finalize");
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *call = function->calls[i];
        const struct api_function *mpi = analysis_mpi(analysis, call);
        if (call == first || !always_before(dominators, first, call)) {
            continue;
        }
        if (finalize && (needs_mpi(mpi) || environment_has_class(mpi, "init"))) {
            environment_report(environment, "env.finalize", call, "is called after MPI_Finalize",
                               "MPI_Finalize was called on every path to this call.",
                               "MPI ends here", first);
            return;
        }
        if (!finalize && environment_has_class(mpi, "init")) {
            environment_report(environment, "env.init", call, "initialises MPI a second time",
                               "MPI was initialised on every path to this "
                               "call.",
                               "initialised here", first);
            return;
        }
    }
}

static bool asks_first(const struct analysis *analysis, const struct ir_function *function)
{
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct api_function *mpi = analysis_mpi(analysis, function->calls[i]);
        if (mpi && (strcmp(mpi->name, "MPI_Finalized") == 0 ||
                    strcmp(mpi->name, "MPI_Initialized") == 0)) {
            return true;
        }
    }
    return false;
}

static void environment_check_order(struct environment *environment,
                                    const struct ir_function *function)
{
    struct analysis *analysis = environment->run->analysis;
    struct arena arena = {0};
    const uint32_t *dominators = NULL;
    if (asks_first(analysis, function)) {
        return;
    }
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct api_function *mpi = analysis_mpi(analysis, function->calls[i]);
        if (!environment_has_class(mpi, "finalize") && !environment_has_class(mpi, "init")) {
            continue;
        }
        if (!dominators) {
            dominators = graph_dominators(&arena, graph_of_function(&arena, function), 0, false);
        }
        check_behind(environment, function->calls[i], dominators);
    }
    arena_free(&arena);
}

/* Marks in `started` the blocks of main that may be reached after something could have initialised
 * MPI. */
static void mark_started(const struct environment *environment, const struct ir_function *main,
                         bool *started)
{
    uint32_t *stack = memory_zero(main->block_count + 1, sizeof *stack);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < main->call_count; i++) {
        const struct ir_block *block = main->calls[i]->block;
        if (!call_may_init(environment, main->calls[i])) {
            continue;
        }
        for (uint32_t s = 0; s < block->successor_count; s++) {
            uint32_t next = block->successors[s]->number;
            if (!started[next]) {
                started[next] = true;
                stack[depth++] = next;
            }
        }
    }
    while (depth) {
        const struct ir_block *block = main->blocks[stack[--depth]];
        for (uint32_t s = 0; s < block->successor_count; s++) {
            uint32_t next = block->successors[s]->number;
            if (!started[next]) {
                started[next] = true;
                stack[depth++] = next;
            }
        }
    }
    free(stack);
}

static const struct ir_value *environment_find_call(const struct analysis *analysis,
                                                    const struct ir_function *function,
                                                    const char *class)
{
    for (uint32_t i = 0; i < function->call_count; i++) {
        if (environment_has_class(analysis_mpi(analysis, function->calls[i]), class)) {
            return function->calls[i];
        }
    }
    return NULL;
}

static void check_before(struct environment *environment, const struct ir_function *main)
{
    struct analysis *analysis = environment->run->analysis;
    bool *started = memory_zero(main->block_count + 1, sizeof *started);
    mark_started(environment, main, started);
    const struct ir_block *within = NULL; /* a block in which MPI may have been initialised */
    for (uint32_t i = 0; i < main->call_count; i++) {
        const struct ir_value *call = main->calls[i];
        if (call_may_init(environment, call)) {
            within = call->block;
        } else if (needs_mpi(analysis_mpi(analysis, call)) && call->block != within &&
                   !started[call->block->number]) {
            const struct ir_value *init = environment_find_call(analysis, main, "init");
            environment_report(environment, "env.init", call, "is called before MPI_Init",
                               "No path from the start of the program to this call initialises "
                               "MPI.",
                               "MPI is initialised here", init);
            break;
        }
    }
    free(started);
}

static void check_end(struct environment *environment, const struct ir_function *main)
{
    struct analysis *analysis = environment->run->analysis;
    const struct ir_value *init = environment_find_call(analysis, main, "init");
    if (!init || environment->finalizes || paths_never_return(analysis)[main->number]) {
        return; /* MPI_Abort also ends MPI */
    }
    environment_report(environment, "env.finalize", init, "begins MPI, and nothing ends it",
                       "The program never calls MPI_Finalize.", NULL, NULL);
}

void environment_check(struct static_run *run)
{
    struct environment environment = {.run = run};
    const struct ir_program *program = run->analysis->program;
    for (uint32_t i = 0; i < program->function_count; i++) {
        environment_check_order(&environment, program->functions[i]);
    }
    const struct ir_function *main = main_function(program);
    if (main) {
        find_init(&environment);
        find_finalize(&environment);
        check_before(&environment, main);
        check_end(&environment, main);
    }
}
