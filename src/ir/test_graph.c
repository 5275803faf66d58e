#include "ir/graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* The tests compare the answers for random graphs with the definitions, by trying all paths. The
 * graphs have jumps into the middle of loops, and unreachable nodes. */
enum { NODES_MAX = 14, GRAPHS = 3000 };

static uint32_t random_state;

static uint32_t pick(uint32_t count)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % count;
}

static struct graph *random_graph(struct arena *arena)
{
    uint32_t count = 1 + pick(NODES_MAX);
    struct graph *graph = graph_create(arena, count);
    uint32_t edges = pick(3 * count);
    for (uint32_t i = 0; i < edges; i++)
        graph_add_edge(graph, pick(count), pick(count));
    return graph;
}

/* Marks the nodes reached from `root` without passing `removed`. */
static void reach(const struct graph *graph, uint32_t root, uint32_t removed, bool backwards,
                  bool *reached)
{
    uint32_t stack[NODES_MAX + 1], depth = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        reached[i] = false;
    if (root == removed)
        return;
    reached[root] = true;
    stack[depth++] = root;
    while (depth) {
        const struct graph_node *node = &graph->nodes[stack[--depth]];
        uint32_t count = backwards ? node->predecessor_count : node->successor_count;
        const uint32_t *next = backwards ? node->predecessors : node->successors;
        for (uint32_t i = 0; i < count; i++)
            if (next[i] != removed && !reached[next[i]]) {
                reached[next[i]] = true;
                stack[depth++] = next[i];
            }
    }
}

/* dominates[a][b]: every path from the root to b passes a. */
struct dominance {
    bool reached[NODES_MAX];
    bool dominates[NODES_MAX][NODES_MAX];
};

static struct dominance define_dominance(const struct graph *graph, uint32_t root, bool backwards)
{
    struct dominance truth = {0};
    reach(graph, root, GRAPH_NONE, backwards, truth.reached);
    for (uint32_t a = 0; a < graph->count; a++) {
        bool without[NODES_MAX];
        reach(graph, root, a, backwards, without);
        for (uint32_t b = 0; b < graph->count; b++)
            truth.dominates[a][b] = truth.reached[a] && truth.reached[b] && !without[b];
    }
    return truth;
}

static void finds_dominators(void **state)
{
    (void)state;
    random_state = 1;
    for (int i = 0; i < GRAPHS; i++) {
        struct arena arena = {0};
        struct graph *graph = random_graph(&arena);
        bool backwards = pick(2);
        uint32_t root = pick(graph->count);
        uint32_t *immediate = graph_dominators(&arena, graph, root, backwards);
        struct dominance truth = define_dominance(graph, root, backwards);
        assert_int_equal(immediate[root], GRAPH_NONE);
        for (uint32_t a = 0; a < graph->count; a++)
            for (uint32_t b = 0; b < graph->count; b++)
                if (truth.reached[b])
                    assert_int_equal(graph_dominates(immediate, a, b), truth.dominates[a][b]);
                else
                    assert_int_equal(immediate[b], GRAPH_NONE);
        arena_free(&arena);
    }
}

/* Returns whether y is in the frontier of x: x dominates a predecessor of y, but not y strictly. */
static bool in_frontier(const struct graph *graph, const struct dominance *truth, uint32_t x,
                        uint32_t y, bool backwards)
{
    const struct graph_node *node = &graph->nodes[y];
    uint32_t count = backwards ? node->successor_count : node->predecessor_count;
    const uint32_t *before = backwards ? node->successors : node->predecessors;
    if (x != y && truth->dominates[x][y])
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (truth->dominates[x][before[i]])
            return true;
    return false;
}

static void finds_iterated_frontiers(void **state)
{
    (void)state;
    random_state = 2;
    for (int i = 0; i < GRAPHS; i++) {
        struct arena arena = {0};
        struct graph *graph = random_graph(&arena);
        bool backwards = pick(2), result[NODES_MAX], truth_result[NODES_MAX] = {0};
        uint32_t root = pick(graph->count), set[NODES_MAX], set_count = 0;
        uint32_t *immediate = graph_dominators(&arena, graph, root, backwards);
        struct dominance truth = define_dominance(graph, root, backwards);
        for (uint32_t node = 0; node < graph->count; node++)
            if (truth.reached[node] && pick(3) == 0)
                set[set_count++] = node;
        graph_frontier(graph, immediate, backwards, set, set_count, result);
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t y = 0; y < graph->count; y++)
                for (uint32_t x = 0; x < graph->count; x++) {
                    bool member = truth_result[x];
                    for (uint32_t k = 0; k < set_count; k++)
                        member |= set[k] == x;
                    if (member && truth.reached[y] && !truth_result[y] &&
                        in_frontier(graph, &truth, x, y, backwards))
                        changed = truth_result[y] = true;
                }
        }
        for (uint32_t node = 0; node < graph->count; node++)
            assert_int_equal(result[node], truth_result[node]);
        arena_free(&arena);
    }
}

static void finds_components(void **state)
{
    (void)state;
    random_state = 3;
    for (int i = 0; i < GRAPHS; i++) {
        struct arena arena = {0};
        struct graph *graph = random_graph(&arena);
        uint32_t component[NODES_MAX];
        uint32_t count = graph_components(graph, component);
        bool reached[NODES_MAX][NODES_MAX];
        for (uint32_t a = 0; a < graph->count; a++)
            reach(graph, a, GRAPH_NONE, false, reached[a]);
        for (uint32_t a = 0; a < graph->count; a++) {
            assert_true(component[a] < count);
            for (uint32_t b = 0; b < graph->count; b++)
                assert_int_equal(component[a] == component[b], reached[a][b] && reached[b][a]);
            for (uint32_t j = 0; j < graph->nodes[a].successor_count; j++)
                assert_true(component[graph->nodes[a].successors[j]] <= component[a]);
        }
        arena_free(&arena);
    }
}

/* Returns whether the node is in the loop of a head: it reaches, without passing the head, a node
 * that the head dominates and that leads to the head. */
static bool in_loop(const struct graph *graph, const struct dominance *truth, uint32_t head,
                    uint32_t node)
{
    const struct graph_node *at = &graph->nodes[head];
    for (uint32_t i = 0; i < at->predecessor_count; i++) {
        uint32_t latch = at->predecessors[i];
        if (!truth->dominates[head][latch])
            continue;
        bool before[NODES_MAX];
        reach(graph, latch, head, true, before);
        if (node == head || (before[node] && truth->reached[node]))
            return true;
    }
    return false;
}

static void finds_loops(void **state)
{
    (void)state;
    random_state = 4;
    for (int i = 0; i < GRAPHS; i++) {
        struct arena arena = {0};
        struct graph *graph = random_graph(&arena);
        uint32_t root = pick(graph->count);
        struct graph_loops *loops = graph_loops(&arena, graph, root);
        struct dominance truth = define_dominance(graph, root, false);
        for (uint32_t node = 0; node < graph->count; node++) {
            uint32_t depth = 0;
            bool listed[NODES_MAX] = {0};
            for (uint32_t head = loops->head[node]; head != GRAPH_NONE;
                 head = loops->parent[head]) {
                listed[head] = true;
                depth++;
            }
            assert_int_equal(loops->depth[node], depth);
            for (uint32_t head = 0; head < graph->count; head++)
                assert_int_equal(listed[head], truth.reached[node] && truth.reached[head] &&
                                                   in_loop(graph, &truth, head, node));
        }
        arena_free(&arena);
    }
}

static void orders_nodes_before_their_targets(void **state)
{
    (void)state;
    random_state = 5;
    for (int i = 0; i < GRAPHS; i++) {
        struct arena arena = {0};
        struct graph *graph = random_graph(&arena);
        uint32_t root = pick(graph->count), order[NODES_MAX], rank[NODES_MAX];
        struct graph_edge *edges;
        uint32_t reached = graph_order(graph, root, order);
        uint32_t retreating = graph_retreating(&arena, graph, root, &edges);
        bool is_reached[NODES_MAX];
        reach(graph, root, GRAPH_NONE, false, is_reached);
        for (uint32_t j = 0; j < graph->count; j++)
            rank[j] = GRAPH_NONE;
        for (uint32_t j = 0; j < reached; j++)
            rank[order[j]] = j;
        assert_int_equal(order[0], root);
        /* Exactly the retreating edges go against the order. */
        for (uint32_t from = 0; from < graph->count; from++) {
            assert_int_equal(rank[from] != GRAPH_NONE, is_reached[from]);
            for (uint32_t k = 0; is_reached[from] && k < graph->nodes[from].successor_count; k++) {
                uint32_t to = graph->nodes[from].successors[k];
                bool listed = false;
                for (uint32_t j = 0; j < retreating; j++)
                    listed |= edges[j].from == from && edges[j].to == to;
                assert_int_equal(listed, rank[to] <= rank[from]);
            }
        }
        arena_free(&arena);
    }
}

static void takes_an_edge_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct graph *graph = graph_create(&arena, 3);
    for (int i = 0; i < 3; i++) {
        graph_add_edge(graph, 0, 1);
        graph_add_edge(graph, 2, 1);
        graph_add_edge(graph, 1, 1);
    }
    assert_int_equal(graph->nodes[0].successor_count, 1);
    assert_int_equal(graph->nodes[1].successor_count, 1);
    assert_int_equal(graph->nodes[1].predecessor_count, 3);
    arena_free(&arena);
}

/* A chain is as deep as a graph can be: nothing may recurse along it. */
static void survives_depth(void **state)
{
    (void)state;
    enum { DEEP = 200000 };
    struct arena arena = {0};
    struct graph *graph = graph_create(&arena, DEEP);
    for (uint32_t i = 0; i + 1 < DEEP; i++)
        graph_add_edge(graph, i, i + 1);
    graph_add_edge(graph, DEEP - 1, 0);
    uint32_t *component = arena_alloc(&arena, DEEP * sizeof *component);
    assert_int_equal(graph_components(graph, component), 1);
    uint32_t *immediate = graph_dominators(&arena, graph, 0, false);
    assert_true(graph_dominates(immediate, 1, DEEP - 1));
    struct graph_loops *loops = graph_loops(&arena, graph, 0);
    assert_int_equal(loops->depth[DEEP / 2], 1);
    bool *result = arena_alloc(&arena, DEEP);
    graph_frontier(graph, immediate, false, &(uint32_t){DEEP - 1}, 1, result);
    assert_true(result[0]);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_an_edge_once),
        cmocka_unit_test(finds_dominators),
        cmocka_unit_test(finds_iterated_frontiers),
        cmocka_unit_test(finds_components),
        cmocka_unit_test(finds_loops),
        cmocka_unit_test(orders_nodes_before_their_targets),
        cmocka_unit_test(survives_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
