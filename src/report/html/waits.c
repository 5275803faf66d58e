/* waits.c: prints the wait-for graph: ranks on a circle, an arrow from each waiting rank to each
 * rank that it waits for. */

#include "report/html/waits.h"

#include "report/html/layout.h"
#include "report/html/text.h"
#include "report/phrase.h"

#include <math.h>
#include <string.h>

enum {
    NODE = 22, /* radius */
    SMALL_NODE = 16,
    NODE_DISTANCE = 78,
    SMALL_DISTANCE = 60,
    MANY_NODES = 16, /* are drawn small */
    LEAST_RADIUS = 92,
    MARGIN = 60,
};

static const double PI = 3.14159265358979323846;

struct graph {
    const struct finding *finding;
    int *ranks; /* ranks of the nodes, sorted */
    size_t node_count;
    bool *edge;  /* node_count * node_count: whether one waits for the other */
    bool *reach; /* the same: whether a path of waits leads there */
    double node; /* radius */
    double radius, centre_x, centre_y;
};

/* Returns the node of a rank; node_count if it is not drawn. */
static size_t graph_node(const struct graph *graph, int rank)
{
    return html_rank_index(graph->ranks, graph->node_count, rank);
}

/* Fills in the matrix of paths by a search from each node. */
static void graph_close(struct graph *graph, struct arena *arena)
{
    size_t n = graph->node_count;
    size_t *stack = arena_alloc(arena, (n + 1) * sizeof *stack);
    for (size_t start = 0; start < n; start++) {
        bool *seen = graph->reach + start * n;
        size_t depth = 0;
        stack[depth++] = start;
        while (depth > 0) {
            size_t from = stack[--depth];
            for (size_t to = 0; to < n; to++) {
                if (!graph->edge[from * n + to] || seen[to])
                    continue;
                seen[to] = true;
                if (to != start)
                    stack[depth++] = to;
            }
        }
    }
}

static void graph_make(struct graph *graph, struct arena *arena, const struct finding *finding)
{
    *graph = (struct graph){.finding = finding};
    int *ranks = arena_alloc(arena, 2 * finding->wait_count * sizeof *ranks);
    for (size_t i = 0; i < finding->wait_count; i++) {
        ranks[2 * i] = finding->waits[i].rank;
        ranks[2 * i + 1] = finding->waits[i].on;
    }
    size_t distinct = html_rank_set(ranks, 2 * finding->wait_count);
    graph->ranks = ranks;
    graph->node_count = distinct < HTML_WAIT_RANK_CAP ? distinct : HTML_WAIT_RANK_CAP;
    size_t n = graph->node_count;
    graph->edge = arena_alloc(arena, n * n);
    graph->reach = arena_alloc(arena, n * n);
    for (size_t i = 0; i < finding->wait_count; i++) {
        size_t from = graph_node(graph, finding->waits[i].rank);
        size_t to = graph_node(graph, finding->waits[i].on);
        if (from < n && to < n)
            graph->edge[from * n + to] = true;
    }
    graph_close(graph, arena);
    double distance = n > MANY_NODES ? SMALL_DISTANCE : NODE_DISTANCE;
    graph->node = n > MANY_NODES ? SMALL_NODE : NODE;
    graph->radius = n == 1 ? 0 : fmax(LEAST_RADIUS, distance * (double)n / (2 * PI));
    graph->centre_x = graph->radius + MARGIN;
    graph->centre_y = (n == 2 ? 0 : graph->radius) + MARGIN;
}

static bool graph_on_cycle(const struct graph *graph, size_t from, size_t to)
{
    return graph->reach[to * graph->node_count + from];
}

/* Returns the angle of a node. Two nodes are side by side; more of them start at the top and go
 * clockwise. */
static double graph_angle(const struct graph *graph, size_t node)
{
    double start = graph->node_count == 2 ? PI : -PI / 2;
    return start + 2 * PI * (double)node / (double)graph->node_count;
}

static void waits_add_head(struct text *out, double x, double y, double dx, double dy)
{
    text_addf(out, "<path class=\"head\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>", x, y,
              x - 11 * dx - 5 * dy, y - 11 * dy + 5 * dx, x - 11 * dx + 5 * dy,
              y - 11 * dy - 5 * dx);
}

static void waits_add_title(struct text *out, const struct wait *wait)
{
    text_addf(out, "<title>rank %d waits for rank %d", wait->rank, wait->on);
    if (wait->why) {
        text_add(out, ": ");
        html_text(out, wait->why);
    }
    text_add(out, "</title>");
}

static void waits_add_edge(struct text *out, const struct graph *graph, const struct wait *wait)
{
    size_t from = graph_node(graph, wait->rank), to = graph_node(graph, wait->on);
    if (from == graph->node_count || to == graph->node_count)
        return;
    double a = graph_angle(graph, from), b = graph_angle(graph, to), r = graph->radius;
    double node = graph->node;
    double x1 = graph->centre_x + r * cos(a), y1 = graph->centre_y + r * sin(a);
    double x2 = graph->centre_x + r * cos(b), y2 = graph->centre_y + r * sin(b);
    text_addf(out, "<g class=\"wait %s%s\">", wait->any ? "any" : "all",
              graph_on_cycle(graph, from, to) ? " cycle" : "");
    waits_add_title(out, wait);
    if (from == to) { /* a loop on the outside */
        double ox = cos(a), oy = sin(a);
        double sx = x1 + node * ox - 9 * oy, sy = y1 + node * oy + 9 * ox;
        double ex = x1 + node * ox + 9 * oy, ey = y1 + node * oy - 9 * ox;
        text_addf(out, "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"/>", sx, sy,
                  sx + 26 * ox - 14 * oy, sy + 26 * oy + 14 * ox, ex + 26 * ox + 14 * oy,
                  ey + 26 * oy - 14 * ox, ex + 8 * ox, ey + 8 * oy);
        waits_add_head(out, ex, ey, -ox, -oy);
    } else {
        /* The line is bent to one side, so that the opposite edge has a line of its own. */
        double dx = x2 - x1, dy = y2 - y1, length = hypot(dx, dy);
        dx /= length;
        dy /= length;
        double bend = fmin(30, length * 0.16);
        double mx = (x1 + x2) / 2 - bend * dy, my = (y1 + y2) / 2 + bend * dx;
        double sl = hypot(mx - x1, my - y1), el = hypot(x2 - mx, y2 - my);
        double ux = (x2 - mx) / el, uy = (y2 - my) / el;
        double tip_x = x2 - (node + 4) * ux, tip_y = y2 - (node + 4) * uy;
        text_addf(out, "<path d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\"/>",
                  x1 + (node + 3) * (mx - x1) / sl, y1 + (node + 3) * (my - y1) / sl, mx, my,
                  tip_x - 8 * ux, tip_y - 8 * uy);
        waits_add_head(out, tip_x, tip_y, ux, uy);
    }
    text_add(out, "</g>\n");
}

static void waits_add_nodes(struct text *out, const struct graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        double x = graph->centre_x + graph->radius * cos(graph_angle(graph, i));
        double y = graph->centre_y + graph->radius * sin(graph_angle(graph, i));
        bool cycle = graph_on_cycle(graph, i, i);
        text_addf(out, "<g class=\"node%s\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.0f\"/>",
                  cycle ? " cycle" : "", x, y, graph->node);
        if (cycle)
            text_addf(out, "<circle class=\"inner\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.0f\"/>", x, y,
                      graph->node - 4);
        text_addf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text></g>\n", x,
                  y + 5, graph->ranks[i]);
    }
}

/* Adds a sentence about the shortest cycle, found by a breadth-first search from each node on a
 * cycle. */
static void add_cycle(struct html *html, const struct graph *graph)
{
    size_t n = graph->node_count, best = n + 1, best_start = 0;
    size_t *queue = arena_alloc(&html->arena, (n + 1) * sizeof *queue);
    size_t *next = arena_alloc(&html->arena, (n + 1) * sizeof *next);
    size_t *path = arena_alloc(&html->arena, (n + 1) * sizeof *path);
    size_t *depth = arena_alloc(&html->arena, (n + 1) * sizeof *depth);
    for (size_t start = 0; start < n && best > 1; start++) {
        size_t head = 0, tail = 0, found = 0;
        memset(depth, 0, n * sizeof *depth);
        /* Searches backwards, so that `next` leads from each node towards the start. */
        for (queue[tail++] = start; head < tail && found == 0; head++)
            for (size_t from = 0; from < n && found == 0; from++) {
                if (!graph->edge[from * n + queue[head]] || depth[from])
                    continue;
                depth[from] = (queue[head] == start ? 0 : depth[queue[head]]) + 1;
                next[from] = queue[head];
                if (from == start)
                    found = depth[from];
                else
                    queue[tail++] = from;
            }
        if (found == 0 || found >= best)
            continue;
        best = found;
        best_start = start;
        memcpy(path, next, n * sizeof *path);
    }
    if (best > n)
        return;
    text_addf(html->out, "<p class=\"cycle-text\">A cycle: rank %d", graph->ranks[best_start]);
    for (size_t i = 0, at = best_start; i < best; i++) {
        at = path[at];
        text_addf(html->out, "%s %d", i ? " \xe2\x86\x92" : " waits for", graph->ranks[at]);
    }
    text_add(html->out, ".</p>\n");
}

/* Lists the waits. Those of a rank that differ only in the rank waited for are one line; they are
 * consecutive in the document. */
static void waits_add_list(struct html *html, const struct finding *finding)
{
    struct text *out = html->out;
    size_t rows = 0;
    int *on = arena_alloc(&html->arena, finding->wait_count * sizeof *on);
    text_add(out, "<ul class=\"wait-list\">");
    for (size_t i = 0, end; i < finding->wait_count; i = end, rows++) {
        const struct wait *wait = &finding->waits[i];
        size_t count = 0;
        for (end = i; end < finding->wait_count; end++) {
            const struct wait *other = &finding->waits[end];
            if (other->rank != wait->rank || other->any != wait->any ||
                strcmp(other->why ? other->why : "", wait->why ? wait->why : "") != 0)
                break;
            on[count++] = other->on;
        }
        if (rows == HTML_WAIT_ROW_CAP) {
            text_add(out, "<li>\xe2\x80\xa6 and ");
            html_counted(out, finding->wait_count - i, "more wait");
            text_add(out, "</li>");
            break;
        }
        text_addf(out, "<li><b>rank %d</b> waits for ", wait->rank);
        if (count > 1)
            text_add(out, wait->any ? "any of " : "all of ");
        phrase_add_ranks(out, on, count);
        if (wait->why) {
            text_add(out, ": <span class=\"reason\">");
            html_text(out, wait->why);
            text_add(out, "</span>");
        }
        text_add(out, "</li>\n");
    }
    text_add(out, "</ul>\n");
}

static void waits_add_legend(struct text *out, const struct graph *graph)
{
    bool any = false, all = false, cycle = false;
    for (size_t i = 0; i < graph->finding->wait_count; i++) {
        any |= graph->finding->waits[i].any;
        all |= !graph->finding->waits[i].any;
    }
    for (size_t i = 0; i < graph->node_count; i++)
        cycle |= graph_on_cycle(graph, i, i);
    struct {
        bool shown;
        const char *kind, *meaning;
    } const entries[] = {{all, "all", "needs all of these (AND)"},
                         {any, "any", "one of these suffices (OR)"},
                         {cycle, "all cycle", "thick, double ring: on a cycle"}};
    text_add(out, "<ul class=\"legend\" aria-label=\"Legend\">");
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (entries[i].shown)
            text_addf(out,
                      "<li><svg width=\"40\" height=\"24\" aria-hidden=\"true\"><g class=\"wait "
                      "%s\"><path d=\"M2 12H30\"/><path class=\"head\" d=\"M38 12l-11 -5v10z\"/>"
                      "</g></svg>%s</li>",
                      entries[i].kind, entries[i].meaning);
    text_add(out, "</ul>\n");
}

void html_waits(struct html *html, const struct finding *finding)
{
    struct text *out = html->out;
    if (finding->wait_count == 0)
        return;
    struct graph graph;
    graph_make(&graph, &html->arena, finding);
    double width = 2 * graph.centre_x, height = 2 * graph.centre_y;
    text_addf(out,
              "<section class=\"waits\" aria-labelledby=\"f%zu-waits\">\n<h4 id=\"f%zu-waits\">Who "
              "waits for whom</h4>\n<div class=\"waits-body%s\">\n<div class=\"scroll\" "
              "tabindex=\"0\" role=\"region\" aria-label=\"Wait-for graph\">\n"
              "<svg class=\"graph\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
              "role=\"img\" aria-label=\"Wait-for graph of ",
              html->number, html->number, graph.node_count > MANY_NODES ? " large" : "", width,
              height, width, height);
    html_counted(out, graph.node_count, "rank");
    text_add(out, "; the list says the same\">\n");
    /* Edges on a cycle are drawn last, on top. */
    size_t left = HTML_ARROW_CAP;
    for (int cycle = 0; cycle < 2; cycle++)
        for (size_t i = 0; i < finding->wait_count && left > 0; i++) {
            size_t from = graph_node(&graph, finding->waits[i].rank);
            size_t to = graph_node(&graph, finding->waits[i].on);
            if (from == graph.node_count || to == graph.node_count ||
                graph_on_cycle(&graph, from, to) != (cycle == 1))
                continue;
            waits_add_edge(out, &graph, &finding->waits[i]);
            left--;
        }
    waits_add_nodes(out, &graph);
    text_add(out, "</svg>\n</div>\n<div>\n");
    add_cycle(html, &graph);
    waits_add_list(html, finding);
    text_add(out, "</div>\n</div>\n");
    waits_add_legend(out, &graph);
    if (graph.node_count == HTML_WAIT_RANK_CAP || left == 0)
        text_addf(out, "<p class=\"note\">At most %d ranks and %d arrows are drawn.</p>\n",
                  HTML_WAIT_RANK_CAP, HTML_ARROW_CAP);
    text_add(out, "</section>\n");
}
