/* Cases of counts and displacements that are more than an int holds. */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD

double *room(size_t count);

void running_sum(int size, const int *counts, double *mine, int count)
{
    int displs[64], sum = 0;
    for (int i = 0; i < size; i++) {
        displs[i] = sum; /* note: scale.displacement */
        sum += counts[i];
    }
    double *all = room((size_t)sum);
    MPI_Gatherv(mine, count, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, WORLD);
}

void from_the_last(int size, const int *counts, double *mine, int count, double *all)
{
    int *displs = malloc((size_t)size * sizeof *displs);
    displs[0] = 0;
    for (int i = 1; i < size; i++)
        displs[i] = displs[i - 1] + counts[i - 1]; /* note: scale.displacement */
    MPI_Allgatherv(mine, count, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, WORLD);
    free(displs);
}

void equal_blocks(int size, int count, double *mine, double *all)
{
    int counts[64], displs[64];
    for (int i = 0; i < size; i++) {
        counts[i] = count;
        displs[i] = i * count; /* note: scale.displacement */
    }
    MPI_Scatterv(all, counts, displs, MPI_DOUBLE, mine, count, MPI_DOUBLE, 0, WORLD);
}

/* The size of the buffer is computed as it should be. */
void known_to_be_wide(int size, int *counts, double *mine, int count)
{
    int displs[64];
    size_t sum = 0;
    for (int i = 0; i < size; i++)
        sum += (size_t)counts[i];
    displs[0] = 0;
    for (int i = 1; i < size; i++)
        displs[i] = displs[i - 1] + counts[i - 1]; /* warn: scale.displacement */
    double *all = room(sum);
    MPI_Gatherv(mine, count, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, WORLD);
}

void known_to_be_wide_here(int size, double *mine, int count)
{
    int displs[64], counts[64];
    size_t sum = 0;
    MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, WORLD);
    for (int i = 0; i < size; i++)
        sum += (size_t)counts[i];
    displs[0] = 0;
    for (int i = 1; i < size; i++)
        displs[i] = displs[i - 1] + counts[i - 1]; /* warn: scale.displacement */
    double *all = room(sum);
    MPI_Gatherv(mine, count, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, WORLD);
}

void cut(int size, const long *sizes, double *mine, int count, double *all)
{
    int counts[64], displs[64];
    size_t sum = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = (int)sizes[i];
        displs[i] = (int)sum; /* warn: scale.displacement */
        sum += (size_t)sizes[i];
    }
    MPI_Gatherv(mine, count, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, WORLD);
}

void careful_ok(int size, const long *sizes, double *mine, int count, double *all)
{
    int counts[64], displs[64];
    size_t sum = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = (int)sizes[i];
        displs[i] = (int)sum;
        sum += (size_t)sizes[i];
    }
    if (sum > INT_MAX)
        abort();
    MPI_Gatherv(mine, count, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, WORLD);
}

void constant_blocks_ok(int size, double *mine, double *all)
{
    int counts[64], displs[64];
    for (int i = 0; i < size; i++) {
        counts[i] = 100;
        displs[i] = 100 * i;
    }
    MPI_Gatherv(mine, 100, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, WORLD);
}

void given_ok(int *counts, int *displs, double *mine, int count, double *all)
{
    MPI_Gatherv(mine, count, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, WORLD);
}

void square(int n)
{
    double *all = room((size_t)(n * n));
    MPI_Bcast(all, n * n, MPI_DOUBLE, 0, WORLD); /* note: overflow.int */
}

void square_known_to_be_wide(int n)
{
    double *all = room((size_t)n * (size_t)n);
    MPI_Bcast(all, n * n, MPI_DOUBLE, 0, WORLD); /* warn: overflow.int */
}

void box_known_to_be_wide(int x, int y, int z)
{
    double *all = room((size_t)x * (size_t)y * (size_t)z);
    int count = 2 * x * y * z + 1; /* note: overflow.int */
    MPI_Bcast(all, count, MPI_DOUBLE, 0, WORLD);
}

void square_cut(long n, double *all)
{
    MPI_Bcast(all, (int)(n * n), MPI_DOUBLE, 0, WORLD); /* warn: overflow.int */
}

void size_ok(size_t length, double *all)
{
    MPI_Bcast(all, (int)length, MPI_DOUBLE, 0, WORLD);
}

void bytes_ok(int n, double *all)
{
    MPI_Bcast(all, n * (int)sizeof(double), MPI_BYTE, 0, WORLD);
}

void square_careful_ok(int n)
{
    size_t count = (size_t)n * (size_t)n;
    if (count > INT_MAX)
        abort();
    MPI_Bcast(room(count), n * n, MPI_DOUBLE, 0, WORLD);
}

void small_ok(int n, double *all)
{
    short a = (short)n, b = (short)(n >> 16);
    MPI_Bcast(all, a * b, MPI_DOUBLE, 0, WORLD);
    MPI_Bcast(all, (n % 10) * n, MPI_DOUBLE, 0, WORLD);
}
