#include "cmd/testing/coverage.h"

#include "base/file.h"
#include "base/memory.h"
#include "concolic/coverage/covered.h"
#include "report/coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

enum { COVERAGE_CAP = 1 << 30 };

static void print_json(const struct covered *covered, const struct document *document,
                       struct text *out)
{
    (void)document;
    coverage_print_json(covered, out);
}

static void print_lcov(const struct covered *covered, const struct document *document,
                       struct text *out)
{
    (void)document;
    coverage_print_lcov(covered, out);
}

static const struct form {
    const char *option;
    const char *kept; /* name of its file in the folder of the search; NULL: it is not kept there */
    void (*print)(const struct covered *covered, const struct document *document, struct text *out);
} forms[] = {
    {"coverage-json", "coverage.json", print_json},
    {"coverage-html", "coverage.html", coverage_print_html},
    {"lcov", NULL, print_lcov},
};
enum { FORMS = sizeof forms / sizeof *forms };

bool test_coverage_on_stdout(const struct options *options)
{
    for (size_t i = 0; i < FORMS; i++) {
        const char *path = options_text(options, forms[i].option);
        if (path && strcmp(path, "-") == 0)
            return true;
    }
    return false;
}

void test_coverage_open(struct test_coverage *coverage, const struct searching *search,
                        const struct concolic_result *result)
{
    const char *directory = search->output.directory;
    *coverage = (struct test_coverage){.search = search, .known = result->covered != NULL};
    text_init(&coverage->table, COVERAGE_CAP);
    if (!coverage->known)
        return;
    covered_sort(&result->sites, result->covered, result->tried, &coverage->covered);
    coverage->covered.points = result->points;
    coverage->covered.point_count = result->point_count;
    char *more = directory ? memory_printf("%s/coverage.html", directory) : NULL;
    coverage_print_text(&coverage->covered, more, &coverage->table);
    free(more);
}

void test_coverage_close(struct test_coverage *coverage)
{
    covered_free(&coverage->covered);
    text_free(&coverage->table);
}

static int save_form(const struct test_coverage *coverage, const struct form *form,
                     struct error *error)
{
    const char *asked = options_text(coverage->search->options, form->option);
    const struct output nowhere = {0}, *output = form->kept ? &coverage->search->output : &nowhere;
    struct text text;
    if (!asked && !output->directory)
        return 0;
    text_init(&text, COVERAGE_CAP);
    form->print(&coverage->covered, &coverage->search->document, &text);
    int failed = output_save_text(output, form->kept, asked, &text, error);
    text_free(&text);
    return failed;
}

int test_coverage_save(const struct test_coverage *coverage, struct error *error)
{
    int failed = 0;
    for (size_t i = 0; coverage->known && i < FORMS && !failed; i++)
        failed = save_form(coverage, &forms[i], error);
    return failed;
}
