/* trace.c: prints the events: the diagram, the stepper beside it, and a list. The stepper of
 * assets/report.js takes its texts from the rows of the list. A record has the same rows, each
 * without its number and its matches, so that one row serves wherever the call appears. */

#include "report/html/trace.h"

#include "report/html/excerpts.h"
#include "report/html/layout.h"
#include "report/html/pieces.h"
#include "report/html/spacetime.h"
#include "report/html/text.h"
#include "report/phrase.h"

/* The matches that an event takes part in. */
struct meeting {
    const struct match *match;
    struct meeting *next;
};

static void add_meeting(struct html *html, struct meeting **meetings, size_t first, size_t count,
                        size_t event, const struct match *match)
{
    if (event < first || event - first >= count)
        return;
    struct meeting *meeting = arena_alloc(&html->arena, sizeof *meeting);
    *meeting = (struct meeting){match, meetings[event - first]};
    meetings[event - first] = meeting;
}

static struct meeting **trace_find_meetings(struct html *html, const struct html_history *history,
                                            size_t first)
{
    size_t count = history->event_count - first;
    struct meeting **meetings = arena_alloc(&html->arena, (count + 1) * sizeof *meetings);
    for (size_t i = history->match_count; i-- > 0;)
        for (size_t j = 0; j < history->matches[i].event_count; j++)
            add_meeting(html, meetings, first, count, history->matches[i].events[j],
                        &history->matches[i]);
    return meetings;
}

static void add_event_name(struct text *out, const struct html_history *history, size_t event)
{
    text_addf(out, "event %zu of ", event + 1);
    html_rank(out, history->events[event].at.rank);
}

static void trace_add_collective(struct html *html, struct text *out,
                                 const struct html_history *history, const struct match *match)
{
    int *ranks = arena_alloc(&html->arena, (match->event_count + 1) * sizeof *ranks);
    size_t count = 0;
    for (size_t i = 0; i < match->event_count; i++)
        if (match->events[i] < history->event_count)
            ranks[count++] = history->events[match->events[i]].at.rank;
    if (count > 0) {
        text_add(out, "collective of ");
        phrase_add_ranks(out, ranks, count);
    }
}

static void trace_add_message(struct text *out, const struct html_history *history,
                              const struct match *match, size_t event)
{
    enum { ALTERNATIVES_NAMED = 8 };
    if (match->event_count < 2)
        return;
    bool sends = match->events[0] == event;
    size_t other = match->events[sends ? 1 : 0];
    if (other >= history->event_count)
        return;
    text_add(out, sends ? "received by " : "takes the message of ");
    add_event_name(out, history, other);
    for (size_t i = 0; !sends && i < match->alternative_count; i++) {
        if (i == ALTERNATIVES_NAMED) {
            text_add(out, " or ");
            html_count(out, match->alternative_count - i);
            text_add(out, " more");
            break;
        }
        if (match->alternatives[i] >= history->event_count)
            continue;
        text_add(out, i ? " or " : "; could have taken ");
        add_event_name(out, history, match->alternatives[i]);
    }
}

static void add_cells(struct text *out, const struct event *event)
{
    text_add(out, "<td>");
    html_rank(out, event->at.rank);
    text_add(out, "</td><td>");
    html_call(out, &event->at);
    text_addf(out, "</td><td><span class=\"state %s\">%s</span></td><td>",
              html_state_name(event->state), html_state_name(event->state));
    html_file_line(out, event->at.file, event->at.line, event->at.column);
    text_add(out, "</td>");
}

static void add_meetings(struct html *html, struct text *out, const struct html_history *history,
                         size_t number, const struct meeting *meeting)
{
    for (const struct meeting *at = meeting; at; at = at->next) {
        text_add(out, at == meeting ? "" : "; ");
        if (at->match->kind == MATCH_COLLECTIVE)
            trace_add_collective(html, out, history, at->match);
        else
            trace_add_message(out, history, at->match, number);
    }
}

static void trace_add_row(struct html *html, const struct html_history *history, size_t number,
                          const struct meeting *meeting)
{
    struct text *out = html->out;
    const struct event *event = &history->events[number];
    text_addf(out, "<tr id=\"%s-e%zu\" data-event=\"%zu\" data-place=\"%zu\">", html->id,
              number + 1, number + 1,
              html_place(html, event->at.file, event->at.directory, event->at.line));
    text_addf(out, "<th scope=\"row\">%zu</th>", number + 1);
    add_cells(out, event);
    text_add(out, "<td>");
    add_meetings(html, out, history, number, meeting);
    text_add(out, "</td></tr>\n");
}

static void record_row(struct html *html, const struct event *event, struct html_record *record)
{
    text_clear(&record->piece);
    text_addf(&record->piece, "<tr data-place=\"%zu\"><th scope=\"row\"></th>",
              html_place(html, event->at.file, event->at.directory, event->at.line));
    add_cells(&record->piece, event);
    text_add(&record->piece, "<td></td></tr>\n");
    text_addf(&record->events, "%zu", html_piece(&record->rows, record->piece.data));
}

/* Records the matches of an event, as the number of a piece; 0: it matched nothing. */
static void record_meetings(struct html *html, const struct html_history *history, size_t number,
                            const struct meeting *meeting, struct html_record *record)
{
    size_t words = 0;
    text_clear(&record->piece);
    if (meeting) {
        text_add(&record->piece, "<p>");
        add_meetings(html, &record->piece, history, number, meeting);
        text_add(&record->piece, "</p>\n");
        words = html_piece(&record->words, record->piece.data);
    }
    text_addf(&record->events, " %zu", words);
}

/* Returns, for each event, the number of earlier events of its rank. Events of two interleavings
 * are the same call of the program if these numbers agree. */
static size_t *find_ordinals(struct html *html, const struct html_history *history)
{
    size_t count = history->event_count;
    struct html_layout all = {0};
    size_t *ordinals = arena_alloc(&html->arena, (count + 1) * sizeof *ordinals);
    html_layout_columns(&all, &html->arena, history->events, count);
    size_t *seen = arena_alloc(&html->arena, (all.column_count + 1) * sizeof *seen);
    for (size_t i = 0; i < count; i++)
        ordinals[i] = seen[all.columns[i]]++;
    return ordinals;
}

void html_trace_record(struct html *html, const struct html_history *history, size_t first,
                       struct html_record *record)
{
    struct meeting **meetings = trace_find_meetings(html, history, first);
    size_t *ordinals = find_ordinals(html, history);
    for (size_t i = first; i < history->event_count; i++) {
        text_add(&record->events, i > first ? ";" : "");
        record_row(html, &history->events[i], record);
        record_meetings(html, history, i, meetings[i - first], record);
        text_addf(&record->events, " %d %zu", history->events[i].at.rank, ordinals[i]);
    }
}

static void trace_add_list(struct html *html, const struct html_history *history, size_t first)
{
    struct text *out = html->out;
    struct meeting **meetings = trace_find_meetings(html, history, first);
    text_add(out, "<details class=\"events\"><summary>The same events as a list</summary>\n"
                  "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Events\">"
                  "<table><thead><tr><th scope=\"col\">No.</th><th scope=\"col\">Rank</th>"
                  "<th scope=\"col\">Call</th><th scope=\"col\">State</th><th scope=\"col\">Place"
                  "</th><th scope=\"col\">Match</th></tr></thead><tbody>\n");
    for (size_t i = first; i < history->event_count; i++)
        trace_add_row(html, history, i, meetings[i - first]);
    text_add(out, "</tbody></table></div>\n");
    html_excerpts(html);
    text_add(out, "</details>\n");
}

static void add_stepper(struct text *out, const struct html_layout *layout, size_t total)
{
    static const struct {
        const char *step, *icon, *label;
    } buttons[] = {{"first", "first", "First event (Home)"},
                   {"previous", "previous", "Previous event (left arrow)"},
                   {"next", "next", "Next event (right arrow)"},
                   {"last", "last", "Last event (End)"}};
    text_add(out, "<div class=\"stepper js-only\" role=\"group\" aria-label=\"Step through the "
                  "events\">\n<div class=\"controls\">");
    for (size_t i = 0; i < 4; i++) {
        if (i == 2) {
            text_add(out, "<output aria-live=\"polite\">");
            html_count(out, total);
            text_add(out, " of ");
            html_count(out, total);
            text_add(out, "</output>");
        }
        text_addf(out, "<button type=\"button\" data-step=\"%s\" aria-label=\"%s\" title=\"%s\">",
                  buttons[i].step, buttons[i].label, buttons[i].label);
        html_icon(out, buttons[i].icon);
        text_add(out, "</button>");
    }
    text_addf(out,
              "</div>\n<div class=\"now\" data-first=\"%zu\" data-total=\"%zu\"></div>\n</div>\n",
              layout->first + 1, total);
}

size_t html_trace_first(const struct html *html, const struct html_history *history)
{
    return history->event_count > html->event_cap ? history->event_count - html->event_cap : 0;
}

static void add_cut(struct text *out, const struct html_history *history, size_t first)
{
    if (first == 0)
        return;
    text_add(out, "<p class=\"note\">This shows the last ");
    html_count(out, history->event_count - first);
    text_add(out, " of ");
    html_counted(out, history->event_count, "event");
    text_add(out, "; the first ");
    html_count(out, first);
    text_add(out, first == 1 ? " is" : " are");
    text_add(out, " left out here and kept in the JSON file.</p>\n");
}

size_t html_trace_record_cut(const struct html_history *history, size_t first,
                             struct html_record *record)
{
    text_clear(&record->piece);
    add_cut(&record->piece, history, first);
    return first > 0 ? html_piece(&record->words, record->piece.data) : 0;
}

void html_trace(struct html *html, const struct html_history *history, const char *title)
{
    struct text *out = html->out;
    if (history->event_count == 0)
        return;
    struct html_layout layout;
    size_t first = html_trace_first(html, history);
    html_layout_make(&layout, &html->arena, history, first);
    text_addf(out,
              "<section class=\"trace\" aria-labelledby=\"%s-trace\">\n<h4 id=\"%s-trace\">%s"
              "</h4>\n",
              html->id, html->id, title);
    add_cut(out, history, first);
    text_add(out, "<div class=\"stage\">\n<div class=\"picture\">\n");
    html_spacetime(html, history, &layout, NULL);
    text_add(out, "</div>\n");
    add_stepper(out, &layout, history->event_count);
    text_add(out, "</div>\n");
    trace_add_list(html, history, first);
    text_add(out, "</section>\n");
}
