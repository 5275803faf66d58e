/* interleavings.c: prints the panel of the interleavings of a search: a list of all, and the
 * picture of one.
 *
 * A page with thousands of pictures would be too large for a browser. So only the picture of the
 * one to look at first is printed. The rows of the list record those of all (pieces.c), and
 * assets/report.js assembles them, one at a time.
 */

#include "report/html/interleavings.h"

#include "report/html/layout.h"
#include "report/html/pieces.h"
#include "report/html/spacetime.h"
#include "report/html/text.h"
#include "report/html/trace.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTCOME_MAX = 40, RESULT_MAX = 80, CHOICES_MAX = 1000, REFERENCES = 6 };

static struct html_history history_of(const struct interleaving *interleaving)
{
    return (struct html_history){interleaving->events, interleaving->event_count,
                                 interleaving->matches, interleaving->match_count};
}

static int compare_shown(const void *left, const void *right)
{
    const struct html_interleaving *a = left, *b = right;
    if (a->is->number != b->is->number)
        return a->is->number < b->is->number ? -1 : 1;
    return (a->is > b->is) - (a->is < b->is);
}

/* Adds interleavings that fail, or those that do not, while there is room. */
static bool interleavings_choose(struct html *html, struct html_interleavings *panel, bool fails)
{
    const struct document *document = panel->document;
    for (size_t i = 0; i < document->interleaving_count; i++) {
        const struct interleaving *is = &document->interleavings[i];
        size_t events = is->event_count < HTML_EVENT_CAP ? is->event_count : HTML_EVENT_CAP;
        if (interleaving_fails(document, is) != fails)
            continue;
        if (panel->count == HTML_INTERLEAVING_CAP || events > html->interleaving_events_left)
            return false;
        html->interleaving_events_left -= events;
        panel->failing += fails;
        *arena_push(&panel->arena, panel->shown, panel->count) =
            (struct html_interleaving){.is = is, .fails = fails};
    }
    return true;
}

void html_interleavings_choose(struct html *html, struct html_interleavings *panel)
{
    if (interleavings_choose(html, panel, true))
        interleavings_choose(html, panel, false);
    if (panel->count > 0)
        qsort(panel->shown, panel->count, sizeof *panel->shown, compare_shown);
}

static bool interleaving_shows(const struct interleaving *interleaving,
                               const struct finding *finding)
{
    for (size_t i = 0; i < interleaving->finding_count && i < HTML_REFERENCE_CAP; i++)
        if (strcmp(interleaving->finding_ids[i], finding->id) == 0)
            return true;
    return false;
}

void html_interleavings_of(struct html *html, const struct html_interleavings *panel,
                           const struct finding *finding)
{
    struct text *out = html->out;
    size_t found = 0;
    for (size_t i = 0; i < panel->count; i++) {
        if (!interleaving_shows(panel->shown[i].is, finding) || found++ >= REFERENCES)
            continue;
        text_add(out, found == 1 ? "<p class=\"shown-by\">Shown by interleaving " : ", ");
        text_addf(out, "<a class=\"interleaving\" href=\"#i%zu-r%zu\">%" PRIu64 "</a>",
                  panel->number, i + 1, panel->shown[i].is->number);
    }
    if (found > REFERENCES) {
        text_add(out, " and ");
        html_count(out, found - REFERENCES);
        text_add(out, " more");
    }
    text_add(out, found > 0 ? "</p>\n" : "");
}

/* Returns the interleaving to show first: one with a picture and, if possible, one that fails. */
static size_t find_start(const struct html_interleavings *panel)
{
    size_t best = 0;
    int best_worth = -1;
    for (size_t i = 0; i < panel->count; i++) {
        int worth = (panel->shown[i].is->event_count > 0 ? 2 : 0) + panel->shown[i].fails;
        if (worth > best_worth) {
            best = i;
            best_worth = worth;
        }
    }
    return best;
}

static void interleaving_record(struct html *html, struct html_interleaving *shown,
                                struct html_record *record)
{
    struct html_history history = history_of(shown->is);
    struct html_layout layout;
    size_t first = html_trace_first(html, &history);
    if (history.event_count == 0)
        return;
    text_clear(&record->picture);
    text_clear(&record->events);
    html_layout_make(&layout, &html->arena, &history, first);
    html_spacetime(html, &history, &layout, record);
    html_trace_record(html, &history, first, record);
    shown->picture = arena_copy_bytes(&html->arena, record->picture.data, record->picture.length);
    shown->events = arena_copy_bytes(&html->arena, record->events.data, record->events.length);
    shown->cut = html_trace_record_cut(&history, first, record);
}

static void interleavings_add_findings(struct text *out, const struct html_interleavings *panel,
                                       const struct interleaving *is)
{
    const struct document *document = panel->document;
    for (size_t i = 0; i < is->finding_count && i < HTML_REFERENCE_CAP; i++) {
        size_t at = 0;
        while (at < document->finding_count &&
               strcmp(document->findings[at].id, is->finding_ids[i]) != 0)
            at++;
        bool linked = at < document->finding_count && at < HTML_FINDING_CAP;
        text_add(out, i ? ", " : "");
        if (linked)
            text_addf(out, "<a href=\"#f%zu\">", panel->first_finding + at);
        html_short(out, is->finding_ids[i], OUTCOME_MAX);
        text_add(out, linked ? "</a>" : "");
    }
    if (is->finding_count > HTML_REFERENCE_CAP)
        text_add(out, ", \xe2\x80\xa6");
}

static void interleavings_add_row(struct text *out, const struct html_interleavings *panel,
                                  size_t index)
{
    const struct html_interleaving *shown = &panel->shown[index];
    const struct interleaving *is = shown->is;
    text_addf(out, "<tr id=\"i%zu-r%zu\"%s", panel->number, index + 1,
              shown->fails ? " class=\"fails\"" : "");
    if (shown->picture)
        text_addf(out,
                  " data-picture=\"%s\" data-events=\"%s\" data-cut=\"%zu\" data-total=\"%zu\"",
                  shown->picture, shown->events, shown->cut, is->event_count);
    text_addf(out,
              "><th scope=\"row\"><a class=\"interleaving\" href=\"#i%zu-r%zu\">%" PRIu64
              "</a></th><td><span class=\"state%s\">",
              panel->number, index + 1, is->number, shown->fails ? " failed" : "");
    html_short(out, is->outcome, OUTCOME_MAX);
    text_add(out, "</span></td><td>");
    interleavings_add_findings(out, panel, is);
    text_add(out, "</td><td>");
    html_short(out, is->choices ? is->choices : "", CHOICES_MAX);
    text_add(out, "</td><td>");
    html_short(out, is->result ? is->result : "", RESULT_MAX);
    text_add(out, "</td></tr>\n");
}

static void interleavings_add_list(struct text *out, const struct html_interleavings *panel)
{
    text_add(out, "<details class=\"all\"><summary>All interleavings as a list</summary>\n"
                  "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All "
                  "interleavings\"><table><thead><tr><th scope=\"col\">No.</th><th scope=\"col\">"
                  "Outcome</th><th scope=\"col\">Findings</th><th scope=\"col\">Choices</th><th "
                  "scope=\"col\">Result</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < panel->count; i++)
        interleavings_add_row(out, panel, i);
    text_add(out, "</tbody></table></div>\n</details>\n");
}

static void add_intro(struct text *out, const struct html_interleavings *panel)
{
    size_t total = (size_t)panel->document->interleaving_total;
    size_t left = panel->document->interleaving_count - panel->count;
    text_add(out, "<p class=\"note\">");
    html_counted(out, total, "interleaving");
    text_add(out, total == 1 ? " was explored" : " were explored");
    if (panel->count < total) {
        text_add(out, ", ");
        html_count(out, panel->count);
        text_add(out, panel->count == 1 ? " is shown here" : " are shown here");
    }
    if (panel->failing > 0) {
        text_add(out, "; ");
        html_count(out, panel->failing);
        text_add(out, panel->failing == 1 ? " of them fails." : " of them fail.");
    } else {
        text_add(out, "; none of them fails.");
    }
    if (left > 0) {
        text_add_char(out, ' ');
        html_count(out, left);
        text_add(out, left == 1 ? " more is" : " more are");
        text_add(out, " left out here and kept in the JSON file.");
    }
    text_add(out, "</p>\n");
}

static void add_walk(struct text *out, const struct html_interleavings *panel, size_t start)
{
    static const char *const buttons[][2] = {{"first", "First interleaving"},
                                             {"previous", "Previous interleaving (p)"},
                                             {"next", "Next interleaving (n)"},
                                             {"last", "Last interleaving"}};
    text_addf(out,
              "<div class=\"walk controls js-only\" role=\"group\" aria-label=\"Step through the "
              "interleavings\" data-start=\"%zu\" data-explored=\"%" PRIu64 "\">",
              start, panel->document->interleaving_total);
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++) {
        if (i == 2)
            text_add(out, "<output aria-live=\"polite\"></output>");
        text_addf(out, "<button type=\"button\" data-walk=\"%s\" aria-label=\"%s\" title=\"%s\">",
                  buttons[i][0], buttons[i][1], buttons[i][1]);
        html_icon(out, buttons[i][0]);
        text_add(out, "</button>");
    }
    if (panel->failing > 0) {
        text_add(out, "<button type=\"button\" class=\"only\" aria-pressed=\"false\">Only those "
                      "that fail (");
        html_count(out, panel->failing);
        text_add(out, ")</button>");
    }
    text_add(out, "</div>\n<div class=\"about js-only\"></div>\n");
}

static void add_templates(struct text *out, const struct html_record *record)
{
    text_add(out, "<template class=\"drawn\"><svg>\n");
    text_add_bytes(out, record->drawn.text.data, record->drawn.text.length);
    text_add(out, "</svg></template>\n<template class=\"rows\">\n");
    text_add_bytes(out, record->rows.text.data, record->rows.text.length);
    text_add(out, "</template>\n<template class=\"words\">\n");
    text_add_bytes(out, record->words.text.data, record->words.text.length);
    text_add(out, "</template>\n");
}

static void open_record(struct html_record *record, size_t cap)
{
    html_pieces_open(&record->drawn, cap);
    html_pieces_open(&record->rows, cap);
    html_pieces_open(&record->words, cap);
    text_init(&record->piece, cap);
    text_init(&record->picture, cap);
    text_init(&record->events, cap);
}

static void close_record(struct html_record *record)
{
    html_pieces_close(&record->drawn);
    html_pieces_close(&record->rows);
    html_pieces_close(&record->words);
    text_free(&record->piece);
    text_free(&record->picture);
    text_free(&record->events);
}

/* Prints the single execution of a run that found nothing. */
static void add_execution(struct html *html, const struct html_interleavings *panel)
{
    struct text *out = html->out;
    struct html_history history = history_of(panel->shown[0].is);
    html_open(html, 'i', panel->number);
    text_addf(out,
              "<section class=\"execution\" id=\"%s\" tabindex=\"-1\" "
              "aria-labelledby=\"%s-title\">\n<h3 id=\"%s-title\">What it did</h3>\n"
              "<p class=\"note\">The last calls of each rank that involve other ranks, in an "
              "order that agrees with happens-before.</p>\n",
              html->id, html->id, html->id);
    html_trace(html, &history, "Calls");
    text_add(out, "</section>\n");
    html_close(html);
}

void html_interleavings(struct html *html, struct html_interleavings *panel)
{
    struct text *out = html->out;
    struct html_record all;
    size_t kept = html->event_cap, start = find_start(panel);
    if (panel->count == 0)
        return;
    if (panel->document->interleaving_total == 0) {
        add_execution(html, panel);
        return;
    }
    open_record(&all, out->cap);
    html_open(html, 'i', panel->number);
    html->event_cap = HTML_EVENT_CAP;
    for (size_t i = 0; i < panel->count; i++)
        interleaving_record(html, &panel->shown[i], &all);
    text_addf(out,
              "<section class=\"interleavings\" id=\"%s\" tabindex=\"-1\" "
              "aria-labelledby=\"%s-title\">\n<h3 id=\"%s-title\">Interleavings</h3>\n",
              html->id, html->id, html->id);
    add_intro(out, panel);
    add_walk(out, panel, start);
    char title[64];
    snprintf(title, sizeof title, "Interleaving %" PRIu64, panel->shown[start].is->number);
    struct html_history history = history_of(panel->shown[start].is);
    html_trace(html, &history, title);
    interleavings_add_list(out, panel);
    add_templates(out, &all);
    text_add(out, "</section>\n");
    html->event_cap = kept;
    html_close(html);
    close_record(&all);
}
