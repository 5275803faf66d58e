/* What happened: the diagram, the stepper beside it, and the same events as a list. The stepper of
 * assets/report.js takes what it shows from the rows of the list. */
#include "report/html.h"

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

static struct meeting **find_meetings(struct html *html, const struct finding *finding,
                                      size_t first)
{
    size_t count = finding->event_count - first;
    struct meeting **meetings = arena_alloc(&html->arena, (count + 1) * sizeof *meetings);
    for (size_t i = finding->match_count; i-- > 0;)
        for (size_t j = 0; j < finding->matches[i].event_count; j++)
            add_meeting(html, meetings, first, count, finding->matches[i].events[j],
                        &finding->matches[i]);
    return meetings;
}

static void add_event_name(struct text *out, const struct finding *finding, size_t event)
{
    text_addf(out, "event %zu of ", event + 1);
    html_rank(out, finding->events[event].at.rank);
}

static void add_collective(struct html *html, const struct finding *finding,
                           const struct match *match)
{
    int *ranks = arena_alloc(&html->arena, (match->event_count + 1) * sizeof *ranks);
    size_t count = 0;
    for (size_t i = 0; i < match->event_count; i++)
        if (match->events[i] < finding->event_count)
            ranks[count++] = finding->events[match->events[i]].at.rank;
    if (count > 0) {
        text_add(html->out, "collective of ");
        phrase_add_ranks(html->out, ranks, count);
    }
}

static void add_message(struct html *html, const struct finding *finding, const struct match *match,
                        size_t event)
{
    enum { ALTERNATIVES_NAMED = 8 };
    struct text *out = html->out;
    if (match->event_count < 2)
        return;
    bool sends = match->events[0] == event;
    size_t other = match->events[sends ? 1 : 0];
    if (other >= finding->event_count)
        return;
    text_add(out, sends ? "received by " : "takes the message of ");
    add_event_name(out, finding, other);
    for (size_t i = 0; !sends && i < match->alternative_count; i++) {
        if (i == ALTERNATIVES_NAMED) {
            text_add(out, " or ");
            html_count(out, match->alternative_count - i);
            text_add(out, " more");
            break;
        }
        if (match->alternatives[i] >= finding->event_count)
            continue;
        text_add(out, i ? " or " : "; could have taken ");
        add_event_name(out, finding, match->alternatives[i]);
    }
}

static void add_row(struct html *html, const struct finding *finding, size_t number,
                    const struct meeting *meeting)
{
    struct text *out = html->out;
    const struct event *event = &finding->events[number];
    text_addf(out, "<tr id=\"f%zu-e%zu\" data-event=\"%zu\" data-place=\"%zu\">", html->number,
              number + 1, number + 1, html_place(html, event->at.file, event->at.line));
    text_addf(out, "<th scope=\"row\">%zu</th><td>", number + 1);
    html_rank(out, event->at.rank);
    text_add(out, "</td><td>");
    html_call(out, &event->at);
    text_addf(out, "</td><td><span class=\"state %s\">%s</span></td><td>",
              html_state_name(event->state), html_state_name(event->state));
    html_file_line(out, event->at.file, event->at.line, event->at.column);
    text_add(out, "</td><td>");
    for (const struct meeting *at = meeting; at; at = at->next) {
        text_add(out, at == meeting ? "" : "; ");
        if (at->match->kind == MATCH_COLLECTIVE)
            add_collective(html, finding, at->match);
        else
            add_message(html, finding, at->match, number);
    }
    text_add(out, "</td></tr>\n");
}

static void add_list(struct html *html, const struct finding *finding, size_t first)
{
    struct text *out = html->out;
    struct meeting **meetings = find_meetings(html, finding, first);
    text_add(out, "<details class=\"events\"><summary>The same events as a list</summary>\n"
                  "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Events\">"
                  "<table><thead><tr><th scope=\"col\">No.</th><th scope=\"col\">Rank</th>"
                  "<th scope=\"col\">Call</th><th scope=\"col\">State</th><th scope=\"col\">Place"
                  "</th><th scope=\"col\">Match</th></tr></thead><tbody>\n");
    for (size_t i = first; i < finding->event_count; i++)
        add_row(html, finding, i, meetings[i - first]);
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

void html_trace(struct html *html, const struct finding *finding)
{
    struct text *out = html->out;
    if (finding->event_count == 0)
        return;
    struct html_layout layout;
    size_t first =
        finding->event_count > html->event_cap ? finding->event_count - html->event_cap : 0;
    html_layout_make(&layout, &html->arena, finding, first);
    text_addf(out,
              "<section class=\"trace\" aria-labelledby=\"f%zu-trace\">\n<h4 id=\"f%zu-trace\">"
              "What happened</h4>\n",
              html->number, html->number);
    if (first > 0) {
        text_add(out, "<p class=\"note\">This shows the last ");
        html_count(out, finding->event_count - first);
        text_add(out, " of ");
        html_counted(out, finding->event_count, "event");
        text_add(out, "; the first ");
        html_count(out, first);
        text_add(out, first == 1 ? " is" : " are");
        text_add(out, " left out here and kept in the JSON file.</p>\n");
    }
    text_add(out, "<div class=\"stage\">\n<div class=\"picture\">\n");
    html_spacetime(html, finding, &layout);
    text_add(out, "</div>\n");
    add_stepper(out, &layout, finding->event_count);
    text_add(out, "</div>\n");
    add_list(html, finding, first);
    text_add(out, "</section>\n");
}
