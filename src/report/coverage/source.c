/* source.c: prints the source of a function, with the ways out of its branches. */
#include "report/coverage/page.h"

#include "report/html/excerpts.h"
#include "report/html/text.h"

#include <string.h>

static bool source_lacks(const struct covered_branch *branch)
{
    for (size_t i = 0; i < branch->way_count; i++)
        if (branch->ways[i].why != COVERED_TAKEN)
            return true;
    return false;
}

static void source_add_way(struct text *out, const struct covered_way *way)
{
    bool taken = way->why == COVERED_TAKEN;
    text_addf(out, "<span class=\"way %s\">", taken ? "taken" : "missing");
    coverage_add_way(out, way);
    text_add(out, taken ? " \xe2\x9c\x93" : " \xe2\x9c\x97");
    if (!taken)
        text_addf(out, " %s", covered_why_phrase(way->why));
    text_add(out, "</span>");
}

/* Prints each way below the line, with the reason why it was not taken. */
static void add_ways(struct text *out, const struct covered_branch *branch, bool with_place)
{
    text_addf(out, "<span class=\"ways%s\"><i>", source_lacks(branch) ? " lacking" : "");
    if (with_place)
        html_file_line(out, branch->file, branch->line, 0);
    else if (branch->column > 0)
        text_addf(out, "col %d", branch->column);
    text_add(out, "</i>");
    if (!branch->reached && branch->way_count > 0) {
        text_addf(out, "<span class=\"way missing\">\xe2\x9c\x97 %s</span>",
                  covered_why_phrase(branch->ways[0].why));
    } else {
        for (size_t i = 0; i < branch->way_count && i < COVERAGE_WAYS_CAP; i++)
            source_add_way(out, &branch->ways[i]);
        if (branch->way_count > COVERAGE_WAYS_CAP)
            text_addf(out, "<span class=\"way\">and %zu more</span>",
                      branch->way_count - COVERAGE_WAYS_CAP);
    }
    text_add(out, "\n</span>");
}

static bool is_here(const struct covered_branch *branch, const struct covered_function *function)
{
    return strcmp(branch->file, function->file) == 0;
}

static void source_add_lines(struct coverage_page *page, const struct covered_function *function,
                             const struct source *source, int end)
{
    struct text *out = page->out;
    size_t next = 0;
    text_add(out,
             "<figure class=\"source\"><pre tabindex=\"0\" role=\"region\" aria-label=\"Source "
             "of ");
    html_text(out, function->name);
    text_add(out, "\"><code>");
    for (int line = function->line; line < end; line++) {
        size_t first = next;
        bool lacking = line == function->line && !function->entered;
        for (; next < function->branch_count && function->branches[next].line <= line; next++)
            if (is_here(&function->branches[next], function) &&
                function->branches[next].line == line)
                lacking |= source_lacks(&function->branches[next]);
        text_addf(out, "<span class=\"line%s\"><i>%d</i>",
                  lacking        ? " lacking"
                  : first < next ? " complete"
                                 : "",
                  line);
        html_source_line(out, source, (size_t)line);
        text_add(out, "\n</span>");
        for (; first < next; first++)
            if (is_here(&function->branches[first], function) &&
                function->branches[first].line == line)
                add_ways(out, &function->branches[first], false);
    }
    text_add(out, "</code></pre></figure>");
    page->lines_left -= (size_t)(end - function->line);
}

/* Lists branches that the excerpt does not show: those of other files, or all if there is no
 * source. */
static void source_add_list(struct coverage_page *page, const struct covered_function *function,
                            bool all)
{
    bool any = false;
    for (size_t i = 0; i < function->branch_count; i++) {
        if (!all && is_here(&function->branches[i], function))
            continue;
        text_add(page->out, any ? "" : "<figure class=\"source\"><pre tabindex=\"0\"><code>");
        any = true;
        add_ways(page->out, &function->branches[i], true);
    }
    text_add(page->out, any ? "</code></pre></figure>" : "");
}

static void source_add_missing(struct text *out, const char *file, const char *why)
{
    text_add(out, "<p class=\"missing\">The source is not shown: ");
    html_text(out, file[0] ? file : "the function");
    text_add_char(out, ' ');
    html_text(out, why);
    text_add(out, ".</p>");
}

void coverage_source(struct coverage_page *page, const struct covered_function *function, int end)
{
    const struct source *source = sources_find(page->sources, function->file);
    int last = (int)source_line_count(source);
    const char *problem = function->file[0] ? source_problem(source) : "has no place";
    if (!problem && (function->line <= 0 || function->line > last))
        problem = "may have changed since the program was built";
    if (end == 0 || end > last + 1)
        end = last + 1;
    if (end - function->line > COVERAGE_LINE_CAP)
        end = function->line + COVERAGE_LINE_CAP;
    if (!problem && (size_t)(end - function->line) > page->lines_left)
        problem = "would make the page too large; all of it is in the JSON file";
    if (problem)
        source_add_missing(page->out, function->file, problem);
    else
        source_add_lines(page, function, source, end);
    source_add_list(page, function, problem != NULL);
}
