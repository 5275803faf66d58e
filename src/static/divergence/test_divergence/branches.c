/* Branches inside one function. */
#include "static/divergence/test_divergence/cases.h"

void barrier_on_one_rank(void)
{
    RANK;
    if (rank == 0) // diverges
        MPI_Barrier(WORLD);
}

void barrier_on_all_ranks(void)
{
    RANK;
    if (rank == 0)
        puts("first");
    MPI_Barrier(WORLD);
}

void same_on_both_sides(int *data)
{
    RANK;
    if (rank == 0) {
        data[0] = 1;
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    } else {
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    }
}

void different_on_both_sides(int *data)
{
    RANK;
    if (rank == 0) // diverges
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    else
        MPI_Barrier(WORLD);
}

void other_order(int *data)
{
    RANK;
    if (rank % 2) { // diverges
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
        MPI_Barrier(WORLD);
    } else {
        MPI_Barrier(WORLD);
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    }
}

/* Figure 3.2 (d): a blocking collective never matches a nonblocking one. */
void blocking_and_nonblocking(void)
{
    MPI_Request request;
    RANK;
    if (rank == 0) { // diverges
        MPI_Barrier(WORLD);
    } else {
        MPI_Ibarrier(WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

void nonblocking_on_both_sides(void)
{
    MPI_Request request;
    RANK;
    if (rank == 0)
        MPI_Ibarrier(WORLD, &request);
    else
        MPI_Ibarrier(WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void size_decides(void)
{
    SIZE;
    if (size > 1)
        MPI_Barrier(WORLD);
}

void rank_is_below_size(void)
{
    RANK;
    SIZE;
    if (rank < size)
        MPI_Barrier(WORLD);
}

/* Figure 3.2 (a): node 2 is harmless, node 1 is not. */
void figure_3_2_a(int other)
{
    RANK;
    SIZE;
    if (rank > 1) { // diverges
        if (size > other * 0 + 2)
            MPI_Allreduce(MPI_IN_PLACE, &other, 1, MPI_INT, MPI_SUM, WORLD);
        else
            MPI_Allreduce(MPI_IN_PLACE, &other, 1, MPI_INT, MPI_SUM, WORLD);
    }
    MPI_Barrier(WORLD);
}

/* Figure 3.2 (c): two barriers, each behind a condition of its own. Each is reported. */
void figure_3_2_c(void)
{
    RANK;
    SIZE;
    if (size > 4) {
        if (rank > 2) // diverges
            MPI_Barrier(WORLD);
    } else {
        if (rank > 1) // diverges
            MPI_Barrier(WORLD);
    }
}

/* Only the inner branch is wrong. */
void inner_branch(void)
{
    RANK;
    if (rank < 5) {
        puts("few");
        if (rank == 0) // diverges
            MPI_Barrier(WORLD);
    }
}

void outer_branch_too(int *data)
{
    RANK;
    if (rank < 5) {    // diverges
        if (rank == 0) // diverges
            MPI_Barrier(WORLD);
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    }
}

void equal_after_nesting(int *data)
{
    RANK;
    SIZE;
    if (rank == 0) {
        if (size > 2)
            MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
        else
            MPI_Bcast(data, 2, MPI_INT, 0, WORLD);
    } else {
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    }
}

void one_line_of_and(int flag)
{
    RANK;
    SIZE;
    if (rank == 0 && size > 3) // diverges
        MPI_Barrier(WORLD);
    (void)flag;
}

void one_line_of_or(void)
{
    RANK;
    if (rank == 0 || rank == 1) // diverges
        MPI_Barrier(WORLD);
}

void switch_all_equal(int *data)
{
    RANK;
    switch (rank) {
    case 0:
        data[0] = 1;
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
        break;
    case 1:
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
        break;
    default:
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    }
}

void switch_one_missing(int *data)
{
    RANK;
    switch (rank) { // diverges
    case 0:
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
        break;
    case 1:
        break;
    default:
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    }
}

void switch_falls_through(int *data)
{
    RANK;
    switch (rank) { // diverges
    case 0:
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD); /* fall through */
    default:
        MPI_Barrier(WORLD);
    }
}

void switch_on_size(int *data)
{
    SIZE;
    switch (size) {
    case 1:
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD); /* fall through */
    default:
        MPI_Barrier(WORLD);
    }
}

void early_return(void)
{
    RANK;
    if (rank == 3) // diverges
        return;
    MPI_Barrier(WORLD);
}

void two_early_returns(int *data)
{
    RANK;
    if (rank == 3) // diverges
        return;
    MPI_Barrier(WORLD);
    if (rank == 4) // diverges
        return;
    MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
}

void uniform_early_return(void)
{
    SIZE;
    if (size == 1)
        return;
    MPI_Barrier(WORLD);
}

void gotos(int *data)
{
    RANK;
    if (rank == 0)
        goto first;
    MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    goto done;
first:
    data[0] = 1;
    MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
done:
    MPI_Barrier(WORLD);
}

void goto_over_a_barrier(void)
{
    RANK;
    if (rank == 0) // diverges
        goto done;
    MPI_Barrier(WORLD);
done:
    puts("done");
}

void computed_goto(int *data)
{
    static void *const ways[] = {&&first, &&second};
    RANK;
    goto *ways[rank % 2]; // diverges
first:
    MPI_Barrier(WORLD);
second:
    data[0] = 1;
}

void computed_goto_equal(int *data)
{
    static void *const ways[] = {&&first, &&second};
    RANK;
    goto *ways[rank % 2];
first:
    data[0] = 1;
second:
    MPI_Barrier(WORLD);
}

void conditional_expression(int *data)
{
    RANK;
    rank == 0 ? MPI_Bcast(data, 1, MPI_INT, 0, WORLD) : MPI_Barrier(WORLD); // diverges
}

void made_the_same_by_bcast(int *data)
{
    RANK;
    int go = rank == 0 && outside();
    MPI_Bcast(&go, 1, MPI_INT, 0, WORLD);
    if (go)
        MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
}

void received_data_decides(void)
{
    int go;
    MPI_Recv(&go, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, MPI_STATUS_IGNORE);
    if (go) // diverges
        MPI_Barrier(WORLD);
}

void nothing_is_known(void)
{
    if (outside()) // unproved
        MPI_Barrier(WORLD);
}

void nothing_is_known_and_nothing_differs(void)
{
    if (outside())
        puts("yes");
    MPI_Barrier(WORLD);
}

/* Both sides ask the same; the checks at run time find whether the answers agree. */
void same_condition_twice(int *data)
{
    RANK;
    SIZE;
    if (rank == 0) { // unproved
        if (size > 4)
            MPI_Barrier(WORLD);
        data[0] = 1;
    } else {
        if (size > 4)
            MPI_Barrier(WORLD);
    }
}

/* A rank that does not take the first takes the second. */
void complementary(int *data)
{
    RANK;
    if (rank == 0)
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    data[1] = rank;
    if (rank != 0)
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
}

void not_quite_complementary(int *data)
{
    RANK;
    if (rank == 0) // diverges
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    MPI_Barrier(WORLD);
    if (rank != 0) // diverges
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
}

void same_condition_again(int *data)
{
    RANK;
    if (rank == 0) // diverges
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    if (rank == 0) // diverges
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
}

/* A root that is not known may be the same. */
void root_is_not_known(int *data, int root)
{
    RANK;
    if (rank == 0) // unproved
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    else
        MPI_Bcast(data, 1, MPI_INT, root, WORLD);
}

void same_roots(int *data)
{
    RANK;
    if (rank == 0)
        MPI_Bcast(data, 1, MPI_INT, 3, WORLD);
    else
        MPI_Bcast(data, 1, MPI_INT, 3, WORLD);
}

void different_roots(int *data)
{
    RANK;
    if (rank == 0) // mismatch.root
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    else
        MPI_Bcast(data, 1, MPI_INT, 1, WORLD);
}

void different_operations(int *data)
{
    RANK;
    if (rank == 0) // mismatch.op
        MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
    else
        MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_MAX, WORLD);
}

/* Arguments that differ without a branch around the call. */
void root_differs(int *data)
{
    RANK;
    MPI_Bcast(data, 1, MPI_INT, rank, WORLD); // mismatch.root
}

void root_is_chosen_by_rank(int *data)
{
    int root = 0;
    RANK;
    if (rank % 2)
        root = 1;
    MPI_Bcast(data, 1, MPI_INT, root, WORLD); // mismatch.root
}

void operation_is_chosen_by_rank(int *data)
{
    MPI_Op op = MPI_SUM;
    RANK;
    if (rank % 2)
        op = MPI_MAX;
    MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, op, WORLD); // mismatch.op
}

void each_in_turn_is_root(int *data)
{
    SIZE;
    for (int root = 0; root < size; root++)
        MPI_Bcast(data, 1, MPI_INT, root, WORLD);
}

/* rank is 0 on the root. */
void root_knows_itself(int *data)
{
    RANK;
    if (rank == 0) // unproved
        MPI_Bcast(data, 1, MPI_INT, rank, WORLD);
    else
        MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
}
