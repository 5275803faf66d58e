/* Edges told by ranks that have no part in them; blocks of a derived datatype.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    /* rank 0 tells 1->2 (5), 1->3 (6), 3->3 (7); rank 1 tells 2->1 (8); the others nothing */
    int n = 0, sources[2] = {1, 3}, degrees[2] = {2, 1};
    int targets[3] = {2, 3, 3}, weights[3] = {5, 6, 7}, in, out, weighted;
    int from[2] = {-1, -1}, to[2] = {-1, -1}, in_weights[2], out_weights[2];
    int data[8], got[8], ones[2] = {1, 1};
    MPI_Aint places[2] = {0, 4 * sizeof(int)};
    MPI_Datatype every, types[2];
    MPI_Comm graph, copy;
    MPI_Request r;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        n = 2;
    } else if (rank == 1) {
        n = 1;
        sources[0] = 2;
        degrees[0] = 1;
        targets[0] = 1;
        weights[0] = 8;
    }
    MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, targets, weights, MPI_INFO_NULL, 0,
                          &graph);
    MPI_Comm_dup(graph, &copy); /* has the topology, too */
    MPI_Dist_graph_neighbors_count(copy, &in, &out, &weighted);
    check(weighted && in == (rank == 3 ? 2 : rank > 0), "indegree");
    check(out == (rank == 1 ? 2 : rank > 0), "outdegree");
    MPI_Dist_graph_neighbors(copy, in, from, in_weights, out, to, out_weights);
    for (int i = 0; i < in; i++) {
        int right = rank == 1 ? 8 : rank == 2 ? 5 : from[i] == 1 ? 6 : 7;

        check(in_weights[i] == right, "weight of an edge that comes in");
    }

    MPI_Type_vector(2, 1, 2, MPI_INT, &every); /* two integers, with one between */
    MPI_Type_commit(&every);
    types[0] = types[1] = every;
    for (int i = 0; i < 8; i++) {
        data[i] = 100 * rank + 10 * to[i / 4] + i % 4;
        got[i] = -1;
    }
    MPI_Ineighbor_alltoallw(data, ones, places, types, got, ones, places, types, copy, &r);
    MPI_Type_free(&every); /* while it is under way */
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < in; i++) {
        int first = 100 * from[i] + 10 * rank;

        check(got[4 * i] == first && got[4 * i + 2] == first + 2, "block");
        check(got[4 * i + 1] == -1, "what is between");
    }
    MPI_Comm_free(&copy);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
