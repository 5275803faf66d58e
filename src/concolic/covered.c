#include "concolic/covered.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* The branch or function of a key. */
struct known {
    uint64_t key;
    struct building *function;
    size_t branch; /* of the function; SIZE_MAX: it is the function itself */
    UT_hash_handle hh;
};

struct building {
    struct covered_function function;
    struct building *next;
};

struct sorting {
    struct covered *covered;
    const uint8_t *edges;
    struct arena arena;
    struct known *known;
    struct building *functions;
    size_t count;
};

static struct known *find(struct sorting *sorting, uint64_t key)
{
    struct known *known;
    HASH_FIND(hh, sorting->known, &key, sizeof key, known);
    return known;
}

static void add_known(struct sorting *sorting, uint64_t key, struct building *function,
                      size_t branch)
{
    struct known *known = arena_alloc(&sorting->arena, sizeof *known);
    *known = (struct known){.key = key, .function = function, .branch = branch};
    HASH_ADD(hh, sorting->known, key, sizeof known->key, known);
}

static struct building *enter(struct sorting *sorting, const struct ir_site *site)
{
    struct known *known = find(sorting, site->key);
    if (!known) {
        struct building *made = arena_alloc(&sorting->arena, sizeof *made);
        made->function.entry = site;
        made->next = sorting->functions;
        sorting->functions = made;
        sorting->count++;
        add_known(sorting, site->key, made, SIZE_MAX);
        known = find(sorting, site->key);
    }
    known->function->function.entered |= sorting->edges[site->first_edge] != 0;
    return known->function;
}

static void add_branch(struct sorting *sorting, struct building *building,
                       const struct ir_site *site)
{
    struct arena *arena = &sorting->covered->arena;
    struct covered_function *function = &building->function;
    struct known *known = find(sorting, site->key);
    if (!known) {
        add_known(sorting, site->key, building, function->branch_count);
        *arena_push(arena, function->branches, function->branch_count) = (struct covered_branch){
            .site = site, .taken = arena_alloc(arena, (site->edge_count + 1) * sizeof(bool))};
        known = find(sorting, site->key);
    }
    if (known->function != building || known->branch == SIZE_MAX)
        return;
    struct covered_branch *branch = &function->branches[known->branch];
    for (size_t i = 0; i < site->edge_count && i < branch->site->edge_count; i++) {
        branch->taken[i] |= sorting->edges[site->first_edge + i] != 0;
        branch->reached |= branch->taken[i];
    }
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
static void make_files(struct sorting *sorting)
{
    struct covered *covered = sorting->covered;
    struct covered_function *all = arena_alloc(&covered->arena, (sorting->count + 1) * sizeof *all);
    size_t count = 0;
    for (struct building *at = sorting->functions; at; at = at->next)
        all[count++] = at->function;
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
    struct sorting sorting = {.covered = covered, .edges = edges};
    struct building *function = NULL;
    *covered = (struct covered){0};
    for (size_t i = 0; i < sites->site_count; i++) {
        const struct ir_site *site = &sites->sites[i];
        if (site->kind == IR_SITE_ENTRY)
            function = enter(&sorting, site);
        else if (function && (site->kind == IR_SITE_BRANCH || site->kind == IR_SITE_SWITCH) &&
                 strcmp(site->function, function->function.entry->function) == 0)
            add_branch(&sorting, function, site);
    }
    make_files(&sorting);
    HASH_CLEAR(hh, sorting.known);
    arena_free(&sorting.arena);
}

void covered_free(struct covered *covered)
{
    arena_free(&covered->arena);
    *covered = (struct covered){0};
}
