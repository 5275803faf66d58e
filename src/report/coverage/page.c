/* page.c: writes the page of coverage: numbers, curve, reasons, files, functions. */
#include "report/coverage/page.h"

#include "report/html/page.h"
#include "report/html/text.h"

void coverage_bar(struct text *out, size_t taken, size_t ways)
{
    text_addf(out,
              "<svg class=\"bar\" preserveAspectRatio=\"none\" viewBox=\"0 0 100 8\" width=\"100\" "
              "height=\"8\" "
              "aria-hidden=\"true\"><rect class=\"whole\" width=\"100\" height=\"8\"/><rect "
              "class=\"part\" width=\"%.1f\" height=\"8\"/></svg>",
              coverage_percent(taken, ways));
}

static void page_add_part(struct text *out, size_t taken, size_t ways)
{
    coverage_bar(out, taken, ways);
    if (ways == 0) {
        text_add(out, "<span class=\"number\">no branches</span>");
        return;
    }
    text_add(out, "<span class=\"number\">");
    html_count(out, taken);
    text_add(out, " of ");
    html_count(out, ways);
    text_addf(out, "</span><span class=\"number\">%.1f %%</span>", coverage_percent(taken, ways));
}

static void page_add_overview(struct text *out, const struct covered *covered,
                              const struct document *document)
{
    text_add(out, "<header class=\"overview\"><div><h2 id=\"d1-title\">");
    html_count(out, covered->taken);
    text_add(out, " of ");
    html_count(out, covered->possible);
    text_addf(out,
              " branches taken (%.1f %%)</h2>\n<p class=\"coverage\">Counted in the functions that "
              "were entered: ",
              coverage_percent(covered->taken, covered->possible));
    html_count(out, covered->entered);
    text_add(out, " of ");
    html_count(out, covered->functions);
    text_add(out, ". The branches of the program have ");
    html_counted(out, covered->ways, "outcome");
    text_add(out, " in all; each counts as a branch.</p></div>\n");
    coverage_bar(out, covered->taken, covered->possible);
    html_command(out, document);
    text_add(out, "</header>\n");
}

static void add_whys(struct text *out, const struct covered *covered)
{
    text_add(out, "<section class=\"panel\" aria-labelledby=\"why-title\"><h3 id=\"why-title\">Why "
                  "branches were not taken</h3>\n<table class=\"whys\"><tbody>\n");
    for (int i = COVERED_TAKEN + 1; i < COVERED_WHYS; i++) {
        enum covered_why why = (enum covered_why)i;
        if (covered->whys[why] == 0)
            continue;
        text_add(out, "<tr><td class=\"number\">");
        html_count(out, covered->whys[why]);
        text_addf(out, "</td><th scope=\"row\">%s</th><td>%s</td></tr>\n", covered_why_phrase(why),
                  covered_why_sentence(why));
    }
    text_add(out, "</tbody></table></section>\n");
}

static void add_files(struct text *out, const struct covered *covered)
{
    text_add(out, "<nav class=\"panel\" aria-labelledby=\"files-title\"><h3 id=\"files-title\">"
                  "Files</h3>\n<ol class=\"parts\">\n");
    for (size_t i = 0; i < covered->file_count; i++) {
        const struct covered_file *file = &covered->files[i];
        text_addf(out, "<li><a href=\"#file-%zu\"><code>", i + 1);
        html_text(out, file->path[0] ? file->path : "no file");
        text_add(out, "</code></a><span class=\"cover\">");
        page_add_part(out, file->taken, file->ways);
        text_addf(out, "<span class=\"number\">%zu/%zu functions</span></span></li>\n",
                  file->entered, file->function_count);
    }
    text_add(out, "</ol></nav>\n");
}

/* Returns the end of a function. Functions are sorted by line: each ends before the next one that
 * begins on another line. */
static int page_end_of(const struct covered_file *file, size_t number)
{
    for (size_t i = number + 1; i < file->function_count; i++)
        if (file->functions[i].line > file->functions[number].line)
            return file->functions[i].line;
    return 0;
}

static void page_add_file(struct coverage_page *page, const struct covered_file *file,
                          size_t number)
{
    struct text *out = page->out;
    text_addf(out, "<section class=\"panel file\" id=\"file-%zu\"><h3><code>", number);
    html_text(out, file->path[0] ? file->path : "no file");
    text_add(out, "</code></h3>\n");
    for (size_t i = 0; i < file->function_count; i++) {
        const struct covered_function *function = &file->functions[i];
        text_addf(out, "<details class=\"function%s\"><summary><code>",
                  function->entered ? "" : " never");
        html_short(out, function->name, 120);
        text_addf(out, "</code> <span class=\"where\">line %d</span><span class=\"cover\">",
                  function->line);
        page_add_part(out, function->taken, function->ways);
        text_add(out, function->entered ? "" : "<span class=\"number\">never entered</span>");
        text_add(out, "</span></summary>\n");
        coverage_source(page, function, page_end_of(file, i));
        text_add(out, "</details>\n");
    }
    text_add(out, "</section>\n");
}

void coverage_print_html(const struct covered *covered, const struct document *document,
                         struct text *out)
{
    const struct html_sheet sheet = {html_coverage_style, html_coverage_style_length};
    struct coverage_page page = {.out = out,
                                 .covered = covered,
                                 .sources = sources_open(document->directory, document->sources),
                                 .lines_left = COVERAGE_LINE_PAGE_CAP};
    html_page_head(out, &sheet);
    text_addf(out, "<title>%.1f %% covered \xe2\x80\x93 Tutti coverage</title>\n",
              coverage_percent(covered->taken, covered->possible));
    html_page_top(out, &sheet, "coverage");
    text_add(out, "<section class=\"document\" id=\"d1\" aria-labelledby=\"d1-title\">\n");
    page_add_overview(out, covered, document);
    coverage_chart(out, covered);
    if (covered->taken < covered->ways)
        add_whys(out, covered);
    add_files(out, covered);
    for (size_t i = 0; i < covered->file_count; i++)
        page_add_file(&page, &covered->files[i], i + 1);
    text_add(out, "</section>\n");
    html_page_end(out);
    html_page_close(out);
    sources_close(page.sources);
}
