/* Collectives and conditions in other functions. */
#include "static/divergence/test_divergence/cases.h"

/* Figure 3.1: r is not known if no caller passes it. */
static void figure_3_1_f(int r)
{
    if (r == 0) // unproved
        MPI_Barrier(WORLD);
}

void figure_3_1_g(int r)
{
    figure_3_1_f(r);
    MPI_Barrier(WORLD);
    exit(0);
}

/* Figure 5.1: f contains a barrier. */
static void figure_5_1_f(void)
{
    MPI_Barrier(WORLD);
}

void figure_5_1(void)
{
    RANK;
    if (rank == 0)
        figure_5_1_f();
    else
        MPI_Barrier(WORLD);
}

/* Figure 5.2: the same without the other barrier. */
void figure_5_2(void)
{
    RANK;
    if (rank == 0) // diverges
        figure_5_1_f();
}

/* Figure 5.3: the error in g shows in f. */
static void figure_5_3_g(int r, int *data)
{
    MPI_Barrier(WORLD);
    if (r % 2) // diverges
        MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
}

void figure_5_3_f(int *data)
{
    RANK;
    figure_5_3_g(rank, data);
    MPI_Barrier(WORLD);
}

/* Figure 5.4: g is inserted at its call. */
static void figure_5_4_g(int flag, int *data)
{
    if (flag)
        MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Barrier(WORLD);
}

void figure_5_4_f(int *data)
{
    SIZE;
    figure_5_4_g(size > 2, data);
}

/* One call is right, the other is not. */
static void sometimes(int r)
{
    if (r == 0) // diverges
        MPI_Barrier(WORLD);
}

void called_with_the_size(void)
{
    SIZE;
    sometimes(size);
}

void called_with_the_rank(void)
{
    RANK;
    sometimes(rank);
}

static void harmless(int n)
{
    if (n > 3)
        MPI_Barrier(WORLD);
}

void called_with_constants(void)
{
    SIZE;
    harmless(1);
    harmless(size);
    harmless(4);
}

/* A constant argument chooses a side, so both ranks do the same in the end. */
static void by_flag(int collect, int *data)
{
    if (collect)
        MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
}

void constant_flags(int *data)
{
    RANK;
    if (rank == 0)
        by_flag(0, data);
    else
        puts("not the first");
}

void different_constant_flags(int *data)
{
    RANK;
    if (rank == 0) // diverges
        by_flag(1, data);
    else
        by_flag(0, data);
}

static void level_3(int x)
{
    if (x > 1) // diverges
        MPI_Barrier(WORLD);
}

static void level_2(int x)
{
    level_3(x + 1);
}

static void level_1(int x)
{
    level_2(2 * x);
}

void through_three_calls(void)
{
    RANK;
    level_1(rank);
}

static void through_memory(const int *who)
{
    if (*who == 0) // diverges
        MPI_Barrier(WORLD);
}

void rank_by_pointer(void)
{
    RANK;
    through_memory(&rank);
}

static int is_first(void)
{
    RANK;
    return rank == 0;
}

void function_decides(void)
{
    if (is_first()) // diverges
        MPI_Barrier(WORLD);
}

static int is_parallel(void)
{
    SIZE;
    return size > 1;
}

void function_decides_uniformly(void)
{
    if (is_parallel())
        MPI_Barrier(WORLD);
}

/* Recursion. */
static void down(int n)
{
    if (n > 0) { // diverges
        MPI_Barrier(WORLD);
        down(n - 1);
    }
}

void recursion_on_rank(void)
{
    RANK;
    down(rank);
}

static void down_evenly(int n)
{
    if (n > 0) {
        MPI_Barrier(WORLD);
        down_evenly(n - 1);
    }
}

void recursion_on_size(void)
{
    SIZE;
    down_evenly(size);
}

static void ping(int n);
static void pong(int n)
{
    if (n > 0)
        ping(n - 1);
}

static void ping(int n)
{
    MPI_Barrier(WORLD);
    pong(n);
}

void mutual_recursion(void)
{
    SIZE;
    ping(size);
}

/* Pointers to functions. */
static void plain_barrier(void)
{
    MPI_Barrier(WORLD);
}

static void noisy_barrier(void)
{
    puts("barrier");
    MPI_Barrier(WORLD);
}

void pointer_to_equals(void)
{
    RANK;
    void (*barrier)(void) = rank == 0 ? noisy_barrier : plain_barrier;
    barrier();
}

static double with_barrier(double x)
{
    MPI_Barrier(WORLD);
    return x;
}

static double without_barrier(double x)
{
    return x + 1;
}

double pointer_to_different(void)
{
    RANK;
    double (*work)(double) = rank == 0 ? with_barrier : without_barrier;
    return work(1.0); // diverges
}

/* Any of the functions may be called: with a collective or without. */
double pointer_on_one_rank(int n)
{
    RANK;
    double (*work[])(double) = {with_barrier, without_barrier};
    if (rank == 0)           // unproved
        return work[n](1.0); // unproved
    return 0;
}

double pointer_beside_a_barrier(int n)
{
    RANK;
    double (*work[])(double) = {with_barrier, without_barrier};
    if (rank == 0) { // diverges
        MPI_Barrier(WORLD);
        return work[n](1.0);
    }
    return 0;
}

/* More than 64 collectives become one group. */
#define EIGHT(what) what what what what what what what what
static void long_function(void)
{
    EIGHT(EIGHT(MPI_Barrier(WORLD);))
    EIGHT(MPI_Barrier(WORLD);)
}

void long_function_on_both_sides(void)
{
    RANK;
    if (rank == 0)
        long_function();
    else
        long_function();
}

void long_function_on_one_side(void)
{
    RANK;
    if (rank == 0) // diverges
        long_function();
}

/* Reported once, at the branch, for any number of calls that lead there. */
static void shared(int r)
{
    if (r) // diverges
        MPI_Barrier(WORLD);
}

void first_caller(void)
{
    RANK;
    shared(rank);
}

void second_caller(void)
{
    RANK;
    shared(rank + 1);
    if (rank > 2)
        shared(rank);
}

static void not_collective(int r)
{
    if (r == 0)
        puts("first");
}

void call_without_collectives(void)
{
    RANK;
    if (rank > 3)
        not_collective(rank);
}
