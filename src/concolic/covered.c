#include "concolic/covered.h"

#include <stdlib.h>
#include <string.h>

static struct covered_branch branch_of(struct covered *covered, const struct ir_site *site,
                                       const uint8_t *edges)
{
    struct covered_branch branch = {
        .site = site, .taken = arena_alloc(&covered->arena, (site->edge_count + 1) * sizeof(bool))};
    for (size_t i = 0; i < site->edge_count; i++) {
        branch.taken[i] = edges[site->first_edge + i] != 0;
        branch.reached |= branch.taken[i];
    }
    return branch;
}

static int compare_branches(const void *left, const void *right)
{
    const struct ir_site *a = ((const struct covered_branch *)left)->site;
    const struct ir_site *b = ((const struct covered_branch *)right)->site;
    if (a->place.line != b->place.line)
        return a->place.line < b->place.line ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static const char *path_of(const struct covered_function *function)
{
    return function->entry->place.file ? function->entry->place.file : "";
}

static int compare_functions(const void *left, const void *right)
{
    const struct covered_function *a = left, *b = right;
    int order = strcmp(path_of(a), path_of(b));
    if (order != 0)
        return order;
    if (a->entry->place.line != b->entry->place.line)
        return a->entry->place.line < b->entry->place.line ? -1 : 1;
    return strcmp(a->entry->function, b->entry->function);
}

static void finish_function(struct covered_function *function)
{
    if (function->branch_count > 0)
        qsort(function->branches, function->branch_count, sizeof *function->branches,
              compare_branches);
    for (size_t i = 0; i < function->branch_count; i++) {
        const struct covered_branch *branch = &function->branches[i];
        function->edges += branch->site->edge_count;
        for (size_t j = 0; j < branch->site->edge_count; j++)
            function->taken += branch->taken[j];
    }
}

/* Functions of one file stand together when they are sorted. */
static void make_files(struct covered *covered, struct covered_function *all, size_t count)
{
    if (count > 0)
        qsort(all, count, sizeof *all, compare_functions);
    for (size_t i = 0; i < count; i++) {
        finish_function(&all[i]);
        struct covered_file *file =
            covered->file_count > 0 ? &covered->files[covered->file_count - 1] : NULL;
        if (!file || strcmp(file->path, path_of(&all[i])) != 0) {
            file = arena_push(&covered->arena, covered->files, covered->file_count);
            *file = (struct covered_file){.path = path_of(&all[i]), .functions = &all[i]};
        }
        file->function_count++;
    }
}

void covered_sort(const struct sites *sites, const uint8_t *edges, struct covered *covered)
{
    struct covered_function *functions = NULL;
    size_t count = 0;
    *covered = (struct covered){0};
    for (size_t i = 0; i < sites->site_count; i++) {
        const struct ir_site *site = &sites->sites[i];
        if (sites->same[i] != i || site->kind == IR_SITE_OPERATION)
            continue;
        if (site->kind == IR_SITE_ENTRY) {
            *arena_push(&covered->arena, functions, count) =
                (struct covered_function){.entry = site, .entered = edges[site->first_edge] != 0};
        } else if (count > 0) {
            struct covered_function *function = &functions[count - 1];
            *arena_push(&covered->arena, function->branches, function->branch_count) =
                branch_of(covered, site, edges);
        }
    }
    make_files(covered, functions, count);
}

void covered_free(struct covered *covered)
{
    arena_free(&covered->arena);
    *covered = (struct covered){0};
}
