/* layout.c: computes the positions of events. Rows are logical time: an event is below the events
 * that happened before it (Lamport 1978), and all events of a collective share a row where
 * possible. That keeps diagrams short and arrows pointing down. */

#include "report/html/layout.h"

#include <stdint.h>
#include <stdlib.h>

struct edge {
    size_t to, next; /* `next` is the next edge of the same node */
};

/* Events that share a row are one node, named by its first event. */
struct order {
    size_t count;
    size_t *node; /* of each event */
    size_t *first_edge;
    size_t *arriving; /* edges into a node that are not yet resolved */
    struct edge *edges;
    size_t edge_count;
    bool contradiction; /* an event of a node must come after another one of the same node */
};

static const size_t NONE = SIZE_MAX;

static int layout_compare_ranks(const void *a, const void *b)
{
    const int *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

size_t html_rank_set(int *ranks, size_t count)
{
    size_t distinct = 0;
    qsort(ranks, count, sizeof *ranks, layout_compare_ranks);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || ranks[i] != ranks[distinct - 1])
            ranks[distinct++] = ranks[i];
    return distinct;
}

size_t html_rank_index(const int *ranks, size_t count, int rank)
{
    const int *at = bsearch(&rank, ranks, count, sizeof *ranks, layout_compare_ranks);
    return at ? (size_t)(at - ranks) : count;
}

void html_layout_columns(struct html_layout *layout, struct arena *arena,
                         const struct event *events, size_t count)
{
    layout->ranks = arena_alloc(arena, (count + 1) * sizeof *layout->ranks);
    layout->columns = arena_alloc(arena, (count + 1) * sizeof *layout->columns);
    for (size_t i = 0; i < count; i++)
        layout->ranks[i] = events[i].at.rank;
    layout->column_count = html_rank_set(layout->ranks, count);
    for (size_t i = 0; i < count; i++)
        layout->columns[i] =
            html_rank_index(layout->ranks, layout->column_count, events[i].at.rank);
}

static void layout_add_edge(struct order *order, struct arena *arena, size_t from, size_t to)
{
    from = order->node[from];
    to = order->node[to];
    if (from == to) {
        order->contradiction = true;
        return;
    }
    *arena_push(arena, order->edges, order->edge_count) =
        (struct edge){.to = to, .next = order->first_edge[from]};
    order->first_edge[from] = order->edge_count - 1;
    order->arriving[to]++;
}

static void join_collectives(struct order *order, struct arena *arena,
                             const struct html_history *history, size_t first)
{
    bool *joined = arena_alloc(arena, order->count + 1);
    for (size_t m = 0; m < history->match_count; m++) {
        const struct match *match = &history->matches[m];
        size_t leader = NONE;
        for (size_t i = 0; match->kind == MATCH_COLLECTIVE && i < match->event_count; i++) {
            size_t event = match->events[i];
            if (event < first || event >= history->event_count || joined[event - first])
                continue;
            joined[event - first] = true;
            if (leader == NONE)
                leader = event - first;
            order->node[event - first] = leader;
        }
    }
}

static void add_edges(struct order *order, struct arena *arena, const struct html_history *history,
                      const struct html_layout *layout)
{
    size_t first = layout->first;
    size_t *last = arena_alloc(arena, (layout->column_count + 1) * sizeof *last);
    for (size_t i = 0; i < layout->column_count; i++)
        last[i] = NONE;
    for (size_t i = 0; i < order->count; i++) {
        size_t *before = &last[layout->columns[i]];
        if (*before != NONE)
            layout_add_edge(order, arena, *before, i);
        *before = i;
    }
    for (size_t m = 0; m < history->match_count; m++) {
        const struct match *match = &history->matches[m];
        if (match->kind != MATCH_MESSAGE || match->event_count < 2)
            continue;
        size_t from = match->events[0], to = match->events[1];
        /* A receive may be posted before its message is sent; then the arrow points up. */
        if (from >= first && from < to && to < history->event_count)
            layout_add_edge(order, arena, from - first, to - first);
    }
}

/* Computes rows as longest paths from the start, in topological order. Returns false if the joined
 * rows contradict each other. */
static bool order_rows(const struct order *order, struct arena *arena, size_t *rows)
{
    size_t *queue = arena_alloc(arena, (order->count + 1) * sizeof *queue);
    size_t head = 0, tail = 0, nodes = 0;
    for (size_t i = 0; i < order->count; i++) {
        rows[i] = 0;
        nodes += order->node[i] == i;
        if (order->node[i] == i && order->arriving[i] == 0)
            queue[tail++] = i;
    }
    for (; head < tail; head++)
        for (size_t e = order->first_edge[queue[head]]; e != NONE; e = order->edges[e].next) {
            size_t to = order->edges[e].to;
            if (rows[to] < rows[queue[head]] + 1)
                rows[to] = rows[queue[head]] + 1;
            if (--order->arriving[to] == 0)
                queue[tail++] = to;
        }
    for (size_t i = 0; i < order->count; i++)
        rows[i] = rows[order->node[i]];
    return tail == nodes;
}

static bool make_rows(struct html_layout *layout, struct arena *arena,
                      const struct html_history *history, bool join)
{
    struct order order = {.count = history->event_count - layout->first};
    order.node = arena_alloc(arena, (order.count + 1) * sizeof *order.node);
    order.first_edge = arena_alloc(arena, (order.count + 1) * sizeof *order.first_edge);
    order.arriving = arena_alloc(arena, (order.count + 1) * sizeof *order.arriving);
    for (size_t i = 0; i < order.count; i++) {
        order.node[i] = i;
        order.first_edge[i] = NONE;
    }
    if (join)
        join_collectives(&order, arena, history, layout->first);
    add_edges(&order, arena, history, layout);
    return !order.contradiction && order_rows(&order, arena, layout->rows);
}

void html_layout_make(struct html_layout *layout, struct arena *arena,
                      const struct html_history *history, size_t first)
{
    size_t count = history->event_count - first;
    *layout = (struct html_layout){.first = first};
    html_layout_columns(layout, arena, history->events + first, count);
    layout->rows = arena_alloc(arena, (count + 1) * sizeof *layout->rows);
    /* The starts of non-blocking collectives may be unable to share a row. Without joining, every
     * edge agrees with the given order, so there is always a solution. */
    if (!make_rows(layout, arena, history, true))
        make_rows(layout, arena, history, false);
    for (size_t i = 0; i < count; i++)
        if (layout->rows[i] + 1 > layout->row_count)
            layout->row_count = layout->rows[i] + 1;
}
