#include "concolic/coverage/covered.h"

#include "concolic/coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

struct sorting {
    const uint8_t *edges, *tried;
    struct covered *covered;
};

/* Returns the reason that leaves most hope. Of several questions about an edge, one may have been
 * too hard and the others without an answer. */
static enum covered_why why_not(uint8_t tried)
{
    if (tried & TRIAL_MISSED)
        return COVERED_DIVERGED;
    if (tried & TRIAL_MADE)
        return COVERED_UNTRIED;
    if (tried & TRIAL_HARD)
        return COVERED_HARD;
    if (tried & TRIAL_LIMITED)
        return COVERED_LIMITED;
    if (tried & TRIAL_NONE)
        return COVERED_IMPOSSIBLE;
    return tried & TRIAL_SEEN ? COVERED_UNTRIED : COVERED_CONCRETE;
}

static enum covered_when when_of(const struct ir_site *site, size_t edge)
{
    if (site->kind == IR_SITE_SWITCH)
        return edge == 0 ? COVERED_DEFAULT : COVERED_CASE;
    return edge == 0 ? COVERED_TRUE : COVERED_FALSE;
}

static void covered_add_branch(const struct sorting *sorting, struct covered_function *function,
                               const struct ir_site *site)
{
    struct arena *arena = &sorting->covered->arena;
    struct covered_branch *branch = arena_push(arena, function->branches, function->branch_count);
    *branch = (struct covered_branch){
        .file = site->place.file ? site->place.file : "",
        .line = site->place.line,
        .column = site->place.column,
        .number = site->number,
        .ways = arena_alloc(arena, (site->edge_count + 1) * sizeof *branch->ways),
        .way_count = site->edge_count};
    for (size_t i = 0; i < site->edge_count; i++)
        branch->reached |= sorting->edges[site->first_edge + i] != 0;
    for (size_t i = 0; i < site->edge_count; i++) {
        bool taken = sorting->edges[site->first_edge + i] != 0;
        struct covered_way *way = &branch->ways[i];
        way->when = when_of(site, i);
        way->value = way->when == COVERED_CASE ? site->cases[i] : 0;
        way->why = taken                ? COVERED_TAKEN
                   : !function->entered ? COVERED_NOT_ENTERED
                   : !branch->reached   ? COVERED_NOT_REACHED
                                        : why_not(sorting->tried[site->first_edge + i]);
        sorting->covered->whys[way->why]++;
        function->ways++;
        function->taken += taken;
    }
}

static int compare_branches(const void *left, const void *right)
{
    const struct covered_branch *a = left, *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static int covered_compare_functions(const void *left, const void *right)
{
    const struct covered_function *a = left, *b = right;
    int order = strcmp(a->file, b->file);
    if (order != 0)
        return order;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return strcmp(a->symbol, b->symbol);
}

static void coverage_covered_count(struct covered *covered, struct covered_file *file,
                                   const struct covered_function *function)
{
    size_t possible = function->entered ? function->ways : 0;
    file->function_count++;
    file->entered += function->entered;
    file->ways += function->ways;
    file->taken += function->taken;
    file->possible += possible;
    covered->functions++;
    covered->entered += function->entered;
    covered->ways += function->ways;
    covered->taken += function->taken;
    covered->possible += possible;
}

/* Groups functions by file, after sorting them. */
static void make_files(struct covered *covered, struct covered_function *functions, size_t many)
{
    struct covered_file *file = NULL;
    if (many > 0)
        qsort(functions, many, sizeof *functions, covered_compare_functions);
    for (size_t i = 0; i < many; i++) {
        struct covered_function *function = &functions[i];
        if (function->branch_count > 0)
            qsort(function->branches, function->branch_count, sizeof *function->branches,
                  compare_branches);
        if (!file || strcmp(file->path, function->file) != 0) {
            file = arena_push(&covered->arena, covered->files, covered->file_count);
            *file = (struct covered_file){.path = function->file, .functions = function};
        }
        coverage_covered_count(covered, file, function);
    }
}

void covered_sort(const struct sites *sites, const uint8_t *edges, const uint8_t *tried,
                  struct covered *covered)
{
    const struct sorting sorting = {edges, tried, covered};
    struct covered_function *functions = NULL;
    size_t many = 0;
    *covered = (struct covered){0};
    for (size_t i = 0; i < sites->site_count; i++) {
        const struct ir_site *site = &sites->sites[i];
        if (sites->same[i] != i || site->kind == IR_SITE_OPERATION)
            continue;
        if (site->kind == IR_SITE_ENTRY)
            *arena_push(&covered->arena, functions, many) =
                (struct covered_function){.name = site->name,
                                          .symbol = site->function,
                                          .file = site->place.file ? site->place.file : "",
                                          .line = site->place.line,
                                          .entered = edges[site->first_edge] != 0};
        else if (many > 0)
            covered_add_branch(&sorting, &functions[many - 1], site);
    }
    make_files(covered, functions, many);
}
