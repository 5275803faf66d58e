#include "static/test_programs/probe.h"
#include <stdio.h>
#include <stdlib.h>

static int choose(int rank)
{
    if (rank == 0)
        return 3;
    return 4;
}

static int twice(int value)
{
    return 2 * value;
}

static void inner(int n, int rank, int size)
{
    depends(n > 3);
    depends(n * 2 + 1);
    same(rank < size);
    differs(rank);
}

static void middle(int rank, int size)
{
    inner(5, rank, size);
    inner(rank, rank, size);
}

static void fatal(const char *what)
{
    fprintf(stderr, "%s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

int main(int argc, char **argv)
{
    int rank, size, kept, a, b, c, i, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        a = 1;
    else
        a = 2;
    differs(a);
    if (rank == 0)
        b = 7;
    else
        b = 7;
    same(b);
    if (size > 4)
        c = 1;
    else
        c = 2;
    same(c);
    for (i = 0; i < rank; i++)
        x += 2;
    differs(x);
    differs(i);
    x = 0;
    for (i = 0; i < size; i++)
        x += 2;
    same(x);
    same(i);
    for (i = 0; i < 10; i++) {
        if (i == rank)
            continue;
        same(i);
    }
    same(i);
    for (i = 0; i < 10; i++)
        if (i == rank)
            break;
    differs(i);
    for (i = 0; i < 10; i++) {
        if (rank == 3 && i == 100)
            fatal("bad");
        x++;
    }
    same(i);
    same(x);
    differs(choose(rank));
    same(choose(size));
    differs(twice(rank));
    same(twice(size));
    middle(rank, size);
    kept = rank == 0 ? 5 : 5;
    same(kept);
    kept = rank == 0 ? 5 : 6;
    differs(kept);
    if (rank == 0)
        printf("hello\n");
    same(kept > 100 ? size : size);
    x = 0;
    while (1) {
        if (x > 10)
            break;
        x++;
    }
    same(x);
    switch (rank) {
    case 0:
        x = 1;
        break;
    case 1:
        x = 2;
        break;
    default:
        break;
    }
    differs(x);
    MPI_Finalize();
    return 0;
}
