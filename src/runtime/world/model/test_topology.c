#include "runtime/world/model/topology.h"

#include "runtime/world/model/test_allocation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PROC_NULL = -7, UNDEFINED = -99 }; /* values of no MPI: nothing may depend on them */

static void expect_fault(const struct fault *fault, enum fault_kind kind, const char *argument,
                         int entry, int64_t value)
{
    assert_int_equal(fault->kind, kind);
    assert_string_equal(fault->argument, argument);
    assert_int_equal(fault->entry, entry);
    assert_int_equal(fault->value, value);
}

static struct vtopology *cart(int ndims, const int *dims, const int *periods)
{
    struct vtopology *topology = NULL;
    struct fault fault;
    assert_int_equal(vtopology_cart(ndims, dims, periods, 1024, &topology, &fault), FAULT_NONE);
    assert_int_equal(topology->kind, VTOPOLOGY_CART);
    return topology;
}

static void expect_neighbours(const struct vtopology *topology, int rank, int count,
                              const int *want)
{
    int in = -1, out = -1, sources[16], destinations[16];
    vtopology_degrees(topology, rank, &in, &out);
    assert_int_equal(in, count);
    assert_int_equal(out, count);
    vtopology_neighbours(topology, rank, PROC_NULL, sources, destinations);
    assert_memory_equal(sources, want, (size_t)count * sizeof *want);
    assert_memory_equal(destinations, want, (size_t)count * sizeof *want);
}

static void cartesian_is_checked(void **state)
{
    (void)state;
    struct vtopology *topology = NULL;
    struct fault fault;
    int periods[3] = {0, 5, 0}, mapped = 77;
    vtopology_cart(-1, NULL, NULL, 6, &topology, &fault);
    expect_fault(&fault, FAULT_COUNT, "ndims", -1, -1);
    vtopology_cart(2, (int[]){3, 0}, periods, 6, &topology, &fault);
    expect_fault(&fault, FAULT_DIMENSION, "dims", 1, 0);
    vtopology_cart(2, (int[]){-3, 2}, periods, 6, &topology, &fault);
    expect_fault(&fault, FAULT_DIMENSION, "dims", 0, -3);
    vtopology_cart(2, (int[]){3, 3}, periods, 8, &topology, &fault);
    expect_fault(&fault, FAULT_SIZE, "dims", -1, 9);
    vtopology_cart(3, (int[]){INT_MAX, INT_MAX, INT_MAX}, periods, 8, &topology, &fault);
    assert_int_equal(fault.kind, FAULT_SIZE);
    vcart_map(3, (int[]){INT_MAX, INT_MAX, -1}, 8, 0, UNDEFINED, &mapped, &fault);
    expect_fault(&fault, FAULT_DIMENSION, "dims", 2, -1);
    assert_int_equal(mapped, 77);
    assert_null(topology);

    assert_int_equal(vtopology_cart(2, (int[]){3, 2}, periods, 7, &topology, &fault), FAULT_NONE);
    assert_int_equal(topology->size, 6);
    assert_int_equal(topology->cart.ndims, 2);
    assert_memory_equal(topology->cart.dims, ((int[]){3, 2}), 2 * sizeof(int));
    assert_memory_equal(topology->cart.periods, ((int[]){0, 1}), 2 * sizeof(int));
    vtopology_free(topology);
    vtopology_free(NULL);
    vcart_map(2, (int[]){3, 2}, 7, 5, UNDEFINED, &mapped, &fault);
    assert_int_equal(mapped, 5);
    vcart_map(2, (int[]){3, 2}, 7, 6, UNDEFINED, &mapped, &fault);
    assert_int_equal(mapped, UNDEFINED);
    vcart_map(0, NULL, 7, 0, UNDEFINED, &mapped, &fault);
    assert_int_equal(mapped, 0);
}

static void coordinates_and_ranks(void **state)
{
    (void)state;
    struct vtopology *grid = cart(3, (int[]){4, 3, 2}, (int[]){0, 1, 0});
    struct fault fault;
    for (int rank = 0; rank < 24; rank++) {
        int coords[3], back = -1;
        assert_int_equal(vcart_coords(grid, rank, coords, &fault), FAULT_NONE);
        assert_memory_equal(coords, ((int[]){rank / 6, rank / 2 % 3, rank % 2}), sizeof coords);
        assert_int_equal(vcart_rank(grid, coords, &back, &fault), FAULT_NONE);
        assert_int_equal(back, rank);
        coords[1] += 3;
        vcart_rank(grid, coords, &back, &fault);
        assert_int_equal(back, rank);
        coords[1] -= 9;
        vcart_rank(grid, coords, &back, &fault);
        assert_int_equal(back, rank);
    }
    int rank = 77, coords[3] = {77, 77, 77};
    vcart_rank(grid, (int[]){0, INT_MIN, 0}, &rank, &fault);
    assert_int_equal(rank, 2); /* -2^31 is 1 modulo 3 */
    vcart_rank(grid, (int[]){0, INT_MAX, 0}, &rank, &fault);
    assert_int_equal(rank, 2); /* and 2^31 - 1 is too */
    rank = 77;
    vcart_rank(grid, (int[]){4, 0, 0}, &rank, &fault);
    expect_fault(&fault, FAULT_COORDINATE, "coords", 0, 4);
    vcart_rank(grid, (int[]){3, 7, -1}, &rank, &fault);
    expect_fault(&fault, FAULT_COORDINATE, "coords", 2, -1);
    assert_int_equal(rank, 77);
    vcart_coords(grid, 24, coords, &fault);
    expect_fault(&fault, FAULT_RANK, "rank", -1, 24);
    vcart_coords(grid, -1, coords, &fault);
    expect_fault(&fault, FAULT_RANK, "rank", -1, -1);
    assert_int_equal(coords[0], 77);
    vtopology_free(grid);
}

static void no_dimension_is_one_process(void **state)
{
    (void)state;
    struct vtopology *point = cart(0, NULL, NULL);
    struct fault fault;
    int rank = 77, source = 77, destination = 77;
    assert_int_equal(point->size, 1);
    assert_int_equal(vcart_rank(point, NULL, &rank, &fault), FAULT_NONE);
    assert_int_equal(rank, 0);
    assert_int_equal(vcart_coords(point, 0, NULL, &fault), FAULT_NONE);
    assert_int_equal(vcart_coords(point, 1, NULL, &fault), FAULT_RANK);
    assert_int_equal(vcart_shift(point, 0, 0, 1, PROC_NULL, &source, &destination, &fault),
                     FAULT_DIRECTION);
    expect_neighbours(point, 0, 0, (int[]){0});
    struct vcart_part part;
    assert_int_equal(vcart_sub(point, 0, NULL, &part, &fault), FAULT_NONE);
    assert_int_equal(part.topology->cart.ndims, 0);
    assert_int_equal(part.topology->size, 1);
    assert_int_equal(part.color, 0);
    assert_int_equal(part.key, 0);
    vtopology_free(part.topology);
    vtopology_free(point);
}

static void expect_shift(const struct vtopology *topology, int rank, int direction,
                         int displacement, int want_source, int want_destination)
{
    struct fault fault;
    int source = 77, destination = 77;
    assert_int_equal(vcart_shift(topology, rank, direction, displacement, PROC_NULL, &source,
                                 &destination, &fault),
                     FAULT_NONE);
    assert_int_equal(source, want_source);
    assert_int_equal(destination, want_destination);
}

static void shifts(void **state)
{
    (void)state;
    struct vtopology *grid = cart(2, (int[]){3, 4}, (int[]){0, 1}); /* rank = 4 row + column */
    expect_shift(grid, 5, 0, 1, 1, 9);
    expect_shift(grid, 1, 0, 1, PROC_NULL, 5);
    expect_shift(grid, 9, 0, 1, 5, PROC_NULL);
    expect_shift(grid, 9, 0, -1, PROC_NULL, 5);
    expect_shift(grid, 9, 0, 2, 1, PROC_NULL);
    expect_shift(grid, 9, 0, 3, PROC_NULL, PROC_NULL);
    expect_shift(grid, 9, 0, 0, 9, 9);
    expect_shift(grid, 9, 1, 0, 9, 9);
    expect_shift(grid, 7, 1, 1, 6, 4);
    expect_shift(grid, 4, 1, 1, 7, 5);
    expect_shift(grid, 5, 1, 6, 7, 7);
    expect_shift(grid, 5, 1, -5, 6, 4);
    expect_shift(grid, 5, 1, INT_MIN, 5, 5); /* 2^31 is 0 modulo 4 */
    expect_shift(grid, 5, 1, INT_MAX, 6, 4); /* and 2^31 - 1 is 3 */
    expect_shift(grid, 5, 0, INT_MIN, PROC_NULL, PROC_NULL);
    struct fault fault;
    int source = 77, destination = 77;
    vcart_shift(grid, 0, 2, 1, PROC_NULL, &source, &destination, &fault);
    expect_fault(&fault, FAULT_DIRECTION, "direction", -1, 2);
    vcart_shift(grid, 0, -1, 1, PROC_NULL, &source, &destination, &fault);
    expect_fault(&fault, FAULT_DIRECTION, "direction", -1, -1);
    vcart_shift(grid, 12, 0, 1, PROC_NULL, &source, &destination, &fault);
    expect_fault(&fault, FAULT_RANK, "rank", -1, 12);
    assert_int_equal(source, 77);
    vtopology_free(grid);
}

static void cartesian_neighbours(void **state)
{
    (void)state;
    struct vtopology *grid = cart(2, (int[]){3, 4}, (int[]){0, 1});
    expect_neighbours(grid, 5, 4, (int[]){1, 9, 4, 6});
    expect_neighbours(grid, 0, 4, (int[]){PROC_NULL, 4, 3, 1});
    expect_neighbours(grid, 11, 4, (int[]){7, PROC_NULL, 10, 8});
    vtopology_free(grid);
    struct vtopology *small = cart(3, (int[]){1, 2, 1}, (int[]){1, 1, 0});
    expect_neighbours(small, 0, 6, (int[]){0, 0, 1, 1, PROC_NULL, PROC_NULL});
    vtopology_free(small);
}

/* For every choice of dimensions: number and sizes of the parts are right, and keys are the ranks
 * that the part itself gives to the remaining coordinates. */
static void parts_divide_the_grid(void **state)
{
    (void)state;
    static const int dims[3] = {2, 3, 4}, periods[3] = {1, 0, 1};
    struct vtopology *grid = cart(3, dims, periods);
    for (int choice = 0; choice < 8; choice++) {
        int remain[3], parts = 1, members[24] = {0};
        for (int i = 0; i < 3; i++) {
            remain[i] = (choice >> i & 1) * 5;
            parts *= remain[i] ? 1 : dims[i];
        }
        for (int rank = 0; rank < 24; rank++) {
            struct vcart_part part;
            struct fault fault;
            int coords[3], kept[3], count = 0, key = -1;
            assert_int_equal(vcart_sub(grid, rank, remain, &part, &fault), FAULT_NONE);
            vcart_coords(grid, rank, coords, &fault);
            for (int i = 0; i < 3; i++)
                if (remain[i]) {
                    assert_int_equal(part.topology->cart.dims[count], dims[i]);
                    assert_int_equal(part.topology->cart.periods[count], periods[i]);
                    kept[count++] = coords[i];
                }
            assert_int_equal(part.topology->cart.ndims, count);
            assert_int_equal(part.topology->size, 24 / parts);
            vcart_rank(part.topology, kept, &key, &fault);
            assert_int_equal(part.key, key);
            assert_in_range(part.color, 0, parts - 1);
            assert_int_equal(members[part.color] >> part.key & 1, 0);
            members[part.color] |= 1 << part.key;
            vtopology_free(part.topology);
        }
        for (int i = 0; i < parts; i++)
            assert_int_equal(members[i], (1 << 24 / parts) - 1);
    }
    struct vcart_part part;
    struct fault fault;
    vcart_sub(grid, 24, (int[]){1, 1, 1}, &part, &fault);
    expect_fault(&fault, FAULT_RANK, "rank", -1, 24);
    vtopology_free(grid);
}

static void graphs(void **state)
{
    (void)state;
    /* The example of the standard, section 8.5.3, and one more process without neighbours. */
    static const int index[] = {2, 3, 4, 6, 6}, edges[] = {1, 3, 0, 3, 0, 2};
    struct vtopology *graph = NULL;
    struct fault fault;
    assert_int_equal(vtopology_graph(5, index, edges, 6, &graph, &fault), FAULT_NONE);
    assert_int_equal(graph->kind, VTOPOLOGY_GRAPH);
    assert_int_equal(graph->size, 5);
    assert_int_equal(graph->graph.edge_count, 6);
    expect_neighbours(graph, 0, 2, (int[]){1, 3});
    expect_neighbours(graph, 1, 1, (int[]){0});
    expect_neighbours(graph, 3, 2, (int[]){0, 2});
    expect_neighbours(graph, 4, 0, (int[]){0});
    int count = 77, mapped = 77;
    const int *list = NULL;
    assert_int_equal(vgraph_neighbours(graph, 3, &count, &list, &fault), FAULT_NONE);
    assert_int_equal(count, 2);
    assert_int_equal(list[1], 2);
    list = NULL;
    vgraph_neighbours(graph, 5, &count, &list, &fault);
    expect_fault(&fault, FAULT_RANK, "rank", -1, 5);
    assert_null(list);
    vtopology_free(graph);

    vgraph_map(5, index, edges, 6, 4, UNDEFINED, &mapped, &fault);
    assert_int_equal(mapped, 4);
    vgraph_map(5, index, edges, 6, 5, UNDEFINED, &mapped, &fault);
    assert_int_equal(mapped, UNDEFINED);
    assert_int_equal(vgraph_map(5, index, edges, 4, 5, UNDEFINED, &mapped, &fault), FAULT_SIZE);

    /* A process may be its own neighbour, and twice; a graph may be empty. */
    assert_int_equal(vtopology_graph(1, (int[]){2}, (int[]){0, 0}, 1, &graph, &fault), FAULT_NONE);
    expect_neighbours(graph, 0, 2, (int[]){0, 0});
    vtopology_free(graph);
    assert_int_equal(vtopology_graph(0, NULL, NULL, 1, &graph, &fault), FAULT_NONE);
    assert_int_equal(graph->size, 0);
    vtopology_free(graph);
}

static void wrong_graphs_are_told(void **state)
{
    (void)state;
    struct vtopology *none = NULL;
    struct fault fault;
    vtopology_graph(-1, NULL, NULL, 4, &none, &fault);
    expect_fault(&fault, FAULT_COUNT, "nnodes", -1, -1);
    vtopology_graph(5, NULL, NULL, 4, &none, &fault);
    expect_fault(&fault, FAULT_SIZE, "nnodes", -1, 5);
    vtopology_graph(3, (int[]){1, 0, 2}, (int[]){1, 0}, 4, &none, &fault);
    expect_fault(&fault, FAULT_INDEX, "index", 1, 0);
    vtopology_graph(1, (int[]){-1}, NULL, 4, &none, &fault);
    expect_fault(&fault, FAULT_INDEX, "index", 0, -1);
    vtopology_graph(2, (int[]){1, 2}, (int[]){1, 2}, 4, &none, &fault);
    expect_fault(&fault, FAULT_RANK, "edges", 1, 2);
    vtopology_graph(2, (int[]){1, 2}, (int[]){-1, 0}, 4, &none, &fault);
    expect_fault(&fault, FAULT_RANK, "edges", 0, -1);
    assert_null(none);
}

static void expect_list(int count, const int *list, int want_count, const int *want)
{
    assert_int_equal(count, want_count);
    for (int i = 0; i < count; i++)
        assert_int_equal(list[i], want[i]);
}

#define LIST(...)                                             \
    sizeof((int[]){__VA_ARGS__}) / sizeof(int), (const int[]) \
    {                                                         \
        __VA_ARGS__                                           \
    }

static void adjacent_graphs(void **state)
{
    (void)state;
    struct vtopology *graph = NULL;
    struct fault fault;
    struct vdist_graph lists = {.indegree = 3,
                                .sources = (int[]){2, 0, 2},
                                .sourceweights = (int[]){5, 0, 7},
                                .outdegree = 1,
                                .destinations = (int[]){3},
                                .destweights = (int[]){9},
                                .weighted = true};
    assert_int_equal(vtopology_adjacent(&lists, 4, &graph, &fault), FAULT_NONE);
    assert_int_equal(graph->kind, VTOPOLOGY_DIST_GRAPH);
    assert_true(graph->dist.weighted);
    expect_list(graph->dist.indegree, graph->dist.sources, LIST(2, 0, 2));
    expect_list(graph->dist.indegree, graph->dist.sourceweights, LIST(5, 0, 7));
    expect_list(graph->dist.outdegree, graph->dist.destinations, LIST(3));
    expect_list(graph->dist.outdegree, graph->dist.destweights, LIST(9));
    int in = 77, out = 77, sources[3], destinations[1];
    vtopology_degrees(graph, 1, &in, &out);
    vtopology_neighbours(graph, 1, PROC_NULL, sources, destinations);
    expect_list(in, sources, LIST(2, 0, 2));
    expect_list(out, destinations, LIST(3));
    vtopology_free(graph);

    struct vdist_graph bare = {.indegree = 1, .sources = (int[]){3}};
    assert_int_equal(vtopology_adjacent(&bare, 4, &graph, &fault), FAULT_NONE);
    assert_false(graph->dist.weighted);
    expect_list(graph->dist.indegree, graph->dist.sourceweights, LIST(1));
    assert_int_equal(graph->dist.outdegree, 0);
    vtopology_free(graph);

    graph = NULL;
    vtopology_adjacent(&lists, 3, &graph, &fault);
    expect_fault(&fault, FAULT_RANK, "destinations", 0, 3);
    vtopology_adjacent(&lists, 2, &graph, &fault);
    expect_fault(&fault, FAULT_RANK, "sources", 0, 2);
    lists.sourceweights[2] = -1;
    vtopology_adjacent(&lists, 4, &graph, &fault);
    expect_fault(&fault, FAULT_WEIGHT, "sourceweights", 2, -1);
    lists.sourceweights[2] = 1;
    lists.destweights[0] = INT_MIN;
    vtopology_adjacent(&lists, 4, &graph, &fault);
    expect_fault(&fault, FAULT_WEIGHT, "destweights", 0, INT_MIN);
    lists.outdegree = -1;
    vtopology_adjacent(&lists, 4, &graph, &fault);
    expect_fault(&fault, FAULT_COUNT, "outdegree", -1, -1);
    lists.indegree = -2;
    vtopology_adjacent(&lists, 4, &graph, &fault);
    expect_fault(&fault, FAULT_COUNT, "indegree", -1, -2);
    assert_null(graph);
}

static void contributions_make_a_graph(void **state)
{
    (void)state;
    const struct vdist_contribution all[3] = {
        {2, (int[]){1, 0}, (int[]){2, 1}, (int[]){0, 2, 1}, (int[]){10, 11, 12}, true},
        {.weighted = true},
        {3, (int[]){2, 1, 0}, (int[]){1, 0, 3}, (int[]){2, 1, 2, 1}, (int[]){20, 21, 22, 23}, true},
    };
    static const struct {
        int in, sources[3], sourceweights[3];
        int out, destinations[4], destweights[4];
    } want[3] = {
        {1, {1}, {10}, 4, {1, 1, 2, 1}, {12, 21, 22, 23}},
        {3, {0, 0, 0}, {12, 21, 23}, 2, {0, 2}, {10, 11}},
        {3, {1, 2, 0}, {11, 20, 22}, 1, {2}, {20}},
    };
    for (int rank = 0; rank < 3; rank++) {
        struct vtopology *graph = NULL;
        struct fault fault;
        assert_int_equal(vdist_contribution_check(&all[rank], 3, &fault), FAULT_NONE);
        assert_int_equal(vtopology_dist_graph(all, 3, rank, &graph, &fault), FAULT_NONE);
        const struct vdist_graph *dist = &graph->dist;
        assert_int_equal(graph->size, 3);
        assert_true(dist->weighted);
        expect_list(dist->indegree, dist->sources, want[rank].in, want[rank].sources);
        expect_list(dist->indegree, dist->sourceweights, want[rank].in, want[rank].sourceweights);
        expect_list(dist->outdegree, dist->destinations, want[rank].out, want[rank].destinations);
        expect_list(dist->outdegree, dist->destweights, want[rank].out, want[rank].destweights);
        vtopology_free(graph);
    }
}

static void wrong_contributions_are_told(void **state)
{
    (void)state;
    struct fault fault;
    struct vdist_contribution wrong = {.n = -1};
    vdist_contribution_check(&wrong, 3, &fault);
    expect_fault(&fault, FAULT_COUNT, "n", -1, -1);
    int sources[] = {1, 3}, degrees[] = {2, -1}, destinations[] = {0, 1, -1},
        weights[] = {0, 1, -2};
    wrong = (struct vdist_contribution){2, sources, degrees, destinations, weights, true};
    vdist_contribution_check(&wrong, 3, &fault);
    expect_fault(&fault, FAULT_RANK, "sources", 1, 3);
    sources[1] = 2;
    vdist_contribution_check(&wrong, 3, &fault);
    expect_fault(&fault, FAULT_COUNT, "degrees", 1, -1);
    degrees[1] = 1;
    vdist_contribution_check(&wrong, 3, &fault);
    expect_fault(&fault, FAULT_RANK, "destinations", 2, -1);
    destinations[2] = 1;
    vdist_contribution_check(&wrong, 3, &fault);
    expect_fault(&fault, FAULT_WEIGHT, "weights", 2, -2);
    wrong.weighted = false; /* they are not read then */
    assert_int_equal(vdist_contribution_check(&wrong, 3, &fault), FAULT_NONE);

    struct vtopology *none = NULL;
    const struct vdist_contribution mixed[3] = {{.n = 0}, {.n = 0}, {.n = 0, .weighted = true}};
    vtopology_dist_graph(mixed, 3, 0, &none, &fault);
    expect_fault(&fault, FAULT_WEIGHTED, "weights", 2, 1);
    assert_null(none);
}

/* All topologies of each kind, with pointers into the copy and not into the original. */
static void copies_are_apart(void **state)
{
    (void)state;
    struct fault fault;
    struct vtopology *topologies[3] = {cart(2, (int[]){3, 4}, (int[]){0, 1})};
    vtopology_graph(2, (int[]){1, 3}, (int[]){1, 0, 0}, 2, &topologies[1], &fault);
    const struct vdist_graph lists = {.indegree = 2,
                                      .sources = (int[]){1, 0},
                                      .sourceweights = (int[]){5, 6},
                                      .outdegree = 1,
                                      .destinations = (int[]){1},
                                      .destweights = (int[]){8},
                                      .weighted = true};
    vtopology_adjacent(&lists, 2, &topologies[2], &fault);
    for (int i = 0; i < 3; i++) {
        struct vtopology *copy = NULL;
        allocations_left = 0;
        assert_int_equal(vtopology_copy(topologies[i], &copy, &fault), FAULT_MEMORY);
        allocations_left = INT_MAX;
        assert_null(copy);
        assert_int_equal(vtopology_copy(topologies[i], &copy, &fault), FAULT_NONE);
        vtopology_free(topologies[i]);
        topologies[i] = copy;
    }
    assert_int_equal(topologies[0]->size, 12);
    expect_neighbours(topologies[0], 5, 4, (int[]){1, 9, 4, 6});
    assert_int_equal(topologies[1]->size, 2);
    expect_neighbours(topologies[1], 1, 2, (int[]){0, 0});
    const struct vdist_graph *dist = &topologies[2]->dist;
    assert_int_equal(topologies[2]->size, 2);
    assert_true(dist->weighted);
    expect_list(dist->indegree, dist->sources, LIST(1, 0));
    expect_list(dist->indegree, dist->sourceweights, LIST(5, 6));
    expect_list(dist->outdegree, dist->destinations, LIST(1));
    expect_list(dist->outdegree, dist->destweights, LIST(8));
    for (int i = 0; i < 3; i++)
        vtopology_free(topologies[i]);
}

static void no_memory_is_a_fault(void **state)
{
    (void)state;
    struct fault fault;
    struct vtopology *grid = cart(1, (int[]){2}, (int[]){0}), *none = NULL;
    const struct vdist_graph lists = {.indegree = 0};
    const struct vdist_contribution nothing = {.n = 0};
    struct vcart_part part = {NULL, 77, 77};
    allocations_left = 0;
    assert_int_equal(vtopology_cart(1, (int[]){2}, (int[]){0}, 2, &none, &fault), FAULT_MEMORY);
    assert_int_equal(vtopology_graph(1, (int[]){1}, (int[]){0}, 2, &none, &fault), FAULT_MEMORY);
    assert_int_equal(vtopology_adjacent(&lists, 2, &none, &fault), FAULT_MEMORY);
    assert_int_equal(vtopology_dist_graph(&nothing, 1, 0, &none, &fault), FAULT_MEMORY);
    assert_int_equal(vcart_sub(grid, 0, (int[]){1}, &part, &fault), FAULT_MEMORY);
    allocations_left = INT_MAX;
    assert_int_equal(fault.kind, FAULT_MEMORY);
    assert_int_equal(part.color, 77);
    assert_null(none);
    vtopology_free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cartesian_is_checked),
        cmocka_unit_test(coordinates_and_ranks),
        cmocka_unit_test(no_dimension_is_one_process),
        cmocka_unit_test(shifts),
        cmocka_unit_test(cartesian_neighbours),
        cmocka_unit_test(parts_divide_the_grid),
        cmocka_unit_test(graphs),
        cmocka_unit_test(wrong_graphs_are_told),
        cmocka_unit_test(adjacent_graphs),
        cmocka_unit_test(contributions_make_a_graph),
        cmocka_unit_test(wrong_contributions_are_told),
        cmocka_unit_test(copies_are_apart),
        cmocka_unit_test(no_memory_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
