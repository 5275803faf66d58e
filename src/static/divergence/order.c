/* order.c: finds the functions to analyse, and their order: callees first. */
#include "static/divergence/order.h"

#include "static/divergence/calls.h"
#include "static/divergence/throw.h"

#include <stdlib.h>
#include <string.h>

static bool order_starts(const struct divergence *divergence, const struct ir_function *function,
                         bool has_main)
{
    if (!function->defined) {
        return false;
    }
    if (divergence->run->options->whole_program && has_main) {
        return strcmp(function->symbol, "main") == 0 ||
               (function->address_taken &&
                divergence->run->analysis->callers[function->number].count == 0);
    }
    return divergence->run->analysis->callers[function->number].count == 0 ||
           strcmp(function->symbol, "main") == 0;
}

static void mark_reachable(struct divergence *divergence, uint32_t *todo, uint32_t count)
{
    const struct ir_program *program = divergence->run->analysis->program;

    while (count > 0) {
        const struct ir_function *function = program->functions[todo[--count]];

        for (uint32_t i = 0; i < function->call_count; i++) {
            const struct ir_function *target;

            for (uint32_t k = 0; (target = analysis_target(function->calls[i], k)) != NULL; k++) {
                if (target->defined && !divergence->summaries[target->number].reachable) {
                    divergence->summaries[target->number].reachable = true;
                    todo[count++] = target->number;
                }
            }
        }
    }
}

static void find_reachable(struct divergence *divergence)
{
    const struct ir_program *program = divergence->run->analysis->program;
    const struct ir_function *main_function = ir_program_function(program, "main");
    bool has_main = main_function != NULL && main_function->defined;
    uint32_t *todo = memory_alloc((program->function_count + 1) * sizeof *todo);
    uint32_t count = 0;

    for (uint32_t i = 0; i < program->function_count; i++) {
        if (order_starts(divergence, program->functions[i], has_main)) {
            divergence->summaries[i].reachable = true;
            divergence->summaries[i].root = true;
            todo[count++] = i;
        }
    }
    mark_reachable(divergence, todo, count);
    /* Add functions that only call one another. */
    for (uint32_t i = 0; i < program->function_count && !divergence->run->options->whole_program;
         i++) {
        if (program->functions[i]->defined && !divergence->summaries[i].reachable) {
            divergence->summaries[i].reachable = true;
            divergence->summaries[i].root = true;
            todo[0] = i;
            mark_reachable(divergence, todo, 1);
        }
    }
    free(todo);
}

static void note_direct(struct divergence *divergence, const struct ir_function *function)
{
    struct summary *summary = &divergence->summaries[function->number];

    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct api_function *mpi = divergence_collective(divergence, function->calls[i]);

        summary->raises = summary->raises || divergence_raises(function->calls[i]);

        if (mpi != NULL) {
            summary->collects = true;
            summary->finalizes = summary->finalizes || strcmp(mpi->class->name, "finalize") == 0;
            divergence->collective_count++;
        }
    }
}

static void note_called(struct divergence *divergence, const struct ir_function *function)
{
    struct summary *summary = &divergence->summaries[function->number];

    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_function *target;

        for (uint32_t k = 0; (target = analysis_target(function->calls[i], k)) != NULL; k++) {
            const struct summary *called = &divergence->summaries[target->number];

            summary->collects = summary->collects || called->collects;
            summary->finalizes = summary->finalizes || called->finalizes;
            summary->raises = summary->raises || called->raises;
        }
    }
}

/* Records what the members of a component contain. They call one another: what one contains, all
 * do. */
static void note_component(struct divergence *divergence, uint32_t first, uint32_t count)
{
    const struct ir_program *program = divergence->run->analysis->program;
    bool collects = false, finalizes = false, raises = false;

    for (uint32_t i = 0; i < count; i++) {
        const struct ir_function *function = program->functions[divergence->order[first + i]];

        note_direct(divergence, function);
        note_called(divergence, function);
        collects = collects || divergence->summaries[function->number].collects;
        finalizes = finalizes || divergence->summaries[function->number].finalizes;
        raises = raises || divergence->summaries[function->number].raises;
    }
    for (uint32_t i = 0; i < count; i++) {
        divergence->summaries[divergence->order[first + i]].collects = collects;
        divergence->summaries[divergence->order[first + i]].finalizes = finalizes;
        divergence->summaries[divergence->order[first + i]].raises = raises;
    }
}

struct ordered {
    uint32_t component, function;
};

static int compare_ordered(const void *a, const void *b)
{
    const struct ordered *left = a, *right = b;

    if (left->component != right->component) {
        return left->component < right->component ? -1 : 1;
    }
    return (left->function > right->function) - (left->function < right->function);
}

static void sort_functions(struct divergence *divergence)
{
    const struct ir_program *program = divergence->run->analysis->program;
    struct graph *graph = graph_create(&divergence->arena, program->function_count);
    uint32_t *component = memory_zero(program->function_count + 1, sizeof *component);
    struct ordered *list = memory_zero(program->function_count + 1, sizeof *list);
    const struct ir_function *target;

    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];

        for (uint32_t c = 0; divergence->summaries[i].reachable && c < function->call_count; c++) {
            for (uint32_t k = 0; (target = analysis_target(function->calls[c], k)) != NULL; k++) {
                if (target->defined) {
                    graph_add_edge(graph, i, target->number);
                }
            }
        }
    }
    uint32_t components = graph_components(graph, component);
    divergence->component_content =
        arena_alloc(&divergence->arena, (components + 1) * sizeof(uint32_t));
    memset(divergence->component_content, 0xff, (components + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < program->function_count; i++) {
        divergence->summaries[i].component = component[i];
        if (divergence->summaries[i].reachable) {
            list[divergence->order_count++] = (struct ordered){component[i], i};
        }
    }
    qsort(list, divergence->order_count, sizeof *list, compare_ordered);
    divergence->order =
        arena_alloc(&divergence->arena, (divergence->order_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < divergence->order_count; i++) {
        divergence->order[i] = list[i].function;
    }
    free(component);
    free(list);
}

void divergence_order(struct divergence *divergence)
{
    uint32_t first = 0;

    find_reachable(divergence);
    sort_functions(divergence);
    for (uint32_t i = 1; i <= divergence->order_count; i++) {
        if (i == divergence->order_count ||
            divergence->summaries[divergence->order[i]].component !=
                divergence->summaries[divergence->order[first]].component) {
            note_component(divergence, first, i - first);
            first = i;
        }
    }
}
