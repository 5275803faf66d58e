/* group_oracle.c: the guest's groups, topologies and divisions against those of the MPI library
 * that this is compiled for. Run with a few processes; prints "agree" with what was compared, or
 * the first difference, and then the exit code is 1.
 *
 * Where our functions find a fault, the library must refuse too; where they find none, it must give
 * the same result. What the libraries do not do as the standard has it is named where it is let
 * pass. */
#include "runtime/world/model/dims.h"
#include "runtime/world/model/group.h"
#include "runtime/world/model/topology.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESSES_MAX = 8, DIMS_MAX = 4, EDGES_MAX = 12, GROUPS_MAX = 2000 };

static int rank, size;
static MPI_Group world_group;
static long compared, refused;
static unsigned shared_seed = 11; /* the same on all processes: for what is collective */
static unsigned own_seed;

static int random_below(unsigned *seed, int bound)
{
    return rand_r(seed) % bound;
}

#define DIFFER(...)                                   \
    do {                                              \
        printf("rank %d, line %d: ", rank, __LINE__); \
        printf(__VA_ARGS__);                          \
        putchar('\n');                                \
        fflush(stdout);                               \
        MPI_Abort(MPI_COMM_WORLD, 1);                 \
        exit(1);                                      \
    } while (0)

static void print_list(const char *name, int count, const int *list)
{
    printf("%s", name);
    for (int i = 0; i < count; i++)
        printf(" %d", list[i]);
    putchar('\n');
}

static void same_list(const char *what, int count, const int *ours, int their_count,
                      const int *theirs)
{
    compared++;
    if (count == their_count &&
        (count == 0 || memcmp(ours, theirs, (size_t)count * sizeof(int)) == 0))
        return;
    print_list("ours:  ", count, ours);
    print_list("theirs:", their_count, theirs);
    DIFFER("%s", what);
}

/* Whether the call is refused, by both. */
static bool both_refuse(const char *what, enum fault_kind kind, int failed)
{
    if ((kind != FAULT_NONE) != (failed != 0))
        DIFFER("%s is refused by %s alone", what, failed ? "the library" : "us");
    refused += failed != 0;
    return failed != 0;
}

/* ---- groups ---- */

static struct vgroup *all_groups[GROUPS_MAX];
static MPI_Group real_groups[GROUPS_MAX];
static int group_count;

/* Every ordered group that begins with these members. */
static void make_groups(int *members, int count)
{
    struct fault fault;
    if (group_count == GROUPS_MAX ||
        vgroup_create(count, members, &all_groups[group_count], &fault) != 0 ||
        MPI_Group_incl(world_group, count, members, &real_groups[group_count]) != 0)
        DIFFER("cannot make all groups of %d processes", size);
    group_count++;
    for (int next = 0; next < size; next++) {
        int at = 0;
        while (at < count && members[at] != next)
            at++;
        if (at < count)
            continue;
        members[count] = next;
        make_groups(members, count + 1);
    }
}

/* Compares a result and frees both. */
static void same_group(const char *what, enum fault_kind kind, struct vgroup *ours, int failed,
                       MPI_Group theirs)
{
    int identity[PROCESSES_MAX], members[PROCESSES_MAX], count = 0;
    if (both_refuse(what, kind, failed))
        return;
    MPI_Group_size(theirs, &count);
    for (int i = 0; i < count; i++)
        identity[i] = i;
    MPI_Group_translate_ranks(theirs, count, identity, world_group, members);
    same_list(what, ours->size, ours->world, count, members);
    vgroup_release(ours);
    if (theirs != MPI_GROUP_EMPTY)
        MPI_Group_free(&theirs);
}

static void compare_pair(int a, int b)
{
    struct vgroup *ours = NULL;
    MPI_Group theirs = MPI_GROUP_NULL;
    struct fault fault;
    enum fault_kind kind = vgroup_union(all_groups[a], all_groups[b], &ours, &fault);
    int failed = MPI_Group_union(real_groups[a], real_groups[b], &theirs);
    same_group("union", kind, ours, failed, theirs);
    kind = vgroup_intersection(all_groups[a], all_groups[b], &ours, &fault);
    failed = MPI_Group_intersection(real_groups[a], real_groups[b], &theirs);
    same_group("intersection", kind, ours, failed, theirs);
    kind = vgroup_difference(all_groups[a], all_groups[b], &ours, &fault);
    failed = MPI_Group_difference(real_groups[a], real_groups[b], &theirs);
    same_group("difference", kind, ours, failed, theirs);

    enum vgroup_relation relation = VGROUP_UNEQUAL;
    int answer = -1;
    vgroup_compare(all_groups[a], all_groups[b], &relation, &fault);
    MPI_Group_compare(real_groups[a], real_groups[b], &answer);
    int ours_named = relation == VGROUP_IDENT     ? MPI_IDENT
                     : relation == VGROUP_SIMILAR ? MPI_SIMILAR
                                                  : MPI_UNEQUAL;
    same_list("compare", 1, &ours_named, 1, &answer);

    int ranks[PROCESSES_MAX + 1], translated[PROCESSES_MAX + 1], by_them[PROCESSES_MAX + 1];
    int count = all_groups[a]->size;
    for (int i = 0; i < count; i++)
        ranks[i] = i;
    if (count > 0 && all_groups[b]->size > 0) /* both libraries have no MPI_PROC_NULL with none */
        ranks[count++] = MPI_PROC_NULL;
    if (vgroup_translate(all_groups[a], count, ranks, all_groups[b], MPI_PROC_NULL, MPI_UNDEFINED,
                         translated, &fault) != FAULT_NONE ||
        MPI_Group_translate_ranks(real_groups[a], count, ranks, real_groups[b], by_them) != 0)
        DIFFER("translate fails");
    same_list("translate", count, translated, count, by_them);
}

static void compare_lists(int group)
{
    int ranks[PROCESSES_MAX + 1];
    int n = random_below(&own_seed, size + 2);
    int wild = random_below(&own_seed, 4) == 0; /* else each rank is valid, but may come twice */
    int bound = all_groups[group]->size;
    if (bound == 0 && !wild)
        n = 0;
    for (int i = 0; i < n; i++)
        ranks[i] = wild ? random_below(&own_seed, size + 2) - 1 : random_below(&own_seed, bound);
    struct vgroup *ours = NULL;
    MPI_Group theirs = MPI_GROUP_NULL;
    struct fault fault;
    enum fault_kind kind = vgroup_incl(all_groups[group], n, ranks, &ours, &fault);
    if (kind == FAULT_DUPLICATE)
        return; /* which no library notices in every function, and MPICH writes beyond its memory */
    int failed = MPI_Group_incl(real_groups[group], n, ranks, &theirs);
    same_group("incl", kind, ours, failed, theirs);
    kind = vgroup_excl(all_groups[group], n, ranks, &ours, &fault);
    failed = MPI_Group_excl(real_groups[group], n, ranks, &theirs);
    same_group("excl", kind, ours, failed, theirs);
}

/* Libraries refuse some ranges whose end is no rank, though no computed rank is wrong. */
static int end_is_outside(int bound, int n, int ranges[][3])
{
    for (int i = 0; i < n; i++)
        if (ranges[i][1] < 0 || ranges[i][1] >= bound)
            return 1;
    return 0;
}

static void compare_ranges(int group)
{
    int ranges[3][3];
    int n = random_below(&own_seed, 4);
    for (int i = 0; i < n; i++) {
        ranges[i][0] = random_below(&own_seed, size + 1) - (random_below(&own_seed, 9) == 0);
        ranges[i][1] = random_below(&own_seed, size + 1) - (random_below(&own_seed, 9) == 0);
        ranges[i][2] = random_below(&own_seed, 5) - 1;
        if (ranges[i][2] > 0 && ranges[i][0] > ranges[i][1])
            ranges[i][2] = -ranges[i][2];
    }
    struct vgroup *ours = NULL;
    MPI_Group theirs = MPI_GROUP_NULL;
    struct fault fault;
    int outside = end_is_outside(all_groups[group]->size, n, ranges);
    enum fault_kind kind =
        vgroup_range_incl(all_groups[group], n, (const int(*)[3])ranges, &ours, &fault);
#ifdef OPEN_MPI /* takes the rank behind the last one for a member, and reads beyond its memory */
    if (kind == FAULT_RANK && fault.value == all_groups[group]->size)
        return;
#endif
    int failed = MPI_Group_range_incl(real_groups[group], n, ranges, &theirs);
    if (kind == FAULT_NONE && failed && outside)
        vgroup_release(ours);
    else
        same_group("range_incl", kind, ours, failed, theirs);
    kind = vgroup_range_excl(all_groups[group], n, (const int(*)[3])ranges, &ours, &fault);
    failed = MPI_Group_range_excl(real_groups[group], n, ranges, &theirs);
    if (kind == FAULT_NONE && failed && outside)
        vgroup_release(ours);
    else
        same_group("range_excl", kind, ours, failed, theirs);
}

static void compare_groups(void)
{
    int members[PROCESSES_MAX];
    make_groups(members, 0);
    for (int i = 0; i < group_count; i++) {
        int ours = vgroup_rank(all_groups[i], rank), theirs = -1;
        MPI_Group_rank(real_groups[i], &theirs);
        ours = ours < 0 ? MPI_UNDEFINED : ours;
        same_list("rank", 1, &ours, 1, &theirs);
        for (int j = rank; j < group_count; j += size) /* the processes share the work */
            compare_pair(i, j);
        for (int j = 0; j < 20; j++) {
            compare_lists(i);
            compare_ranges(i);
        }
    }
    for (int i = 0; i < group_count; i++) {
        vgroup_release(all_groups[i]);
        if (real_groups[i] != MPI_GROUP_EMPTY)
            MPI_Group_free(&real_groups[i]);
    }
}

/* ---- topologies ---- */

/* Open MPI maps every process to itself, also one that is left over, and no grid without
 * dimensions. */
static void same_place(const char *what, int ours, int failed, int theirs)
{
#ifdef OPEN_MPI
    if (failed || ours == MPI_UNDEFINED)
        return;
#endif
    if (failed)
        DIFFER("%s: the library fails, we do not", what);
    same_list(what, 1, &ours, 1, &theirs);
}

static void compare_shifts(const struct vtopology *ours, MPI_Comm theirs)
{
    struct fault fault;
    for (int direction = 0; direction < ours->cart.ndims; direction++)
        for (int displacement = -5; displacement <= 5; displacement++) {
            int we[2], they[2];
            vcart_shift(ours, rank, direction, displacement, MPI_PROC_NULL, &we[0], &we[1], &fault);
            MPI_Cart_shift(theirs, direction, displacement, &they[0], &they[1]);
            same_list("shift", 2, we, 2, they);
        }
}

static void compare_coordinates(const struct vtopology *ours, MPI_Comm theirs)
{
    struct fault fault;
    int ndims = ours->cart.ndims;
    for (int i = 0; i < ours->size; i++) {
        int we[DIMS_MAX], they[DIMS_MAX];
        vcart_coords(ours, i, we, &fault);
        MPI_Cart_coords(theirs, i, ndims, they);
        same_list("coords", ndims, we, ndims, they);
    }
    for (int i = 0; i < 10; i++) {
        int coords[DIMS_MAX], we = -1, they = -1;
        for (int j = 0; j < ndims; j++)
            coords[j] = random_below(&own_seed, 12) - 6;
        enum fault_kind kind = vcart_rank(ours, coords, &we, &fault);
        int failed = MPI_Cart_rank(theirs, coords, &they);
        if (!both_refuse("rank of coordinates", kind, failed))
            same_list("rank of coordinates", 1, &we, 1, &they);
    }
}

/* The order of neighbours, as a neighbourhood collective shows it. */
static void compare_neighbours(const struct vtopology *ours, MPI_Comm theirs)
{
    int in = 0, out = 0, sources[EDGES_MAX * PROCESSES_MAX],
        destinations[EDGES_MAX * PROCESSES_MAX];
    int received[EDGES_MAX * PROCESSES_MAX];
    vtopology_degrees(ours, rank, &in, &out);
    vtopology_neighbours(ours, rank, MPI_PROC_NULL, sources, destinations);
    for (int i = 0; i < in; i++)
        received[i] = MPI_PROC_NULL;
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, received, 1, MPI_INT, theirs);
    same_list("neighbours", in, sources, in, received);
}

static void compare_sub(const struct vtopology *ours, MPI_Comm theirs)
{
    int remain[DIMS_MAX], colors[PROCESSES_MAX], members[PROCESSES_MAX], identity[PROCESSES_MAX];
    int their_members[PROCESSES_MAX], count = 0, their_count = -1, their_rank = -1;
    for (int i = 0; i < ours->cart.ndims; i++)
        remain[i] = random_below(&shared_seed, 2);
    struct vcart_part part;
    struct fault fault;
    for (int i = 0; i < ours->size; i++) {
        vcart_sub(ours, i, remain, &part, &fault);
        colors[i] = part.color;
        vtopology_free(part.topology);
    }
    /* Members are named by their rank in the grid, which is that in the world: no reordering. */
    vcart_sub(ours, rank, remain, &part, &fault);
    for (int i = 0; i < ours->size; i++) {
        struct vcart_part other;
        if (colors[i] != part.color)
            continue;
        vcart_sub(ours, i, remain, &other, &fault);
        members[other.key] = i;
        vtopology_free(other.topology);
        count++;
    }
    MPI_Comm sub;
    if (MPI_Cart_sub(theirs, remain, &sub) != 0)
        DIFFER("the library cannot make the part");
    if (sub == MPI_COMM_NULL && part.topology->cart.ndims == 0) {
        vtopology_free(part.topology); /* MPICH gives the part without dimensions to rank 0 alone */
        return;
    }
    MPI_Group group;
    MPI_Comm_group(sub, &group);
    MPI_Group_size(group, &their_count);
    MPI_Group_rank(group, &their_rank);
    for (int i = 0; i < their_count; i++)
        identity[i] = i;
    MPI_Group_translate_ranks(group, their_count, identity, world_group, their_members);
    same_list("members of a part", count, members, their_count, their_members);
    same_list("rank in a part", 1, &part.key, 1, &their_rank);
    int ndims = -1, dims[DIMS_MAX], periods[DIMS_MAX], coords[DIMS_MAX];
    MPI_Cartdim_get(sub, &ndims);
    MPI_Cart_get(sub, ndims, dims, periods, coords);
    same_list("dims of a part", part.topology->cart.ndims, part.topology->cart.dims, ndims, dims);
    same_list("periods of a part", ndims, part.topology->cart.periods, ndims, periods);
    vtopology_free(part.topology);
    MPI_Group_free(&group);
    MPI_Comm_free(&sub);
}

static void compare_cart(void)
{
    int dims[DIMS_MAX], periods[DIMS_MAX], product = 1;
    int ndims = random_below(&shared_seed, DIMS_MAX + 1);
    for (int i = 0; i < ndims; i++) {
        dims[i] = 1 + random_below(&shared_seed, size / product);
        product *= dims[i];
        periods[i] = random_below(&shared_seed, 2);
    }
    struct vtopology *ours = NULL;
    struct fault fault;
    MPI_Comm theirs;
    if (vtopology_cart(ndims, dims, periods, size, &ours, &fault) != FAULT_NONE ||
        MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 0, &theirs) != 0)
        DIFFER("a grid of %d is refused", product);
    int we = -1, they = -1;
    vcart_map(ndims, dims, size, rank, MPI_UNDEFINED, &we, &fault);
    int failed = MPI_Cart_map(MPI_COMM_WORLD, ndims, dims, periods, &they);
    same_place("cart_map", we, failed, they);
    we = rank < ours->size;
    they = theirs != MPI_COMM_NULL;
    same_list("membership of a grid", 1, &we, 1, &they);
    unsigned before = shared_seed; /* who is not a member draws no numbers */
    if (theirs != MPI_COMM_NULL) {
        compare_coordinates(ours, theirs);
        compare_shifts(ours, theirs);
        compare_neighbours(ours, theirs);
        compare_sub(ours, theirs);
        MPI_Comm_free(&theirs);
    }
    shared_seed = before * 31 + 7;
    vtopology_free(ours);
}

static void compare_graph(void)
{
    int nnodes = random_below(&shared_seed, size + 1), index[PROCESSES_MAX], edges[EDGES_MAX];
    int edge_count = 0;
    for (int i = 0; i < nnodes; i++) {
        int degree = nnodes > 1 ? random_below(&shared_seed, 3) : 0;
        for (int j = 0; j < degree && edge_count < EDGES_MAX; j++) /* MPICH refuses loops */
            edges[edge_count++] = (i + 1 + random_below(&shared_seed, nnodes - 1)) % nnodes;
        index[i] = edge_count;
    }
    struct vtopology *ours = NULL;
    struct fault fault;
    MPI_Comm theirs = MPI_COMM_NULL;
    if (vtopology_graph(nnodes, index, edges, size, &ours, &fault) != FAULT_NONE ||
        MPI_Graph_create(MPI_COMM_WORLD, nnodes, index, edges, 0, &theirs) != 0)
        DIFFER("a graph of %d is refused", nnodes);
    int we = rank < ours->size, they = theirs != MPI_COMM_NULL;
    same_list("membership of a graph", 1, &we, 1, &they);
    for (int i = 0; they && i < nnodes; i++) {
        int count = 0, their_count = 0, neighbours[EDGES_MAX];
        const int *list = NULL;
        vgraph_neighbours(ours, i, &count, &list, &fault);
        MPI_Graph_neighbors_count(theirs, i, &their_count);
        MPI_Graph_neighbors(theirs, i, their_count, neighbours);
        same_list("neighbours in a graph", count, list, their_count, neighbours);
    }
    if (nnodes > 0) {
        vgraph_map(nnodes, index, edges, size, rank, MPI_UNDEFINED, &we, &fault);
        int failed = MPI_Graph_map(MPI_COMM_WORLD, nnodes, index, edges, &they);
        same_place("graph_map", we, failed, they);
    }
    if (theirs != MPI_COMM_NULL)
        MPI_Comm_free(&theirs);
    vtopology_free(ours);
}

static int by_rank_and_weight(const void *a, const void *b)
{
    const int *one = a, *two = b;
    return one[0] != two[0] ? one[0] - two[0] : one[1] - two[1];
}

/* The order of neighbours is the library's own choice: compares them sorted. */
static void same_edges(const char *what, int count, const int *ranks, const int *weights,
                       int their_count, const int *their_ranks, const int *their_weights)
{
    int ours[EDGES_MAX * PROCESSES_MAX][2], theirs[EDGES_MAX * PROCESSES_MAX][2];
    for (int i = 0; i < count; i++) {
        ours[i][0] = ranks[i];
        ours[i][1] = weights[i];
    }
    for (int i = 0; i < their_count; i++) {
        theirs[i][0] = their_ranks[i];
        theirs[i][1] = their_weights ? their_weights[i] : 1;
    }
    qsort(ours, (size_t)count, sizeof *ours, by_rank_and_weight);
    qsort(theirs, (size_t)their_count, sizeof *theirs, by_rank_and_weight);
    same_list(what, 2 * count, ours[0], 2 * their_count, theirs[0]);
}

struct numbers {
    int sources[3], degrees[3], destinations[EDGES_MAX], weights[EDGES_MAX];
};

static void random_contribution(struct vdist_contribution *contribution, struct numbers *numbers,
                                bool weighted)
{
    *contribution = (struct vdist_contribution){
        random_below(&shared_seed, 4), numbers->sources, numbers->degrees,
        numbers->destinations,         numbers->weights, weighted};
    int edge = 0;
    for (int i = 0; i < contribution->n; i++) {
        numbers->sources[i] = random_below(&shared_seed, size);
        numbers->degrees[i] = random_below(&shared_seed, EDGES_MAX / 3 + 1);
        for (int j = 0; j < numbers->degrees[i]; j++, edge++) {
            numbers->destinations[edge] = random_below(&shared_seed, size);
            numbers->weights[edge] = random_below(&shared_seed, 100);
        }
    }
}

static void compare_dist_graph(void)
{
    struct numbers numbers[PROCESSES_MAX];
    struct vdist_contribution all[PROCESSES_MAX];
    bool weighted = random_below(&shared_seed, 2);
    struct vtopology *ours = NULL;
    struct fault fault;
    for (int i = 0; i < size; i++)
        random_contribution(&all[i], &numbers[i], weighted);
    if (vdist_contribution_check(&all[rank], size, &fault) != FAULT_NONE ||
        vtopology_dist_graph(all, size, rank, &ours, &fault) != FAULT_NONE)
        DIFFER("a distributed graph is refused");
    MPI_Comm theirs;
    struct numbers *own = &numbers[rank];
    MPI_Dist_graph_create(MPI_COMM_WORLD, all[rank].n, own->sources, own->degrees,
                          own->destinations, weighted ? own->weights : MPI_UNWEIGHTED,
                          MPI_INFO_NULL, 0, &theirs);
    int in = -1, out = -1, flag = -1, we = weighted;
    MPI_Dist_graph_neighbors_count(theirs, &in, &out, &flag);
    flag = flag != 0;
    same_list("weighted", 1, &we, 1, &flag);
    enum { MANY = EDGES_MAX * PROCESSES_MAX };
    int sources[MANY], sourceweights[MANY], destinations[MANY], destweights[MANY];
    MPI_Dist_graph_neighbors(theirs, in, sources, weighted ? sourceweights : MPI_UNWEIGHTED, out,
                             destinations, weighted ? destweights : MPI_UNWEIGHTED);
    const struct vdist_graph *dist = &ours->dist;
    same_edges("sources", dist->indegree, dist->sources, dist->sourceweights, in, sources,
               weighted ? sourceweights : NULL);
    same_edges("destinations", dist->outdegree, dist->destinations, dist->destweights, out,
               destinations, weighted ? destweights : NULL);
    MPI_Comm_free(&theirs);

    /* The same neighbours, now in our order, which is to be kept. */
    struct vtopology *adjacent = NULL;
    if (vtopology_adjacent(dist, size, &adjacent, &fault) != FAULT_NONE)
        DIFFER("an adjacent graph is refused");
    const struct vdist_graph *next = &adjacent->dist;
    MPI_Dist_graph_create_adjacent(
        MPI_COMM_WORLD, dist->indegree, dist->sources,
        weighted ? dist->sourceweights : MPI_UNWEIGHTED, dist->outdegree, dist->destinations,
        weighted ? dist->destweights : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &theirs);
    MPI_Dist_graph_neighbors_count(theirs, &in, &out, &flag);
    MPI_Dist_graph_neighbors(theirs, in, sources, weighted ? sourceweights : MPI_UNWEIGHTED, out,
                             destinations, weighted ? destweights : MPI_UNWEIGHTED);
    same_list("adjacent sources", next->indegree, next->sources, in, sources);
    same_list("adjacent destinations", next->outdegree, next->destinations, out, destinations);
    if (weighted) {
        same_list("adjacent source weights", in, next->sourceweights, in, sourceweights);
        same_list("adjacent destination weights", out, next->destweights, out, destweights);
    }
    compare_neighbours(adjacent, theirs);
    MPI_Comm_free(&theirs);
    vtopology_free(adjacent);
    vtopology_free(ours);
}

/* ---- divisions ---- */

/* Open MPI does not always find the best one (72 nodes: 12 x 6), so there ours must be as good. */
static void same_division(int nnodes, int ndims, const int *given, const int *ours,
                          const int *theirs)
{
#ifdef OPEN_MPI
    int largest[2] = {0, 0}, smallest[2] = {nnodes, nnodes};
    for (int i = 0; i < ndims; i++) {
        if (given[i] != 0)
            continue;
        const int extents[2] = {ours[i], theirs[i]};
        for (int j = 0; j < 2; j++) {
            largest[j] = extents[j] > largest[j] ? extents[j] : largest[j];
            smallest[j] = extents[j] < smallest[j] ? extents[j] : smallest[j];
        }
    }
    if (largest[0] - smallest[0] < largest[1] - smallest[1])
        return;
#else
    (void)nnodes;
    (void)given;
#endif
    same_list("dims_create", ndims, ours, ndims, theirs);
}

static void compare_dims(int nnodes, int ndims, const int *given)
{
    int ours[DIMS_MAX], theirs[DIMS_MAX];
    memcpy(ours, given, sizeof ours);
    memcpy(theirs, given, sizeof theirs);
    struct fault fault;
    enum fault_kind kind = vdims_create(nnodes, ndims, ours, &fault);
    int failed = MPI_Dims_create(nnodes, ndims, theirs);
#ifdef OPEN_MPI
    /* Looks at each extent, not at their product; with none to set, asks for the exact product. */
    bool all_set = true, each_divides = true;
    for (int i = 0; i < ndims; i++) {
        all_set &= given[i] != 0;
        each_divides &= given[i] == 0 || nnodes % given[i] == 0;
    }
    if ((kind == FAULT_NONE && all_set) || (kind == FAULT_DIVISION && each_divides))
        return;
#endif
    if (!both_refuse("dims_create", kind, failed))
        same_division(nnodes, ndims, given, ours, theirs);
}

static void compare_divisions(void)
{
    for (int nnodes = 1 + rank; nnodes <= 200; nnodes += size)
        for (int ndims = 1; ndims <= DIMS_MAX; ndims++) {
            compare_dims(nnodes, ndims, (int[DIMS_MAX]){0});
            for (int i = 0; i < 20; i++) {
                int given[DIMS_MAX] = {0};
                for (int j = 0; j < ndims; j++)
                    given[j] = random_below(&own_seed, 2) * (random_below(&own_seed, 6) - (i == 0));
                compare_dims(nnodes, ndims, given);
            }
        }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    own_seed = 100 + (unsigned)rank;
    if (size > PROCESSES_MAX)
        DIFFER("at most %d processes", PROCESSES_MAX);
    int rounds = argc > 1 ? atoi(argv[1]) : 40;
    for (int i = 0; i < rounds; i++) {
        compare_cart();
        compare_graph();
        compare_dist_graph();
    }
    compare_groups();
    compare_divisions();
    long own[2] = {compared, refused}, all[2];
    MPI_Reduce(own, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("agree: %ld results, %ld refusals\n", all[0], all[1]);
    MPI_Group_free(&world_group);
    MPI_Finalize();
    return 0;
}
