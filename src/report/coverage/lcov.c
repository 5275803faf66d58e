#include "report/coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

/* A function or a branch, with the file that it is written in: a branch may be in another file than
 * its function. */
struct entry {
    const char *file;
    int line;
    const struct covered_function *function; /* NULL: a branch */
    const struct covered_branch *branch;
};

struct totals {
    size_t functions, entered, ways, taken, lines, hit;
};

static int lcov_compare(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int order = strcmp(a->file, b->file);
    if (order != 0)
        return order;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (!a->branch || !b->branch)
        return (a->branch != NULL) - (b->branch != NULL);
    return (a->branch->number > b->branch->number) - (a->branch->number < b->branch->number);
}

/* Adds an entry, unless it has no place in the source. */
static void lcov_add(struct arena *arena, struct entry **entries, size_t *count, struct entry entry)
{
    if (entry.file[0] && entry.line > 0)
        *arena_push(arena, *entries, *count) = entry;
}

static struct entry *lcov_list(struct arena *arena, const struct covered *covered, size_t *count)
{
    struct entry *entries = NULL;
    for (size_t i = 0; i < covered->file_count; i++) {
        for (size_t j = 0; j < covered->files[i].function_count; j++) {
            const struct covered_function *function = &covered->files[i].functions[j];
            lcov_add(arena, &entries, count,
                     (struct entry){
                         .file = function->file, .line = function->line, .function = function});
            for (size_t k = 0; k < function->branch_count; k++) {
                const struct covered_branch *branch = &function->branches[k];
                lcov_add(
                    arena, &entries, count,
                    (struct entry){.file = branch->file, .line = branch->line, .branch = branch});
            }
        }
    }
    if (*count > 0)
        qsort(entries, *count, sizeof *entries, lcov_compare);
    return entries;
}

/* Writes a string on one line, since each record is a line. */
static void lcov_add_string(struct text *out, const char *string)
{
    for (; *string; string++)
        text_add_char(out, (char)(*string == '\n' || *string == '\r' ? '?' : *string));
    text_add_char(out, '\n');
}

/* Writes one record for all functions with the same name in the same place, such as the variants of
 * a destructor. */
static void print_function(const struct entry *entries, size_t count, size_t number,
                           struct totals *totals, struct text *out)
{
    const struct covered_function *function = entries[number].function;
    bool entered = false;
    size_t first = number, i;
    while (first > 0 && entries[first - 1].line == function->line)
        first--;
    for (i = first; i < count && entries[i].line == function->line; i++) {
        if (!entries[i].function || strcmp(entries[i].function->name, function->name) != 0)
            continue;
        if (i < number)
            return;
        entered |= entries[i].function->entered;
    }
    text_addf(out, "FN:%d,", function->line);
    lcov_add_string(out, function->name);
    text_addf(out, "FNDA:%d,", entered);
    lcov_add_string(out, function->name);
    totals->functions++;
    totals->entered += entered;
}

static void print_branch(const struct covered_branch *branch, struct totals *totals,
                         struct text *out)
{
    for (size_t i = 0; i < branch->way_count; i++) {
        bool taken = branch->ways[i].why == COVERED_TAKEN;
        text_addf(out, "BRDA:%d,%u,%zu,%s\n", branch->line, branch->number, i,
                  !branch->reached ? "-"
                  : taken          ? "1"
                                   : "0");
        totals->ways++;
        totals->taken += taken;
    }
}

/* Writes one record for all entries of a line. Returns how many there are. */
static size_t lcov_print_line(const struct entry *entries, size_t count, struct totals *totals,
                              struct text *out)
{
    bool hit = false;
    size_t here = 0;
    for (; here < count && entries[here].line == entries[0].line; here++)
        hit |= entries[here].function ? entries[here].function->entered
                                      : entries[here].branch && entries[here].branch->reached;
    text_addf(out, "DA:%d,%d\n", entries[0].line, hit);
    totals->lines++;
    totals->hit += hit;
    return here;
}

static void print_file(const struct entry *entries, size_t count, struct text *out)
{
    struct totals totals = {0};
    text_add(out, "TN:\nSF:");
    lcov_add_string(out, entries[0].file);
    for (size_t i = 0; i < count; i++)
        if (entries[i].function)
            print_function(entries, count, i, &totals, out);
    text_addf(out, "FNF:%zu\nFNH:%zu\n", totals.functions, totals.entered);
    for (size_t i = 0; i < count; i++)
        if (entries[i].branch)
            print_branch(entries[i].branch, &totals, out);
    text_addf(out, "BRF:%zu\nBRH:%zu\n", totals.ways, totals.taken);
    for (size_t i = 0; i < count;)
        i += lcov_print_line(&entries[i], count - i, &totals, out);
    text_addf(out, "LF:%zu\nLH:%zu\nend_of_record\n", totals.lines, totals.hit);
}

void coverage_print_lcov(const struct covered *covered, struct text *out)
{
    struct arena arena = {NULL};
    size_t count = 0;
    struct entry *entries = lcov_list(&arena, covered, &count);
    for (size_t i = 0; i < count;) {
        size_t here = 1;
        while (i + here < count && strcmp(entries[i + here].file, entries[i].file) == 0)
            here++;
        print_file(&entries[i], here, out);
        i += here;
    }
    arena_free(&arena);
}
