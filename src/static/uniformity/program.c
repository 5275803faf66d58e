/* program.c: solves all functions of a program until the facts that they exchange are stable. */
#include "static/uniformity/program.h"

#include "static/uniformity/function.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

enum {
    RUNS_MAX = 5,    /* in each run a form passes one call on the way down */
    ROUNDS_MAX = 60, /* sweeps over the functions in a run; recursion needs few */
};

bool uniform_is_main(const struct ir_function *function)
{
    return strcmp(function->symbol, "main") == 0 || strcmp(function->symbol, "_QQmain") == 0;
}

bool uniform_called_from_outside(const struct uniformity *uniformity,
                                 const struct ir_function *function)
{
    return uniformity->analysis->callers[function->number].count == 0 && !uniform_is_main(function);
}

void program_queue(struct solver *solver, const struct ir_function *function)
{
    solver->solution->summaries[function->number].queued = true;
    solver->pending = true;
}

static void start_run(struct uniformity *uniformity, struct solution *solution)
{
    const struct ir_program *program = uniformity->analysis->program;
    memset(solution->values, 0, (program->value_count + 1) * sizeof *solution->values);
    memset(solution->written, 0, (uniformity->locations.count + 1) * sizeof *solution->written);
    memset(solution->argument_forms_new, 0,
           (program->value_count + 1) * sizeof *solution->argument_forms_new);
    uint64_t unknown = source_plain(uniformity, SOURCE_UNKNOWN);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        struct uniformity_summary *summary = &solution->summaries[i];
        bool outside = function->defined && uniform_called_from_outside(uniformity, function);
        summary->entry_count = 0;
        summary->cell_count = 0;
        summary->returned = (struct taint){0};
        summary->solved = false;
        summary->queued = function->defined;
        for (uint32_t k = 0; function->defined && k < function->argument_count; k++)
            summary->arguments[k] = (struct taint){.sources = outside ? unknown : 0};
    }
}

/* Visits callees first, then callers first: what memory holds flows down, what functions do flows
 * up. Solves queued functions until the queue is empty. */
static void program_sweep(struct uniformity *uniformity, struct solution *solution, bool forms_only,
                          bool upwards)
{
    const struct ir_program *program = uniformity->analysis->program;
    struct solver solver = {
        .uniformity = uniformity, .solution = solution, .forms_only = forms_only, .pending = true};
    for (int round = 0; solver.pending && round < ROUNDS_MAX; round++) {
        solver.pending = false;
        for (uint32_t i = 0; i < program->function_count; i++) {
            uint32_t place = upwards ? i : program->function_count - 1 - i;
            const struct ir_function *function = program->bottom_up[place];
            if (!solution->summaries[function->number].queued)
                continue;
            solution->summaries[function->number].queued = false;
            function_solve(&solver, function);
        }
        upwards = !upwards;
    }
}

/* Makes the results of this run the start of the next one; returns false if they are the same. */
static bool program_exchange(struct uniformity *uniformity, struct solution *solution)
{
    const struct ir_program *program = uniformity->analysis->program;
    bool changed = memcmp(solution->argument_forms, solution->argument_forms_new,
                          (program->value_count + 1) * sizeof *solution->argument_forms) != 0;
    for (uint32_t i = 0; i < uniformity->locations.count && !changed; i++)
        changed = solution->written[i].form != solution->written_before[i].form;
    uint32_t *forms = solution->argument_forms;
    solution->argument_forms = solution->argument_forms_new;
    solution->argument_forms_new = forms;
    struct taint *written = solution->written_before;
    solution->written_before = solution->written;
    solution->written = written;
    return changed;
}

/* Keeps the sources of what was written; returns true if a function that is called from outside may
 * read something new. */
static bool keep_sources(struct uniformity *uniformity, struct solution *solution)
{
    const struct ir_program *program = uniformity->analysis->program;
    bool changed = false, outside = false;
    for (uint32_t i = 0; i < uniformity->locations.count; i++) {
        struct taint *before = &solution->written_before[i];
        changed |= (solution->written[i].sources & ~before->sources) != 0;
        before->sources = solution->written[i].sources;
        before->definer = solution->written[i].definer;
    }
    for (uint32_t i = 0; i < program->function_count && !outside; i++)
        outside = program->functions[i]->defined &&
                  uniform_called_from_outside(uniformity, program->functions[i]);
    return changed && outside;
}

static void queue_all(struct uniformity *uniformity, struct solution *solution)
{
    const struct ir_program *program = uniformity->analysis->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        solution->summaries[i].queued = program->functions[i]->defined;
}

struct solution *program_solve(struct uniformity *uniformity, const bool *same,
                               const struct solution *earlier)
{
    const struct ir_program *program = uniformity->analysis->program;
    struct solution *solution = memory_zero(1, sizeof *solution);
    struct arena *arena = &solution->arena;
    size_t values = program->value_count + 1, places = uniformity->locations.count + 1;
    solution->same = same;
    solution->values = arena_alloc(arena, values * sizeof *solution->values);
    solution->summaries = memory_zero(program->function_count + 1, sizeof *solution->summaries);
    solution->summary_count = program->function_count;
    solution->contents = arena_alloc(arena, values * sizeof(struct taint *));
    solution->written = arena_alloc(arena, places * sizeof *solution->written);
    solution->written_before = arena_alloc(arena, places * sizeof *solution->written);
    solution->argument_forms = arena_alloc(arena, values * sizeof(uint32_t));
    solution->argument_forms_new = arena_alloc(arena, values * sizeof(uint32_t));
    for (uint32_t i = 0; i < program->function_count; i++)
        solution->summaries[i].arguments =
            arena_alloc(arena, (program->functions[i]->argument_count + 1) * sizeof(struct taint));
    if (earlier) {
        memcpy(solution->argument_forms, earlier->argument_forms, values * sizeof(uint32_t));
        for (size_t i = 0; i < places; i++)
            solution->written_before[i].form = earlier->written_before[i].form;
    }
    /* Forms do not depend on what callers leave in memory: one sweep upwards is enough for them,
     * and only the last run goes down as well. Known forms need no run of their own. */
    for (int i = 0; i < (earlier ? 1 : RUNS_MAX); i++) {
        start_run(uniformity, solution);
        program_sweep(uniformity, solution, true, true);
        if (earlier || !program_exchange(uniformity, solution))
            break;
    }
    /* Only now is it known what functions that are called from outside may find in memory. */
    bool again = true;
    for (int i = 0; again && i < 2; i++) {
        memset(solution->written, 0, places * sizeof *solution->written);
        queue_all(uniformity, solution);
        program_sweep(uniformity, solution, false, false);
        again = keep_sources(uniformity, solution);
    }
    return solution;
}

void solution_free(struct solution *solution)
{
    if (!solution)
        return;
    for (uint32_t i = 0; i < solution->summary_count; i++) {
        free(solution->summaries[i].entries);
        free(solution->summaries[i].cells);
    }
    free(solution->summaries);
    arena_free(&solution->arena);
    free(solution);
}
