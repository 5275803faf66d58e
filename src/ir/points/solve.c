/* solve.c: grows sets along edges until nothing changes.
 *
 * Nodes send on only the new members of their sets (difference propagation), sources before
 * targets. When many edges have appeared, the nodes of each cycle, which must hold the same, are
 * merged (Hardekopf and Lin, "The ant and the grasshopper"; Pereira and Berlin, "Wave propagation
 * and deep propagation").
 */
#include "ir/graph.h"
#include "ir/points/private.h"

#include <stdlib.h>
#include <string.h>

uint32_t points_new_node(struct points *points)
{
    points->nodes =
        memory_room(points->nodes, points->node_count, &points->node_space, sizeof *points->nodes);
    uint32_t node = (uint32_t)points->node_count++;
    points->nodes[node] = (struct node){.parent = node};
    return node;
}

uint32_t points_root(const struct points *points, uint32_t node)
{
    struct node *nodes = points->nodes;
    while (nodes[node].parent != node) {
        nodes[node].parent = nodes[nodes[node].parent].parent;
        node = nodes[node].parent;
    }
    return node;
}

static bool set_insert(struct cell_set *set, uint32_t cell)
{
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->items[middle] < cell)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < set->count && set->items[low] == cell)
        return false;
    set->items = memory_room(set->items, set->count, &set->space, sizeof *set->items);
    memmove(set->items + low + 1, set->items + low, (set->count - low) * sizeof *set->items);
    set->items[low] = cell;
    set->count++;
    return true;
}

static void set_append(struct cell_set *set, uint32_t cell)
{
    set->items = memory_room(set->items, set->count, &set->space, sizeof *set->items);
    set->items[set->count++] = cell;
}

/* Orders the queue of nodes with something to send: the highest order is on top. */
static bool solve_comes_before(const struct points *points, uint32_t a, uint32_t b)
{
    return points->nodes[a].order > points->nodes[b].order;
}

static void heap_push(struct points *points, uint32_t node)
{
    if (points->nodes[node].queued)
        return;
    points->nodes[node].queued = true;
    points->heap =
        memory_room(points->heap, points->heap_count, &points->heap_space, sizeof *points->heap);
    uint32_t *heap = points->heap;
    size_t at = points->heap_count++;
    for (; at && solve_comes_before(points, node, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = node;
}

static uint32_t heap_pop(struct points *points)
{
    uint32_t *heap = points->heap, top = heap[0], last = heap[--points->heap_count];
    size_t at = 0, child;
    while ((child = 2 * at + 1) < points->heap_count) {
        if (child + 1 < points->heap_count &&
            solve_comes_before(points, heap[child + 1], heap[child]))
            child++;
        if (!solve_comes_before(points, heap[child], last))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    points->nodes[top].queued = false;
    return top;
}

static void wait_for_constraints(struct points *points, uint32_t node)
{
    if (points->nodes[node].waiting)
        return;
    points->nodes[node].waiting = true;
    points->waiting = memory_room(points->waiting, points->waiting_count, &points->waiting_space,
                                  sizeof *points->waiting);
    points->waiting[points->waiting_count++] = node;
}

void points_escape(struct points *points, uint32_t object)
{
    if (points->objects[object].escaped)
        return;
    points->objects[object].escaped = true;
    points->escaping = memory_room(points->escaping, points->escaping_count,
                                   &points->escaping_space, sizeof *points->escaping);
    points->escaping[points->escaping_count++] = object;
}

static void solve_insert(struct points *points, uint32_t node, uint32_t cell)
{
    struct node *at = &points->nodes[node];
    if (!set_insert(&at->all, cell))
        return;
    set_append(&at->fresh, cell);
    heap_push(points, node);
    if (at->constraints) {
        set_append(&at->pending, cell);
        wait_for_constraints(points, node);
    }
}

/* Makes a set unknown that is too large to list: it may point anywhere, and all that it held
 * escapes. */
static void solve_give_up(struct points *points, uint32_t node)
{
    struct node *at = &points->nodes[node];
    at->unknown = true;
    for (uint32_t i = 0; i < at->all.count; i++)
        if (at->all.items[i] != CELL_OUTSIDE)
            points_escape(points, points->cells[at->all.items[i]].object);
    at->all.count = at->fresh.count = at->pending.count = 0;
    solve_insert(points, node, CELL_OUTSIDE);
}

void points_add(struct points *points, uint32_t node, uint32_t cell)
{
    node = points_root(points, node);
    if (node == NODE_NONE)
        return;
    if (points->nodes[node].unknown) {
        if (cell != CELL_OUTSIDE)
            points_escape(points, points->cells[cell].object);
        return;
    }
    solve_insert(points, node, cell);
    if (points->nodes[node].all.count > POINTS_SET_MAX)
        solve_give_up(points, node);
}

/* Marks pairs of a call and a cell among the known edges, whose nodes have smaller numbers. */
#define CALL_PAIR 0x80000000U

static uint64_t *edge_slot(uint64_t *table, size_t space, uint64_t edge)
{
    size_t at = (size_t)((edge * 0x9E3779B97F4A7C15U) >> 20) & (space - 1);
    while (table[at] && table[at] != edge)
        at = (at + 1) & (space - 1);
    return &table[at];
}

/* Returns true for a pair the first time. */
static bool is_new_edge(struct points *points, uint32_t from, uint32_t to)
{
    enum { FIRST = 1 << 12 };
    if (points->known_count >= points->known_space / 2) {
        size_t space = points->known_space ? 2 * points->known_space : FIRST;
        uint64_t *table = memory_zero(space, sizeof *table);
        for (size_t i = 0; i < points->known_space; i++)
            if (points->known_edges[i])
                *edge_slot(table, space, points->known_edges[i]) = points->known_edges[i];
        free(points->known_edges);
        points->known_edges = table;
        points->known_space = space;
    }
    uint64_t edge = (uint64_t)from << 32 | to;
    uint64_t *slot = edge_slot(points->known_edges, points->known_space, edge);
    if (*slot)
        return false;
    *slot = edge;
    points->known_count++;
    return true;
}

void points_edge(struct points *points, uint32_t from, uint32_t to)
{
    from = points_root(points, from);
    to = points_root(points, to);
    if (from == to || from == NODE_NONE || to == NODE_NONE || from == NODE_ESCAPE ||
        !is_new_edge(points, from, to))
        return;
    struct node *at = &points->nodes[from];
    at->edges = memory_room(at->edges, at->edge_count, &at->edge_space, sizeof *at->edges);
    at->edges[at->edge_count++] = to;
    points->new_edges++;
    for (uint32_t i = 0; i < points->nodes[from].all.count; i++)
        points_add(points, to, points->nodes[from].all.items[i]);
}

void points_constrain(struct points *points, uint32_t node, struct constraint constraint)
{
    node = points_root(points, node);
    if (node == NODE_NONE)
        return;
    struct constraint *added = arena_alloc(&points->arena, sizeof *added);
    *added = constraint;
    added->next = points->nodes[node].constraints;
    points->nodes[node].constraints = added;
    /* A new constraint must see all that the node holds. */
    struct node *at = &points->nodes[node];
    at->pending.count = 0;
    for (uint32_t i = 0; i < at->all.count; i++)
        set_append(&at->pending, at->all.items[i]);
    if (at->all.count)
        wait_for_constraints(points, node);
}

static void merge_nodes(struct points *points, uint32_t into, uint32_t from)
{
    struct node *to = &points->nodes[into], *gone = &points->nodes[from];
    gone->parent = into;
    for (uint32_t i = 0; i < gone->edge_count; i++) {
        to->edges = memory_room(to->edges, to->edge_count, &to->edge_space, sizeof *to->edges);
        to->edges[to->edge_count++] = gone->edges[i];
    }
    struct constraint **end = &to->constraints;
    while (*end)
        end = &(*end)->next;
    *end = gone->constraints;
    for (uint32_t i = 0; i < gone->all.count; i++)
        points_add(points, into, gone->all.items[i]);
    if (gone->unknown && !points->nodes[into].unknown)
        solve_give_up(points, into);
    free(gone->edges);
    free(gone->all.items);
    free(gone->fresh.items);
    free(gone->pending.items);
    *gone = (struct node){.parent = into};
}

static int solve_compare_numbers(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* Removes edges to merged nodes, and duplicates. */
static void tidy_edges(struct points *points, uint32_t node)
{
    struct node *at = &points->nodes[node];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < at->edge_count; i++)
        at->edges[i] = points_root(points, at->edges[i]);
    if (at->edge_count)
        qsort(at->edges, at->edge_count, sizeof *at->edges, solve_compare_numbers);
    for (uint32_t i = 0; i < at->edge_count; i++)
        if (at->edges[i] != node && (!kept || at->edges[kept - 1] != at->edges[i]))
            at->edges[kept++] = at->edges[i];
    at->edge_count = kept;
}

static void send_again(struct points *points, uint32_t node)
{
    struct node *at = &points->nodes[node];
    at->fresh.count = at->pending.count = 0;
    for (uint32_t i = 0; i < at->all.count; i++) {
        set_append(&at->fresh, at->all.items[i]);
        if (at->constraints)
            set_append(&at->pending, at->all.items[i]);
    }
    if (at->all.count)
        heap_push(points, node);
    if (at->all.count && at->constraints)
        wait_for_constraints(points, node);
}

/* Merges each cycle of edges into one node, and orders nodes along the edges. Nothing may be
 * queued. */
static void merge_cycles(struct points *points)
{
    size_t count = points->node_count;
    struct graph graph = {.count = (uint32_t)count};
    graph.nodes = memory_zero(count, sizeof *graph.nodes);
    uint32_t *component = memory_zero(count, sizeof *component);
    for (uint32_t i = 0; i < count; i++) {
        if (points->nodes[i].parent != i)
            continue;
        tidy_edges(points, i);
        graph.nodes[i].successors = points->nodes[i].edges;
        graph.nodes[i].successor_count = points->nodes[i].edge_count;
    }
    uint32_t components = graph_components(&graph, component);
    for (uint32_t i = 0; i < count; i++)
        points->nodes[i].order = component[i];
    uint32_t *first = memory_zero(components, sizeof *first); /* by component: its first node + 1 */
    bool *merged = memory_zero(components, sizeof *merged);
    for (uint32_t i = 0; i < count; i++) {
        if (points->nodes[i].parent != i)
            continue;
        if (!first[component[i]]) {
            first[component[i]] = i + 1;
        } else {
            merge_nodes(points, first[component[i]] - 1, i);
            merged[component[i]] = true;
        }
    }
    for (uint32_t i = 0; i < components; i++)
        if (merged[i])
            send_again(points, first[i] - 1);
    free(first);
    free(merged);
    free(component);
    free(graph.nodes);
    points->new_edges = 0;
}

static void solve_copy_memory(struct points *points, uint32_t from, uint32_t to, int64_t size)
{
    if (to == CELL_OUTSIDE && from == CELL_OUTSIDE)
        return;
    if (from == CELL_OUTSIDE) {
        points_make_unknown(points, points->cells[to].object);
    } else if (to == CELL_OUTSIDE) {
        /* Copying an object outside lets its content escape, as if the object did. */
        points_escape(points, points->cells[from].object);
    } else {
        points_copy_object(points, from, to, size);
    }
}

static void constrain_copy(struct points *points, const struct constraint *constraint,
                           uint32_t cell, uint32_t node)
{
    const struct cell_set *others = &points->nodes[points_root(points, constraint->other)].all;
    if ((uint64_t)others->count * points->nodes[node].all.count > POINTS_PAIR_MAX) {
        uint32_t outside = CELL_OUTSIDE;
        for (uint32_t i = 0; i < others->count; i++) {
            uint32_t other = others->items[i];
            solve_copy_memory(points, constraint->reversed ? other : outside,
                              constraint->reversed ? outside : other, constraint->offset);
        }
        solve_copy_memory(points, constraint->reversed ? outside : cell,
                          constraint->reversed ? cell : outside, constraint->offset);
        return;
    }
    /* Copying may make nodes and so move them: the set is accessed by index. */
    for (uint32_t i = 0;; i++) {
        others = &points->nodes[points_root(points, constraint->other)].all;
        if (i >= others->count)
            break;
        uint32_t other = others->items[i];
        solve_copy_memory(points, constraint->reversed ? other : cell,
                          constraint->reversed ? cell : other, constraint->offset);
    }
}

static void constrain_call(struct points *points, const struct ir_value *call, uint32_t cell)
{
    /* A call makes constraints, which may visit this node again: each function counts once. */
    if (!is_new_edge(points, CALL_PAIR | call->number, cell))
        return;
    if (cell == CELL_OUTSIDE) {
        points_outside(points, call, NULL);
        return;
    }
    const struct ir_value *object = points->objects[points->cells[cell].object].value;
    if (object->kind == IR_FUNCTION)
        points_connect(points, call, object->as_function);
}

static void solve_apply(struct points *points, const struct constraint *constraint, uint32_t node,
                        uint32_t cell)
{
    bool outside = cell == CELL_OUTSIDE;
    uint32_t object = outside ? 0 : points->cells[cell].object;
    switch (constraint->kind) {
    case CONSTRAIN_LOAD:
        if (outside) {
            points_add(points, constraint->other, CELL_OUTSIDE);
            break;
        }
        cell = points_cell(points, object, points->cells[cell].offset + constraint->offset);
        points_edge(points, points->cells[cell].node, constraint->other);
        break;
    case CONSTRAIN_STORE:
        if (outside) {
            points_edge(points, constraint->other, NODE_ESCAPE);
            break;
        }
        if (points->objects[object].fixed)
            break;
        cell = points_cell(points, object, points->cells[cell].offset + constraint->offset);
        points_edge(points, constraint->other, points->cells[cell].node);
        break;
    case CONSTRAIN_ADDRESS:
        points_add(points, constraint->other,
                   outside ? cell : points_apply_address(points, cell, constraint->value));
        break;
    case CONSTRAIN_BLUR:
        if (!outside)
            points_blur(points, object);
        points_add(points, constraint->other, cell);
        break;
    case CONSTRAIN_COPY:
        constrain_copy(points, constraint, cell, node);
        break;
    case CONSTRAIN_CALL:
        constrain_call(points, constraint->value, cell);
        break;
    }
}

static void apply_constraints(struct points *points)
{
    size_t count = points->waiting_count;
    uint32_t *nodes = points->waiting;
    points->waiting = NULL;
    points->waiting_count = points->waiting_space = 0;
    for (size_t i = 0; i < count; i++)
        points->nodes[nodes[i]].waiting = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = points_root(points, nodes[i]);
        struct cell_set pending = points->nodes[node].pending;
        points->nodes[node].pending = (struct cell_set){0};
        /* Constraints added meanwhile are in front of these, and see the whole set by
         * themselves. */
        const struct constraint *constraint = points->nodes[node].constraints;
        for (; constraint; constraint = constraint->next)
            for (uint32_t j = 0; j < pending.count; j++)
                solve_apply(points, constraint, node, pending.items[j]);
        free(pending.items);
    }
    free(nodes);
}

static void let_escape(struct points *points)
{
    while (points->escaping_count) {
        uint32_t object = points->escaping[--points->escaping_count];
        points_make_unknown(points, object);
        for (uint32_t cell = points->objects[object].first_cell; cell;
             cell = points->cells[cell].next)
            points_edge(points, points->cells[cell].node, NODE_ESCAPE);
        const struct ir_value *value = points->objects[object].value;
        if (value->kind != IR_FUNCTION || !value->as_function->defined)
            continue;
        const struct ir_function *function = value->as_function;
        for (uint32_t i = 0; i < function->argument_count; i++)
            if (function->arguments[i]->type->kind == IR_TYPE_POINTER)
                points_add(points, points_node(points, function->arguments[i]), CELL_OUTSIDE);
        points_edge(points, points_result(points, function), NODE_ESCAPE);
    }
}

static void solve_send(struct points *points, uint32_t node)
{
    struct cell_set fresh = points->nodes[node].fresh;
    points->nodes[node].fresh = (struct cell_set){0};
    for (uint32_t i = 0; i < points->nodes[node].edge_count; i++) {
        uint32_t to = points_root(points, points->nodes[node].edges[i]);
        for (uint32_t j = 0; j < fresh.count && to != node; j++)
            points_add(points, to, fresh.items[j]);
    }
    free(fresh.items);
}

void points_solve(struct points *points)
{
    enum { EDGES_MIN = 2000, EDGES_PART = 8 };
    size_t edges = 0;
    for (;;) {
        points_build_pending(points);
        points_settle_objects(points);
        let_escape(points);
        if (points->heap_count) {
            solve_send(points, heap_pop(points));
        } else if (points->build_count || points->escaping_count || points->unknown_count ||
                   points->fresh_cell_count) {
            continue;
        } else if (points->new_edges > EDGES_MIN && points->new_edges > edges / EDGES_PART) {
            edges += points->new_edges;
            merge_cycles(points);
        } else if (points->waiting_count) {
            apply_constraints(points);
        } else {
            return;
        }
    }
}
