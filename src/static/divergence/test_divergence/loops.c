/* Loops: the number of iterations matters as much as the content. */
#include "static/divergence/test_divergence/cases.h"

void rank_iterations(void)
{
    RANK;
    for (int i = 0; i < rank; i++) // diverges
        MPI_Barrier(WORLD);
}

void size_iterations(void)
{
    SIZE;
    for (int i = 0; i < size; i++)
        MPI_Barrier(WORLD);
}

void constant_iterations(void)
{
    for (int i = 0; i < 10; i++)
        MPI_Barrier(WORLD);
}

void rank_iterations_of_nothing(int *data)
{
    RANK;
    for (int i = 0; i < rank; i++)
        data[i] = i;
    MPI_Barrier(WORLD);
}

void do_while(void)
{
    RANK;
    do {
        MPI_Barrier(WORLD);
    } while (rank-- > 0); // diverges
}

void do_while_with_continue(int *data)
{
    RANK;
    int i = 0;
    do {
        if (data[i] == 0 && rank == 1)
            continue;
        data[i] = 1;
    } while (++i < 10);
    MPI_Barrier(WORLD);
}

void breaks(void)
{
    RANK;
    for (int i = 0; i < 10; i++) {
        if (i == rank) // diverges
            break;
        MPI_Barrier(WORLD);
    }
}

void breaks_without_collectives(int *data)
{
    RANK;
    for (int i = 0; i < 10; i++) {
        if (i == rank)
            break;
        data[i] = i;
    }
    MPI_Barrier(WORLD);
}

void continues(void)
{
    RANK;
    for (int i = 0; i < 10; i++) {
        if (rank == 0) // diverges
            continue;
        MPI_Barrier(WORLD);
    }
}

void endless_until_agreed(double *data)
{
    for (;;) {
        double error = data[0], worst;
        MPI_Allreduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, WORLD);
        if (worst < 1e-6)
            break;
        data[0] /= 2;
    }
}

void endless_until_own_error(double *data)
{
    RANK;
    for (;;) {
        double error = rank * data[0], worst;
        MPI_Allreduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, WORLD);
        if (error < 1e-6) // diverges
            break;
        data[0] /= 2;
    }
}

void endless(void)
{
    for (;;)
        MPI_Barrier(WORLD);
}

void nested_loops(int *data)
{
    RANK;
    SIZE;
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < rank; k++)
            data[k] = i;
        MPI_Barrier(WORLD);
    }
}

void nested_loops_inner_differs(void)
{
    RANK;
    SIZE;
    for (int i = 0; i < size; i++)
        for (int k = 0; k < rank; k++) // diverges
            MPI_Barrier(WORLD);
}

/* The inner loop is left to the head of the outer one. */
void tight_loops(int a, int b)
{
    SIZE;
    a = size;
    while (a-- > 0)
        for (b = size; b > 0; b--)
            MPI_Barrier(WORLD);
}

/* Figure 3.3 (a): a loop of barriers on one side, two barriers and a reduction on the other. */
void figure_3_3(int *data)
{
    RANK;
    SIZE;
    if (rank == 0) { // diverges
        for (int i = 0; i < size; i++)
            MPI_Barrier(WORLD);
    } else {
        if (size > 5)
            MPI_Barrier(WORLD);
        else
            MPI_Barrier(WORLD);
        if (size > 3 || size < 2)
            MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
    }
}

void figure_3_3_right(int *data)
{
    SIZE;
    if (size > 8) {
        for (int i = 0; i < size; i++)
            MPI_Barrier(WORLD);
    } else {
        if (size > 5)
            MPI_Barrier(WORLD);
        else
            MPI_Barrier(WORLD);
        if (size > 3 || size < 2)
            MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
    }
}

/* A loop with two entries. */
void irreducible(int *data)
{
    SIZE;
    int i = 0;
    if (size > 3)
        goto middle;
top:
    MPI_Barrier(WORLD);
middle:
    data[i] = i;
    if (++i < size)
        goto top;
}

/* Some ranks leave the first barrier out: the number of iterations differs. */
void irreducible_on_rank(int *data)
{
    RANK;
    SIZE;
    int i = 0;
    if (rank > 3)
        goto middle;
top:
    MPI_Barrier(WORLD);
middle:
    data[i] = i;
    if (++i < size) // diverges
        goto top;
}

/* The same loop is on both sides; it is proved only if its iterations are counted. */
void loop_on_both_sides(int *data)
{
    RANK;
    SIZE;
    if (rank == 0) { // unproved
        for (int i = 0; i < size; i++)
            MPI_Barrier(WORLD);
        data[0] = 1;
    } else {
        for (int i = 0; i < size; i++)
            MPI_Barrier(WORLD);
    }
}

void abort_in_a_loop(int *data)
{
    RANK;
    for (int i = 0; i < 10; i++) {
        if (data[i] == rank)
            MPI_Abort(WORLD, 1);
        data[i]++;
        if (data[i] > 5 * rank)
            break;
    }
    MPI_Barrier(WORLD);
}
