#include "static/calls/warn.h"

#include <string.h>

struct finding *warn_begin(struct static_run *run, const char *rule,
                           const struct ir_value *instruction)
{
    struct document *document = run->document;
    struct finding *finding = document_add(document, rule);
    finding->severity = SEVERITY_WARNING;
    *arena_push(&document->arena, finding->locations, finding->location_count) =
        analysis_location(run->analysis, document, instruction);
    return finding;
}

void warn_relate(struct static_run *run, struct finding *finding, const char *what,
                 const struct ir_value *instruction)
{
    struct arena *arena = &run->document->arena;
    if (!instruction->place.file) {
        return;
    }
    *arena_push(arena, finding->related, finding->related_count) =
        (struct related){.what = what,
                         .file = arena_copy(arena, instruction->place.file),
                         .line = instruction->place.line,
                         .column = instruction->place.column};
}

static enum warn_errors errors_of_call(const struct analysis *analysis, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(analysis, call);
    const struct api_parameter *parameter = mpi ? api_function_role(mpi, "errhandler") : NULL;
    if (!parameter || parameter->direction != API_IN ||
        !api_class_fits(mpi->class->name, "errhandler.access")) {
        return WARN_ERRORS_FATAL;
    }
    const char *name = analysis_handle_of_kind(
        analysis, analysis_argument(analysis, call, parameter->name), "errhandler");
    if (name &&
        (strcmp(name, "MPI_ERRORS_ARE_FATAL") == 0 || strcmp(name, "MPI_ERRORS_ABORT") == 0)) {
        return WARN_ERRORS_FATAL;
    }
    return name ? WARN_ERRORS_RETURNED : WARN_ERRORS_HANDLED;
}

enum warn_errors warn_errors(const struct analysis *analysis)
{
    const struct ir_program *program = analysis->program;
    enum warn_errors worst = WARN_ERRORS_FATAL;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        if (strncmp(function->symbol, "_ZN3MPI", 7) == 0 ||
            strncmp(function->symbol, "_ZNK3MPI", 8) == 0) {
            continue; /* what Open MPI's mpi.h defines for C++ */
        }
        for (uint32_t k = 0; k < function->call_count; k++) {
            enum warn_errors errors = errors_of_call(analysis, function->calls[k]);
            worst = errors > worst ? errors : worst;
        }
    }
    return worst;
}

bool warn_on_purpose(const struct analysis *analysis, enum warn_errors errors,
                     const struct ir_value *call)
{
    bool fortran =
        call->callee->kind == IR_FUNCTION && analysis->fortran[call->callee->as_function->number];
    return errors == WARN_ERRORS_HANDLED ||
           (errors == WARN_ERRORS_RETURNED && (call->user_count || fortran));
}
