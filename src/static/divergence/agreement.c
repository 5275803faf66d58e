/* agreement.c: checks roots and operations that must be the same on all ranks, but differ between
 * them.
 *
 * It examines only calls that all ranks reach: after a branch that differs, the variable `rank` may
 * have the one value that is right there. Collectives on intercommunicators rightly have different
 * roots.
 */
#include "static/divergence/agreement.h"

#include "ir/graph.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 16 };

struct agreement {
    struct static_run *run;
    const struct ir_function *function;
    struct arena arena; /* of the function */
    struct graph *graph;
    uint32_t *post_dominators;
};

static bool is_intracommunicator(const struct agreement *agreement, struct handle handle)
{
    struct handle origin = handle_origin(agreement->run->analysis, handle);

    if (origin.kind == HANDLE_WORLD) {
        return true;
    }
    if (origin.kind != HANDLE_MADE) {
        return false;
    }
    const struct api_function *maker = analysis_mpi(agreement->run->analysis, origin.made);
    return maker != NULL && strcmp(maker->class->name, "dynamic") != 0 &&
           strncmp(maker->name, "MPI_Intercomm_create", 20) != 0;
}

/* Returns whether the branches that decide if the call is reached are the same on all ranks. */
static bool reached_by_all(struct agreement *agreement, const struct ir_value *call,
                           struct handle handle)
{
    const struct ir_function *function = agreement->function;
    uint32_t block = call->block->number;
    bool all = true;

    if (agreement->graph == NULL) {
        agreement->graph = graph_of_function(&agreement->arena, function);
        agreement->post_dominators = graph_dominators(&agreement->arena, agreement->graph,
                                                      agreement->graph->count - 1, true);
    }
    bool *deciding = memory_zero(agreement->graph->count, sizeof *deciding);
    graph_frontier(agreement->graph, agreement->post_dominators, true, &block, 1, deciding);
    for (uint32_t i = 0; i < function->block_count && all; i++) {
        const struct ir_value *end = ir_terminator(function->blocks[i]);

        if (deciding[i] && end->opcode != IR_CALL && function->blocks[i]->successor_count > 1) {
            all =
                uniformity_of_branch(agreement->run->uniformity, end, handle).level == UNIFORM_SAME;
        }
    }
    free(deciding);
    return all;
}

static void agreement_warn(const struct agreement *agreement, const struct ir_value *call,
                           const struct ir_value *value, struct handle handle, const char *rule,
                           const char *what)
{
    struct document *document = agreement->run->document;
    struct analysis *analysis = agreement->run->analysis;
    struct finding *finding = document_add(document, rule);
    const char *name = analysis_mpi(analysis, call)->name;
    struct uniform_step steps[STEPS_MAX];

    finding->severity = SEVERITY_WARNING; /* a warning, because nothing has failed yet */
    finding->headline = arena_printf(
        &document->arena, "ranks of %s call %s with different %ss: %s differs between them",
        handle_describe(analysis, handle), name, what, analysis_describe(analysis, value));
    finding->why = arena_printf(&document->arena,
                                "All ranks of the communicator call %s here, and must give the "
                                "same %s.",
                                name, what);
    *arena_push(&document->arena, finding->locations, finding->location_count) =
        analysis_location(analysis, document, call);
    size_t count = uniformity_chain(agreement->run->uniformity, value, handle, steps, STEPS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (steps[i].place.file != NULL) {
            *arena_push(&document->arena, finding->related, finding->related_count) =
                (struct related){.what = arena_copy(&document->arena, steps[i].what),
                                 .file = arena_copy(&document->arena, steps[i].place.file),
                                 .line = steps[i].place.line,
                                 .column = steps[i].place.column};
        }
    }
}

static void check_argument(struct agreement *agreement, const struct ir_value *call,
                           const char *name, const char *rule, const char *what)
{
    struct static_run *run = agreement->run;
    struct analysis_argument argument = analysis_argument(run->analysis, call, name);

    if (argument.value == NULL || argument.by_reference || argument.value->kind == IR_INTEGER) {
        return;
    }
    struct handle handle = handle_of_call(run->analysis, call);
    struct handle known = handle_anywhere(run->analysis, handle);
    if (is_intracommunicator(agreement, known) &&
        uniformity_of(run->uniformity, argument.value, handle).level == UNIFORM_DIFFERS &&
        reached_by_all(agreement, call, handle)) {
        agreement_warn(agreement, call, argument.value, handle, rule, what);
    }
}

void agreement_check(struct static_run *run)
{
    const struct ir_program *program = run->analysis->program;

    for (uint32_t i = 0; i < program->function_count; i++) {
        struct agreement agreement = {.run = run, .function = program->functions[i]};

        for (uint32_t k = 0; k < agreement.function->call_count; k++) {
            const struct ir_value *call = agreement.function->calls[k];
            const struct api_function *mpi = analysis_mpi(run->analysis, call);

            if (mpi != NULL && mpi->collective) {
                check_argument(&agreement, call, "root", "mismatch.root", "root");
                check_argument(&agreement, call, "op", "mismatch.op", "operation");
            }
        }
        arena_free(&agreement.arena);
    }
}
