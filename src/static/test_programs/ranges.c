#include "static/test_programs/probe.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, self, dup_rank;
    MPI_Comm dup;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_SELF, &self);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_rank(dup, &dup_rank);
    differs(rank);
    same(size);
    same(self);
    differs(dup_rank);
    same(rank < size);
    same(rank >= size);
    same(rank >= 0);
    same(rank < 0);
    same(rank != -1);
    same(rank == -1);
    same(size >= 1);
    same(size < 2);
    same(rank + 1 <= size);
    same(rank <= size - 1);
    same(rank * 2 < 2 * size);
    same(size > rank);
    same(dup_rank < size);
    same((unsigned)rank < (unsigned)size);
    same(rank < size + 5);
    differs(rank < size - 1);
    differs(rank + 1 < size);
    differs(rank == 0);
    differs(rank < size / 2);
    differs(rank * 2 < size);
    differs(rank <= 0);
    differs(rank > 0);
    differs(size - rank > 1);
    if (rank < 0)
        never();
    if (rank >= size)
        never();
    if (rank < size)
        maybe();
    else
        never();
    if (rank == 0)
        maybe();
    if (MPI_Barrier(MPI_COMM_WORLD) != MPI_SUCCESS)
        never();
    if (size < 2)
        maybe();
    if (rank == 0) {
        same(rank == 0);
        if (rank > 0)
            never();
    } else {
        same(rank > 0);
        differs(rank > 1);
        if (rank != 1 && rank < 2)
            never();
    }
    if (size != 1)
        same(size > 1);
    MPI_Finalize();
    return 0;
}
