#!/usr/bin/env bash
# The runner of real programs says clean only of a program that is, and that prints what it must.
. "$(dirname "$0")/../lib.sh"
flavour=${TUTTI_MPIS%% *}

cat >sum.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && rank == 0)
        MPI_Recv(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
END
mkdir -p real/folder
mpi_cc "$flavour" sum.c -o real/folder/sum

cat >real/programs.list <<'END'
# A comment, and an empty line.

folder/sum | 2 | | ^sum 1$
END
expect_exit 0 "$HERE/run.sh" real
expect_text out '| folder_sum |' 'clean, verified' '1 programs, 0 not as they should be'
[ -s real/results/folder_sum.json ] || fail 'no findings are kept'

echo 'folder/sum | 2 | deadlock | ^sum 1$' >>real/programs.list
expect_exit 1 "$HERE/run.sh" real
expect_text out 'exit code 1, verdict violations' "does not print '^sum 1\$'" '2 programs, 1 not as they should be'
expect_exit 0 "$HERE/run.sh" real 'sum *$'

echo 'folder/sum | 2 | | ^sum 2$' >real/programs.list
expect_exit 1 "$HERE/run.sh" real
expect_text out "| does not print '^sum 2\$' |"

echo 'folder/none | 2 | | ^sum' >real/programs.list
expect_exit 1 "$HERE/run.sh" real
expect_text out 'exit code 2, verdict none'

expect_exit 2 "$HERE/run.sh" real nothing
expect_exit 2 "$HERE/run.sh" folder
