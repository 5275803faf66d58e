#!/usr/bin/env bash
# The runner of real programs reports "clean" only for a program that is clean and prints what it must.
. "$(dirname "$0")/../lib.sh"
flavour=${TUTTI_MPIS%% *}

cat >sum.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, sum, more = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && scanf("%d", &more) < 1)
        more = 0;
    if (argc > 1 && rank == 0)
        MPI_Recv(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d\n", sum + more);
    MPI_Finalize();
    return 0;
}
END
mkdir -p real/folder
mpi_cc "$flavour" sum.c -o real/folder/sum

cat >real/programs.list <<'END'
# A comment, and an empty line.

folder/sum | 2 | | clean | ^sum (1|3)$
END
expect_exit 0 "$HERE/run.sh" real
expect_text out '| folder/sum |' '| clean, verified |' '1 programs, 0 not as they should be'
[ -s real/results/1-sum.json ] || fail 'no findings are kept'

# A finding that was not expected, one that was, and one that is not there.
echo 'folder/sum | 2 | deadlock | clean | ^sum [0-9]' >>real/programs.list
expect_exit 1 "$HERE/run.sh" real
expect_text out "| deadlock, exit code 1, not clean, does not print '^sum [0-9]' |" '2 programs, 1 not as they should be'
expect_exit 0 "$HERE/run.sh" real 'sum *$'
echo 'folder/sum | 2 | deadlock | deadlock | ' >real/programs.list
expect_exit 0 "$HERE/run.sh" real
expect_text out '| deadlock, verified |'
echo 'folder/sum | 2 | | deadlock | ' >real/programs.list
expect_exit 1 "$HERE/run.sh" real
expect_text out '| clean, exit code 0, not deadlock |'

# A wrong result, standard input, a program that is not there.
echo 'folder/sum | 2 | | clean | ^sum 2$' >real/programs.list
expect_exit 1 "$HERE/run.sh" real
expect_text out "| clean, does not print '^sum 2\$' |"
echo 41 >real/folder/text
echo 'folder/sum | 2 | <text | clean | ^sum 42$' >real/programs.list
expect_exit 0 "$HERE/run.sh" real
echo 'folder/none | 2 | | clean | ^sum [0-9]' >real/programs.list
expect_exit 1 "$HERE/run.sh" real
expect_text out 'no verdict, exit code 2'

# Searches: a complete one, a bounded one, and results that differ from the list.
cat >order.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, size, in = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += in;
    }
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", argc > 1 ? in : sum);
    MPI_Finalize();
    return 0;
}
END
mpi_cc "$flavour" order.c -o real/folder/order
cat >real/verify.list <<'END'
# program | ranks | arguments | findings | executions | options
folder/order | 4 |      | clean        | 6       |
folder/order | 4 |      | clean        | all     | --seed=3
folder/order | 4 | last | race.message | 6       |
folder/order | 6 |      | clean        | bounded | --max-executions=5
END
rm real/programs.list
expect_exit 0 "$HERE/run.sh" real
expect_text out '| clean | 6 |' '| folder/order (--seed=3) |' '| race.message | 6 |' '| clean | 5, ' '4 programs, 0 not'
echo 'folder/order | 4 | | clean | 7 |' >real/verify.list
expect_exit 1 "$HERE/run.sh" real
expect_text out '| clean, not 7 executions | 6 |'
echo 'folder/order | 4 | | clean | 6 | --max-executions=5' >real/verify.list
expect_exit 1 "$HERE/run.sh" real
expect_text out '| clean, not complete, not 6 executions | 5, '
echo 'folder/order | 4 | last | clean | bounded |' >real/verify.list
expect_exit 1 "$HERE/run.sh" real
expect_text out '| race.message, not clean | 6 |'
echo 'folder/order | 4 | | race.message | 6 |' >real/verify.list
expect_exit 1 "$HERE/run.sh" real
expect_text out '| clean, not race.message | 6 |'
echo 'folder/none | 4 | | clean | bounded |' >real/verify.list
expect_exit 1 "$HERE/run.sh" real
expect_text out 'no verdict'

expect_exit 2 "$HERE/run.sh" real nothing
expect_exit 2 "$HERE/run.sh" folder
