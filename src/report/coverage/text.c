#include "report/coverage/coverage.h"
#include "report/phrase.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 12, FUNCTIONS = 16, LINES = 8, NAMES = 12, NAME = 80 };

double coverage_percent(size_t taken, size_t ways)
{
    return ways > 0 ? 100.0 * (double)taken / (double)ways : 100;
}

void coverage_add_way(struct text *out, const struct covered_way *way)
{
    static const char *const whens[] = {[COVERED_TRUE] = "true",
                                        [COVERED_FALSE] = "false",
                                        [COVERED_CASE] = "case",
                                        [COVERED_DEFAULT] = "default"};
    text_add(out, whens[way->when]);
    if (way->when == COVERED_CASE)
        text_addf(out, " %" PRId64, way->value);
}

static int text_compare_functions(const void *left, const void *right)
{
    const struct covered_function *a = *(const struct covered_function *const *)left,
                                  *b = *(const struct covered_function *const *)right;
    size_t less = a->ways - a->taken, more = b->ways - b->taken;
    if (less != more)
        return less > more ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int compare_files(const void *left, const void *right)
{
    const struct covered_file *a = *(const struct covered_file *const *)left,
                              *b = *(const struct covered_file *const *)right;
    size_t less = a->ways - a->taken, more = b->ways - b->taken;
    if (less != more)
        return less > more ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void print_part(struct text *out, size_t taken, size_t ways)
{
    text_addf(out, "  %6zu of %6zu %5.1f %%  ", taken, ways, coverage_percent(taken, ways));
}

static void print_rest(struct text *out, size_t count, const char *what)
{
    if (count > 0)
        text_addf(out, "  ... and %zu %s%s\n", count, what, count == 1 ? "" : "s");
}

static void print_files(const struct covered *covered, struct arena *arena, struct text *out)
{
    const struct covered_file **files =
        arena_alloc(arena, (covered->file_count + 1) * sizeof *files);
    size_t rest = 0;
    for (size_t i = 0; i < covered->file_count; i++)
        files[i] = &covered->files[i];
    qsort(files, covered->file_count, sizeof *files, compare_files);
    text_add(out, "\n"
                  "Files, those with the most missing branches first:\n");
    for (size_t i = 0; i < covered->file_count; i++) {
        if (i >= FILES) {
            rest++;
            continue;
        }
        print_part(out, files[i]->taken, files[i]->ways);
        phrase_add(out, files[i]->path[0] ? files[i]->path : "(no file)", PHRASE_STRING_MAX);
        text_addf(out, "  (%zu of %zu functions entered)\n", files[i]->entered,
                  files[i]->function_count);
    }
    print_rest(out, rest, "more file");
}

/* Prints "133 false, 140, 150 case 3". A branch that was not reached is listed without a way. */
static void print_lacking(const struct covered_function *function, struct text *out)
{
    size_t shown = 0, rest = 0;
    for (size_t i = 0; i < function->branch_count; i++) {
        const struct covered_branch *branch = &function->branches[i];
        for (size_t j = 0; j < branch->way_count; j++) {
            if (branch->ways[j].why == COVERED_TAKEN || (!branch->reached && j > 0))
                continue;
            if (shown >= LINES) {
                rest++;
                continue;
            }
            text_addf(out, "%s%d", shown++ > 0 ? ", " : "", branch->line);
            if (branch->reached) {
                text_add_char(out, ' ');
                coverage_add_way(out, &branch->ways[j]);
            }
        }
    }
    if (rest > 0)
        text_addf(out, ", and %zu more", rest);
}

static size_t list_functions(const struct covered *covered, struct arena *arena, bool entered,
                             const struct covered_function ***list)
{
    size_t count = 0;
    for (size_t i = 0; i < covered->file_count; i++) {
        for (size_t j = 0; j < covered->files[i].function_count; j++) {
            const struct covered_function *function = &covered->files[i].functions[j];
            if (function->entered == entered && (!entered || function->taken < function->ways))
                *arena_push(arena, *list, count) = function;
        }
    }
    if (count > 0)
        qsort(*list, count, sizeof **list, text_compare_functions);
    return count;
}

static void print_functions(const struct covered *covered, struct arena *arena, struct text *out)
{
    const struct covered_function **list = NULL;
    size_t count = list_functions(covered, arena, true, &list);
    if (count > 0)
        text_add(out, "\nFunctions with branches not taken, and at which lines:\n");
    for (size_t i = 0; i < count && i < FUNCTIONS; i++) {
        print_part(out, list[i]->taken, list[i]->ways);
        phrase_add(out, list[i]->name, NAME);
        text_add(out, " (");
        phrase_add_place(out, list[i]->file, list[i]->line);
        text_add(out, "): ");
        print_lacking(list[i], out);
        text_add_char(out, '\n');
    }
    print_rest(out, count > FUNCTIONS ? count - FUNCTIONS : 0, "more function");
}

static void print_never(const struct covered *covered, struct arena *arena, struct text *out)
{
    const struct covered_function **list = NULL;
    size_t count = list_functions(covered, arena, false, &list);
    if (count == 0)
        return;
    text_add(out, "\nFunctions never entered: ");
    for (size_t i = 0; i < count && i < NAMES; i++) {
        text_add(out, i > 0 ? ", " : "");
        phrase_add(out, list[i]->name, NAME);
        text_add(out, " (");
        phrase_add_place(out, list[i]->file, list[i]->line);
        text_add(out, ")");
    }
    if (count > NAMES)
        text_addf(out, ", and %zu more", count - NAMES);
    text_add_char(out, '\n');
}

static void print_whys(const struct covered *covered, struct text *out)
{
    if (covered->taken == covered->ways)
        return;
    text_add(out, "\nWhy branches were not taken:\n");
    for (int why = COVERED_TAKEN + 1; why < COVERED_WHYS; why++)
        if (covered->whys[why] > 0)
            text_addf(out, "  %6zu  %s\n", covered->whys[why],
                      covered_why_phrase((enum covered_why)why));
}

void coverage_print_text(const struct covered *covered, const char *more, struct text *out)
{
    struct arena arena = {NULL};
    if (covered->ways == 0)
        return;
    text_addf(out,
              "Coverage: %zu of %zu branches (%.1f %%) of the functions that were entered; %zu of "
              "%zu functions were.\n",
              covered->taken, covered->possible,
              coverage_percent(covered->taken, covered->possible), covered->entered,
              covered->functions);
    print_files(covered, &arena, out);
    print_functions(covered, &arena, out);
    print_never(covered, &arena, out);
    print_whys(covered, out);
    if (more)
        text_addf(out, "\nAll of it: %s\n", more);
    text_add_char(out, '\n');
    arena_free(&arena);
}
