#include "static/divergence/divergence.h"

#include "static/divergence/decide.h"
#include "static/divergence/order.h"
#include "static/divergence/report.h"
#include "static/divergence/summary.h"

#include <string.h>

static void count_stats(struct divergence *divergence)
{
    struct document *document = divergence->run->document;

    document_add_stat(document, "collectives", divergence->collective_count);
    document_add_stat(document, "branches", divergence->branch_count);
}

void divergence_check(struct static_run *run)
{
    const struct ir_program *program = run->analysis->program;
    struct divergence divergence = {.run = run, .all = expressions_create()};

    divergence.summaries = arena_alloc(&divergence.arena, (program->function_count + 1) *
                                                              sizeof *divergence.summaries);
    divergence.performed =
        arena_alloc(&divergence.arena, (program->value_count + 1) * sizeof *divergence.performed);
    memset(divergence.performed, 0xff, program->value_count * sizeof *divergence.performed);
    divergence.doubted = arena_alloc(&divergence.arena, 2 * (size_t)program->value_count + 1);
    divergence.set_once = arena_alloc(&divergence.arena, program->value_count + 1);
    divergence_order(&divergence);
    for (uint32_t i = 0; i < divergence.order_count; i++) {
        divergence_summarise(&divergence, program->functions[divergence.order[i]]);
    }
    for (uint32_t i = 0; i < divergence.order_count; i++) {
        if (divergence.summaries[divergence.order[i]].root) {
            divergence_settle_root(&divergence, program->functions[divergence.order[i]]);
        }
    }
    divergence_report(&divergence);
    count_stats(&divergence);
    expressions_free(divergence.all);
    arena_free(&divergence.arena);
}
