/* excerpts.c: prints excerpts of source files: the lines around a place, with that line marked. */

#include "report/html/excerpts.h"

#include "report/html/text.h"
#include <string.h>

enum { CONTEXT_LINES = 4, LINE_BYTES_CAP = 500 };

size_t html_place(struct html *html, const char *file, const char *directory, int line)
{
    if (!file || line <= 0)
        return 0;
    const char *in = directory ? directory : "";
    for (size_t i = 0; i < html->place_count; i++) {
        const struct html_place *place = &html->places[i];
        if (place->line == line && strcmp(place->file, file) == 0 &&
            strcmp(place->directory ? place->directory : "", in) == 0)
            return i + 1;
    }
    *arena_push(&html->arena, html->places, html->place_count) =
        (struct html_place){file, directory, line};
    return html->place_count;
}

void html_source_line(struct text *out, const struct source *source, size_t number)
{
    size_t length;
    const char *bytes = source_line(source, number, &length);
    size_t shown = length > LINE_BYTES_CAP ? LINE_BYTES_CAP : length;
    /* Tabs stay, since they align the code. Everything else is made inert as usual. */
    for (size_t start = 0; start < shown;) {
        const char *tab = memchr(bytes + start, '\t', shown - start);
        size_t end = tab ? (size_t)(tab - bytes) : shown;
        html_text_bytes(out, bytes + start, end - start);
        text_add(out, tab ? "\t" : "");
        start = end + 1;
    }
    text_add(out, shown < length ? " \xe2\x80\xa6" : "");
}

static void excerpts_add_line(struct text *out, const struct source *source, size_t number,
                              bool here)
{
    text_addf(out, "<span class=\"line%s\"><i>%zu</i>%s", here ? " here" : "", number,
              here ? "<mark>" : "");
    html_source_line(out, source, number);
    text_add(out, here ? "</mark>\n</span>" : "\n</span>");
}

static void add_excerpt(struct html *html, const struct html_place *place, size_t number)
{
    struct text *out = html->out;
    const struct source *source = sources_find_in(html->sources, place->directory, place->file);
    text_addf(out, "<figure class=\"source\" data-place=\"%zu\"><figcaption>", number);
    html_file_line(out, place->file, place->line, 0);
    text_add(out, "</figcaption>");
    size_t line = (size_t)place->line, lines = source_line_count(source);
    if (source_problem(source)) {
        text_add(out, "<p class=\"missing\">The source is not shown: ");
        html_text(out, place->file);
        text_add_char(out, ' ');
        html_text(out, source_problem(source));
        text_add(out, ".</p>");
    } else if (line > lines) {
        text_add(out, "<p class=\"missing\">The source is not shown: ");
        html_text(out, place->file);
        text_add(out, " now has ");
        html_counted(out, lines, "line");
        text_add(out, "; it may have changed since the run.</p>");
    } else {
        size_t from = line > CONTEXT_LINES ? line - CONTEXT_LINES : 1;
        size_t to = lines - line > CONTEXT_LINES ? line + CONTEXT_LINES : lines;
        text_add(out, "<pre tabindex=\"0\" role=\"region\" aria-label=\"Source around line ");
        text_addf(out, "%zu\"><code>", line);
        for (size_t i = from; i <= to; i++)
            excerpts_add_line(out, source, i, i == line);
        text_add(out, "</code></pre>");
    }
    text_add(out, "</figure>\n");
}

void html_excerpts(struct html *html)
{
    for (; html->excerpt_count < html->place_count; html->excerpt_count++)
        add_excerpt(html, &html->places[html->excerpt_count], html->excerpt_count + 1);
}
