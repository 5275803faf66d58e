#include "cmd/jobs/probe_report.h"

#include "report/html/regions.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *const effects[] = {"a rank crashes", "ranks hang", "an error is returned",
                                      "success is returned with wrong data", "it is far too slow"};

static const char *probe_title(const struct profile_problem *problem, struct arena *arena)
{
    return arena_printf(arena, "%s%s%s%s", problem->function, problem->in_place ? " in place" : "",
                        problem->algorithm ? " by algorithm " : "",
                        problem->algorithm ? problem->algorithm : "");
}

/* Returns "from bytes*ranks = 2147483648 on, with 3 ranks or more". */
static const char *probe_trigger(const struct profile_problem *problem, struct arena *arena)
{
    const char *ranks = problem->power_of_two ? ", with a power of two of ranks"
                        : problem->min_ranks > 2
                            ? arena_printf(arena, ", with %d ranks or more", problem->min_ranks)
                            : "";
    return arena_printf(arena, "from %s = %" PRIu64 " on%s", quantity_name(problem->quantity),
                        problem->limit, ranks);
}

static const char *probe_explain(const struct profile_problem *problem, struct arena *arena)
{
    struct text text;
    text_init(&text, 1 << 16);
    text_add(&text,
             problem->fitted
                 ? "This rule explains all measured bounds:"
                 : "No simple rule explains the measured bounds, so the smallest bound applies:");
    for (size_t i = 0; i < problem->bound_count; i++) {
        const struct profile_bound *bound = &problem->bounds[i];
        text_addf(&text,
                  "%s %d ranks, elements of %" PRIu64 " bytes%s: %" PRIu64 " works, %" PRIu64
                  " does not",
                  i ? ";" : "", bound->ranks, bound->size,
                  bound->extent != bound->size
                      ? arena_printf(arena, " that lie %" PRIu64 " apart", bound->extent)
                      : "",
                  bound->good, bound->bad);
    }
    text_add(&text, problem->confirmed
                        ? ". It was confirmed with buffers of ordinary memory."
                        : ". There was not enough memory to confirm it with ordinary buffers.");
    if (problem->class == PROFILE_DISPLACEMENT)
        text_add(&text,
                 " Here the count is the distance between blocks; the displacements are the low 32 "
                 "bits of it.");
    const char *kept = arena_copy(arena, text.data);
    text_free(&text);
    return kept;
}

void probe_add_findings(const struct probe_result *result, struct document *document)
{
    struct arena *arena = &document->arena;
    for (size_t i = 0; i < result->profile.problem_count; i++) {
        const struct profile_problem *problem = &result->profile.problems[i];
        struct finding *finding = document_add(document, profile_class_rule(problem->class));
        finding->headline = arena_printf(arena, "%s fails %s: %s", probe_title(problem, arena),
                                         probe_trigger(problem, arena), effects[problem->effect]);
        finding->why = probe_explain(problem, arena);
    }
}

void probe_print_table(const struct probe_result *result, struct text *out)
{
    struct arena arena = {0};
    const struct profile *profile = &result->profile;
    text_addf(out, "%s %s: %zu functions, %zu with a problem\n", profile->library, profile->version,
              result->functions, profile->problem_count);
    if (profile->problem_count > 0)
        text_addf(out, "%-36s %-5s %-4s %-10s %-7s %s\n", "function", "class", "type", "effect",
                  "fitted", "fails");
    for (size_t i = 0; i < profile->problem_count; i++) {
        const struct profile_problem *problem = &profile->problems[i];
        text_addf(out, "%-36s %-5s %-4d %-10s %-7s %s%s\n", probe_title(problem, &arena),
                  profile_class_name(problem->class), problem->type,
                  profile_effect_name(problem->effect), problem->fitted ? "yes" : "no",
                  probe_trigger(problem, &arena), problem->confirmed ? "" : " (not confirmed)");
    }
    text_add(out, "\n");
    arena_free(&arena);
}

void probe_print_regions(const struct probe_result *result, const struct document *document,
                         struct text *out)
{
    struct arena arena = {0};
    struct region *regions = arena_alloc(&arena, (result->region_count + 1) * sizeof *regions);
    for (size_t i = 0; i < result->region_count; i++) {
        const struct probe_region *seen = &result->regions[i];
        regions[i] = (struct region){
            .function = seen->in_place ? arena_printf(&arena, "%s, in place", seen->function)
                                       : seen->function,
            .axis = axis_name(seen->axis),
            .ranks = seen->ranks,
            .size = seen->size,
            .extent = seen->extent,
            .good = seen->good,
            .bad = seen->bad,
            .effect = effects[seen->effect],
            .limited = seen->limited};
    }
    regions_print_html(
        regions, result->region_count,
        arena_printf(&arena, "%s %s", result->profile.library, result->profile.version), document,
        out);
    arena_free(&arena);
}
