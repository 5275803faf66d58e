/* spacetime.c: draws the space-time diagram: ranks are columns, time goes down.
 *
 * Every part is drawn around the origin, and then moved to its place. So a part of many diagrams is
 * the same in all of them, and a record can refer to it by a number.
 */

#include "report/html/spacetime.h"

#include "report/html/layout.h"
#include "report/html/pieces.h"
#include "report/html/text.h"
#include "report/phrase.h"

#include <math.h>
#include <string.h>

enum {
    ROW = 48,
    TOP = 26, /* of the first row's centre */
    MARK_LEFT = 46,
    WIDE_COLUMN = 216, /* for few ranks */
    COLUMN = 168,
    FEW_RANKS = 2,
    MARK_SIZE = 7,
    LABEL_LEFT = 22, /* of the mark's centre, with room for the head of an arrow */
    LABEL_BYTES_CAP = 256,
    ARROW_GAP = 10, /* between an arrow's end and the centre of a mark */
};

struct canvas {
    struct html *html;
    const struct html_history *history;
    const struct html_layout *layout;
    double column; /* width */
    size_t arrows_left;
    struct text piece;          /* the part that is being drawn */
    struct html_record *record; /* NULL: printed at once */
};

struct point {
    double x, y;
};

const char *html_state_name(enum event_state state)
{
    static const char *const names[] = {"done", "pending", "blocked", "failed"};
    return names[state];
}

static bool canvas_has(const struct canvas *canvas, size_t event)
{
    return event >= canvas->layout->first && event < canvas->history->event_count;
}

static struct point canvas_point(const struct canvas *canvas, size_t event)
{
    size_t i = event - canvas->layout->first;
    return (struct point){MARK_LEFT + canvas->column * (double)canvas->layout->columns[i],
                          TOP + ROW * (double)canvas->layout->rows[i]};
}

/* Ends the current part and moves it to its place. `from` and `to` are the events that it connects,
 * counted from 1; an event itself has no `to`, other parts have neither. */
static void canvas_put(struct canvas *canvas, const char *kind, struct point at, size_t from,
                       size_t to)
{
    struct text *out = canvas->html->out;
    if (canvas->record) {
        struct text *piece = &canvas->record->piece;
        text_clear(piece);
        text_addf(piece, "<g class=\"%s\">%s</g>\n", kind, canvas->piece.data);
        text_addf(&canvas->record->picture, ";%zu %.0f %.0f",
                  html_piece(&canvas->record->drawn, piece->data), at.x, at.y);
        if (from > 0)
            text_addf(&canvas->record->picture, " %zu", from);
        if (to > 0)
            text_addf(&canvas->record->picture, " %zu", to);
    } else {
        text_addf(out, "<g class=\"%s\"", kind);
        if (to > 0)
            text_addf(out, " data-from=\"%zu\" data-to=\"%zu\"", from, to);
        else if (from > 0)
            text_addf(out, " data-event=\"%zu\"", from);
        text_addf(out, " transform=\"translate(%.0f %.0f)\">", at.x, at.y);
        text_add_bytes(out, canvas->piece.data, canvas->piece.length);
        text_add(out, "</g>\n");
    }
    text_clear(&canvas->piece);
}

/* Draws a mark. States differ by shape: disc, dashed ring, square with bars, diamond with cross. */
static void add_mark(struct text *out, enum event_state state, double x, double y)
{
    double s = MARK_SIZE;
    switch (state) {
    case EVENT_DONE:
        text_addf(out, "<circle class=\"mark\" cx=\"%.0f\" cy=\"%.0f\" r=\"6\"/>", x, y);
        break;
    case EVENT_PENDING:
        text_addf(out, "<circle class=\"mark pending\" cx=\"%.0f\" cy=\"%.0f\" r=\"7\"/>", x, y);
        break;
    case EVENT_BLOCKED:
        text_addf(out,
                  "<rect class=\"mark blocked\" x=\"%.0f\" y=\"%.0f\" width=\"16\" height=\"16\" "
                  "rx=\"2\"/><path class=\"sign\" d=\"M%.0f %.0fv8m6 0v-8\"/>",
                  x - 8, y - 8, x - 3, y - 4);
        break;
    case EVENT_FAILED:
        text_addf(out,
                  "<path class=\"mark failed\" d=\"M%.0f %.0fl10 10l-10 10l-10 -10z\"/>"
                  "<path class=\"sign\" d=\"M%.1f %.1fl%.0f %.0fm0 -%.0fl-%.0f %.0f\"/>",
                  x, y - 10, x - s / 2, y - s / 2, s, s, s, s, s);
        break;
    }
}

static void add_arrow_head(struct text *out, struct point tip, double dx, double dy)
{
    const double length = 9, half = 4;
    text_addf(out, "<path class=\"head\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>", tip.x, tip.y,
              tip.x - length * dx - half * dy, tip.y - length * dy + half * dx,
              tip.x - length * dx + half * dy, tip.y - length * dy - half * dx);
}

/* The layer of an arrow's parts: lines are under the labels of events, heads and words on top. */
enum layer { LAYER_LINES, LAYER_HEADS };

static void add_loop(struct text *out, double dy, enum layer layer)
{
    if (layer == LAYER_LINES)
        text_addf(out, "<path d=\"M-8 0C-34 0 -34 %.0f -16 %.0f\"/>", dy, dy);
    else
        add_arrow_head(out, (struct point){-9, dy}, 1, 0);
}

static void add_arrow(struct canvas *canvas, size_t from, size_t to, const char *kind,
                      const char *word, enum layer layer)
{
    struct text *out = &canvas->piece;
    struct point a = canvas_point(canvas, from), b = canvas_point(canvas, to);
    if (canvas->arrows_left == 0)
        return;
    canvas->arrows_left--;
    double x = b.x - a.x, y = b.y - a.y, length = hypot(x, y);
    if (x == 0) { /* a message of a rank to itself goes around its marks */
        add_loop(out, y, layer);
    } else {
        double dx = x / length, dy = y / length;
        struct point tip = {x - (ARROW_GAP + 1) * dx, y - (ARROW_GAP + 1) * dy};
        if (layer == LAYER_LINES)
            text_addf(out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>", ARROW_GAP * dx, ARROW_GAP * dy,
                      tip.x - 6 * dx, tip.y - 6 * dy);
        else
            add_arrow_head(out, tip, dx, dy);
        if (layer == LAYER_HEADS && word)
            text_addf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%s</text>", x / 2,
                      y / 2 + 4, word);
    }
    canvas_put(canvas, kind, a, from + 1, to + 1);
}

static void spacetime_add_message(struct canvas *canvas, const struct match *match,
                                  enum layer layer)
{
    if (canvas_has(canvas, match->events[0]) && canvas_has(canvas, match->events[1]) &&
        match->events[0] != match->events[1])
        add_arrow(canvas, match->events[0], match->events[1],
                  match->wildcard ? "arrow wildcard" : "arrow message",
                  match->wildcard ? "any" : NULL, layer);
}

static void add_alternatives(struct canvas *canvas, const struct match *match, enum layer layer)
{
    size_t receive = match->events[1];
    for (size_t i = 0; canvas_has(canvas, receive) && i < match->alternative_count; i++) {
        size_t send = match->alternatives[i];
        if (canvas_has(canvas, send) && send != receive && send != match->events[0])
            add_arrow(canvas, send, receive, "arrow alternative", "or", layer);
    }
}

/* Draws messages first: if there are too many arrows, alternatives are left out. */
static void spacetime_add_messages(struct canvas *canvas, enum layer layer)
{
    canvas->arrows_left = HTML_ARROW_CAP;
    for (int alternatives = 0; alternatives < 2; alternatives++)
        for (size_t i = 0; i < canvas->history->match_count; i++) {
            const struct match *match = &canvas->history->matches[i];
            if (match->kind != MATCH_MESSAGE || match->event_count < 2)
                continue;
            if (alternatives)
                add_alternatives(canvas, match, layer);
            else
                spacetime_add_message(canvas, match, layer);
        }
}

/* Draws a bar if the events share a row, otherwise a band from event to event. */
static void spacetime_add_collective(struct canvas *canvas, const struct match *match)
{
    size_t drawn = 0, last = 0;
    struct point first = {0, 0};
    text_add(&canvas->piece, "<path d=\"");
    for (size_t i = 0; i < match->event_count && drawn < HTML_EVENT_CAP; i++) {
        if (!canvas_has(canvas, match->events[i]))
            continue;
        struct point at = canvas_point(canvas, match->events[i]);
        if (drawn == 0)
            first = at;
        text_addf(&canvas->piece, "%c%.0f %.0f", drawn ? 'L' : 'M', at.x - first.x, at.y - first.y);
        last = match->events[i] > last ? match->events[i] : last;
        drawn++;
    }
    text_add(&canvas->piece, "\"/>");
    if (drawn > 1)
        canvas_put(canvas, "collective", first, last + 1, last + 1);
    text_clear(&canvas->piece);
}

/* Says whether the argument is important: those that name the other rank come first. */
static bool is_telling(const struct argument *argument)
{
    static const char *const names[] = {"dest", "source", "root", "target_rank", "tag"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(argument->name, names[i]) == 0)
            return true;
    return false;
}

/* Adds as many whole arguments as fit, important ones first; only the first may be cut. */
static void spacetime_add_arguments(struct text *out, const struct location *at, size_t letters)
{
    struct text line;
    text_init(&line, LABEL_BYTES_CAP);
    for (size_t i = 0; i < 2 * at->argument_count; i++) {
        const struct argument *argument = &at->arguments[i % at->argument_count];
        if (is_telling(argument) != (i < at->argument_count))
            continue;
        size_t before = line.length;
        text_addf(&line, "%s%s=%s", before ? ", " : "", phrase_argument_name(argument),
                  argument->text ? argument->text : "");
        if (line.length <= letters)
            continue;
        if (before > 0)
            line.data[before] = '\0';
        break;
    }
    html_short(out, line.data, letters);
    text_free(&line);
}

static void add_label(struct canvas *canvas, const struct event *event)
{
    struct text *out = &canvas->piece;
    const char *name = html_call_name(&event->at);
    bool wide = canvas->column > COLUMN;
    if (strncmp(name, "MPI_", 4) == 0 && name[4] != '\0')
        name += 4;
    /* Two lines of text, above and below the line of a bar or an arrow through the mark. */
    text_addf(out, "<text class=\"name\" x=\"%d\" y=\"-5\">", LABEL_LEFT);
    html_short(out, name, wide ? 18 : 12);
    text_add(out, "</text>");
    if (event->state == EVENT_DONE && event->at.argument_count == 0)
        return;
    text_addf(out, "<text class=\"arguments\" x=\"%d\" y=\"15\">", LABEL_LEFT);
    size_t letters = wide ? 20 : 14;
    if (event->state != EVENT_DONE) {
        text_addf(out, "<tspan class=\"word\">%s</tspan> ", html_state_name(event->state));
        letters -= strlen(html_state_name(event->state)) + 1;
    }
    spacetime_add_arguments(out, &event->at, letters);
    text_add(out, "</text>");
}

/* Draws an event. Its number is not part of a recorded piece, or there would be one piece for each
 * number. */
static void spacetime_add_event(struct canvas *canvas, size_t number)
{
    struct text *out = &canvas->piece;
    const struct event *event = &canvas->history->events[number];
    text_add(out, "<title>");
    if (!canvas->record)
        text_addf(out, "Event %zu, ", number + 1);
    html_rank(out, event->at.rank);
    text_add(out, ": ");
    html_call_plain(out, &event->at);
    text_addf(out, ", %s, ", html_state_name(event->state));
    html_file_line(out, event->at.file, event->at.line, 0);
    text_addf(out,
              "</title><rect class=\"hit\" x=\"-42\" y=\"%.0f\" width=\"%.0f\" height=\"%d\" "
              "rx=\"8\"/>",
              2 - ROW / 2.0, canvas->column - 8, ROW - 4);
    add_mark(out, event->state, 0, 0);
    text_add(out, "<text class=\"number\" x=\"-15\" y=\"4\" text-anchor=\"end\">");
    if (!canvas->record)
        text_addf(out, "%zu", number + 1);
    text_add(out, "</text>");
    add_label(canvas, event);
    canvas_put(canvas, "event", canvas_point(canvas, number), number + 1, 0);
}

/* Draws a line per rank down to its last event, dotted below an event that never ends. */
static void add_lifelines(struct canvas *canvas, double bottom)
{
    const struct html_layout *layout = canvas->layout;
    size_t *last = arena_alloc(&canvas->html->arena, layout->column_count * sizeof *last);
    for (size_t i = layout->first; i < canvas->history->event_count; i++)
        last[layout->columns[i - layout->first]] = i;
    for (size_t i = 0; i < layout->column_count; i++) {
        struct point end = canvas_point(canvas, last[i]);
        text_addf(&canvas->piece, "<path d=\"M0 0V%.0f\"/>", end.y);
        canvas_put(canvas, "life", (struct point){end.x, 0}, 0, 0);
        if (canvas->history->events[last[i]].state != EVENT_BLOCKED)
            continue;
        text_addf(&canvas->piece, "<path d=\"M0 10V%.0f\"/>", bottom - end.y);
        canvas_put(canvas, "life endless", end, last[i] + 1, last[i] + 1);
    }
}

static void spacetime_add_head(const struct canvas *canvas, struct text *out)
{
    for (size_t i = 0; i < canvas->layout->column_count; i++) {
        text_addf(out, "<text x=\"%.0f\" y=\"22\">", MARK_LEFT - 7 + canvas->column * (double)i);
        html_rank(out, canvas->layout->ranks[i]);
        text_add(out, "</text>");
    }
}

static void spacetime_add_legend(const struct canvas *canvas, struct text *out)
{
    const struct html_history *history = canvas->history;
    bool states[4] = {true}, message = false, wildcard = false, alternative = false;
    bool collective = false;
    for (size_t i = canvas->layout->first; i < history->event_count; i++)
        states[history->events[i].state] = true;
    for (size_t i = 0; i < history->match_count; i++) {
        message |= history->matches[i].kind == MATCH_MESSAGE && !history->matches[i].wildcard;
        wildcard |= history->matches[i].kind == MATCH_MESSAGE && history->matches[i].wildcard;
        alternative |= history->matches[i].alternative_count > 0;
        collective |= history->matches[i].kind == MATCH_COLLECTIVE;
    }
    text_add(out, "<ul class=\"legend\" aria-label=\"Legend\">");
    static const char *const meanings[] = {"done", "pending: never completed",
                                           "blocked: waits for ever", "failed"};
    for (int i = 0; i < 4; i++) {
        if (!states[i])
            continue;
        text_add(out, "<li><svg width=\"24\" height=\"24\" aria-hidden=\"true\">");
        add_mark(out, (enum event_state)i, 12, 12);
        text_addf(out, "</svg>%s</li>", meanings[i]);
    }
    struct {
        bool shown;
        const char *kind, *meaning;
    } const arrows[] = {{message, "message", "message"},
                        {wildcard, "wildcard", "message taken by a wildcard"},
                        {alternative, "alternative", "could have been taken instead"}};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (arrows[i].shown)
            text_addf(out,
                      "<li><svg width=\"36\" height=\"24\" aria-hidden=\"true\"><g class=\"arrow "
                      "%s\"><path d=\"M2 12H28\"/><path class=\"head\" d=\"M34 12l-9 -4v8z\"/></g>"
                      "</svg>%s</li>",
                      arrows[i].kind, arrows[i].meaning);
    if (collective)
        text_add(out, "<li><svg width=\"36\" height=\"24\" aria-hidden=\"true\"><g "
                      "class=\"collective\"><path d=\"M6 12H30\"/></g></svg>collective</li>");
    if (canvas->arrows_left == 0)
        text_addf(out, "<li>Only the first %d arrows are drawn.</li>", HTML_ARROW_CAP);
    text_add(out, "</ul>\n");
}

static void add_parts(struct canvas *canvas, double height)
{
    const struct html_history *history = canvas->history;
    add_lifelines(canvas, height);
    for (size_t i = 0; i < history->match_count; i++)
        if (history->matches[i].kind == MATCH_COLLECTIVE)
            spacetime_add_collective(canvas, &history->matches[i]);
    spacetime_add_messages(canvas, LAYER_LINES);
    for (size_t i = canvas->layout->first; i < history->event_count; i++)
        spacetime_add_event(canvas, i);
    spacetime_add_messages(canvas, LAYER_HEADS);
}

static void print_diagram(struct canvas *canvas, double width, double height)
{
    struct text *out = canvas->html->out;
    text_addf(out,
              "<div class=\"diagram\">\n<svg class=\"ranks\" width=\"%.0f\" height=\"34\" "
              "viewBox=\"0 0 %.0f 34\" aria-hidden=\"true\">",
              width, width);
    spacetime_add_head(canvas, out);
    text_addf(out,
              "</svg>\n<svg class=\"spacetime\" width=\"%.0f\" height=\"%.0f\" "
              "viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Space-time diagram: a column "
              "for each rank, time goes down\">\n",
              width, height, width, height);
    add_parts(canvas, height);
    text_add(out, "</svg>\n</div>\n");
    spacetime_add_legend(canvas, out);
}

static void record_diagram(struct canvas *canvas, double width, double height)
{
    struct html_record *record = canvas->record;
    text_clear(&record->piece);
    text_add(&record->piece, "<g>");
    spacetime_add_head(canvas, &record->piece);
    text_add(&record->piece, "</g>\n");
    text_addf(&record->picture, "%.0f %.0f %zu", width, height,
              html_piece(&record->drawn, record->piece.data));
    add_parts(canvas, height);
    text_clear(&record->piece);
    spacetime_add_legend(canvas, &record->piece);
    text_addf(&record->picture, ";%zu", html_piece(&record->words, record->piece.data));
}

void html_spacetime(struct html *html, const struct html_history *history,
                    const struct html_layout *layout, struct html_record *record)
{
    struct canvas canvas = {.html = html,
                            .history = history,
                            .layout = layout,
                            .column = layout->column_count <= FEW_RANKS ? WIDE_COLUMN : COLUMN,
                            .record = record};
    double width = canvas.column * (double)layout->column_count + 16;
    double height = TOP + ROW * (double)layout->row_count;
    text_init(&canvas.piece, html->out->cap);
    if (record)
        record_diagram(&canvas, width, height);
    else
        print_diagram(&canvas, width, height);
    text_free(&canvas.piece);
}
