/* diagnostic.c: prints findings in the form of a compiler's warnings, which editors and people can
 * read. */
#include "report/phrase.h"
#include "report/report.h"
#include "report/source.h"

#include <string.h>

enum { TAB_WIDTH = 8 };

struct painter {
    struct sources *sources;
    struct text *out;
    bool color;
};

struct place {
    const char *file;
    int line, column;
};

static void diagnostic_paint(const struct painter *painter, const char *sequence)
{
    if (painter->color)
        text_add(painter->out, sequence);
}

static void print_place(const struct painter *painter, struct place place)
{
    diagnostic_paint(painter, "\033[1m");
    if (place.file) {
        phrase_add(painter->out, place.file, PHRASE_STRING_MAX);
        if (place.line > 0)
            text_addf(painter->out, ":%d", place.line);
        if (place.line > 0 && place.column > 0)
            text_addf(painter->out, ":%d", place.column);
    } else {
        text_add(painter->out, "tutti");
    }
    text_add(painter->out, ": ");
}

/* Prints the line of the source with a caret under the column; tabs become blanks. */
static void print_excerpt(const struct painter *painter, struct place place)
{
    if (!place.file || place.line <= 0)
        return;
    const struct source *source = sources_find(painter->sources, place.file);
    if (source_problem(source) || (size_t)place.line > source_line_count(source))
        return;
    size_t length, caret = 0, shown = 0;
    const char *line = source_line(source, (size_t)place.line, &length);
    struct text wide;
    text_init(&wide, SOURCE_FILE_CAP);
    for (size_t i = 0; i < length; i++) {
        if ((size_t)place.column == i + 1)
            caret = shown;
        size_t width = line[i] == '\t' ? TAB_WIDTH - shown % TAB_WIDTH : 1;
        for (size_t j = 0; line[i] == '\t' && j < width; j++)
            text_add_char(&wide, ' ');
        if (line[i] != '\t')
            text_add_char(&wide, line[i]);
        shown += ((unsigned char)line[i] & 0xC0) == 0x80 ? 0 : width; /* UTF-8 */
    }
    text_addf(painter->out, "%5d | ", place.line);
    phrase_add(painter->out, wide.data, PHRASE_STRING_MAX);
    text_add_char(painter->out, '\n');
    text_free(&wide);
    if (place.column <= 0 || (size_t)place.column > length)
        return;
    text_addf(painter->out, "      | %*s", (int)caret, "");
    diagnostic_paint(painter, "\033[1;32m");
    text_add_char(painter->out, '^');
    diagnostic_paint(painter, "\033[0m");
    text_add_char(painter->out, '\n');
}

static void print_note(const struct painter *painter, struct place place, const char *what)
{
    print_place(painter, place);
    diagnostic_paint(painter, "\033[36m");
    text_add(painter->out, "note: ");
    diagnostic_paint(painter, "\033[0m");
    phrase_add(painter->out, what, PHRASE_STRING_MAX);
    text_add_char(painter->out, '\n');
    print_excerpt(painter, place);
}

static void diagnostic_print_headline(const struct painter *painter, const struct finding *finding,
                                      bool fatal)
{
    static const char *const colors[] = {"\033[31m", "\033[35m", "\033[36m"};
    const struct location *first = finding->location_count ? &finding->locations[0] : NULL;
    struct place place = {0};
    if (first)
        place = (struct place){first->file, first->line, first->column};
    enum severity severity = finding->severity;
    if (severity != SEVERITY_NOTE)
        severity = fatal ? SEVERITY_ERROR : SEVERITY_WARNING;
    print_place(painter, place);
    diagnostic_paint(painter, colors[severity]);
    text_addf(painter->out, "%s: ", severity_name(severity));
    diagnostic_paint(painter, "\033[0m\033[1m");
    phrase_add(painter->out, finding->headline ? finding->headline : finding->rule,
               PHRASE_STRING_MAX);
    text_add(painter->out, " [");
    phrase_add(painter->out, finding->rule, PHRASE_STRING_MAX);
    text_add_char(painter->out, ']');
    diagnostic_paint(painter, "\033[0m");
    text_add_char(painter->out, '\n');
    print_excerpt(painter, place);
}

/* Prints a further place of the finding, with the call there. */
static void print_location(const struct painter *painter, const struct location *location)
{
    struct text what;
    text_init(&what, PHRASE_STRING_MAX * 2);
    if (location->argument_count > 0)
        phrase_add_call(&what, location);
    else
        text_add(&what, location->call ? location->call : "");
    text_add(&what, location->call ? " is called here" : "here");
    if (location->function) {
        text_add(&what, ", in ");
        text_add(&what, location->function);
    }
    print_note(painter, (struct place){location->file, location->line, location->column},
               what.data);
    text_free(&what);
}

static void print_why(const struct painter *painter, const struct finding *finding)
{
    struct place place = {0};
    if (!finding->why || !*finding->why)
        return;
    if (finding->location_count)
        place = (struct place){finding->locations[0].file, finding->locations[0].line,
                               finding->locations[0].column};
    struct text line;
    text_init(&line, REPORT_TEXT_CAP);
    for (const char *at = finding->why; *at;) {
        size_t length = strcspn(at, "\n");
        text_clear(&line);
        text_add_bytes(&line, at, length);
        if (length > 0) {
            print_place(painter, place);
            diagnostic_paint(painter, "\033[36m");
            text_add(painter->out, "note: ");
            diagnostic_paint(painter, "\033[0m");
            phrase_add(painter->out, line.data, PHRASE_STRING_MAX);
            text_add_char(painter->out, '\n');
        }
        at += length + (at[length] == '\n');
    }
    text_free(&line);
}

void report_print_diagnostics(const struct document *document, bool color, bool fatal,
                              struct text *out)
{
    struct painter painter = {sources_open(document->directory, document->sources), out, color};
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        diagnostic_print_headline(&painter, finding, fatal);
        print_why(&painter, finding);
        for (size_t j = 1; j < finding->location_count; j++)
            print_location(&painter, &finding->locations[j]);
        for (size_t j = 0; j < finding->related_count; j++) {
            const struct related *related = &finding->related[j];
            print_note(&painter, (struct place){related->file, related->line, related->column},
                       related->what ? related->what : "see here");
        }
    }
    sources_close(painter.sources);
}
