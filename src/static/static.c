#include "static/static.h"

#include "static/divergence/agreement.h"
#include "static/divergence/divergence.h"
#include "static/requests/requests.h"
#include "static/run.h"
#include "static/threads/barriers.h"
#include "static/threads/threads.h"
#include "static/usage/arguments.h"
#include "static/usage/environment.h"
#include "static/usage/leaks.h"
#include "static/usage/scaling.h"

static uint32_t defined_functions(const struct ir_program *program)
{
    uint32_t defined = 0;

    for (uint32_t i = 0; i < program->function_count; i++) {
        defined += program->functions[i]->defined ? 1 : 0;
    }
    return defined;
}

int static_analyse(const struct ir_program *program, const struct static_options *options,
                   struct document *document, struct static_needs *needs, struct error *error)
{
    struct static_run run = {.options = options, .document = document, .needs = needs};

    (void)error; /* running out of memory ends the command; nothing else can fail */
    run.analysis = analysis_create(program);
    run.uniformity = uniformity_compute(run.analysis);
    document_add_stat(document, "functions", defined_functions(program));
    document_add_stat(document, "lines", program->line_count);
    divergence_check(&run);
    agreement_check(&run);
    threads_check(&run);
    barriers_check(&run);
    requests_check(&run);
    leaks_check(&run);
    arguments_check(&run);
    scaling_check(&run);
    environment_check(&run);
    uniformity_free(run.uniformity);
    analysis_free(run.analysis);
    return 0;
}
