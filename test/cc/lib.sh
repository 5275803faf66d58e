# lib.sh: what the tests of the compiler wrapper share: the command by its names, and a program with
# a collective that not all ranks call.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
BIN=$(dirname "$TUTTI")
PATH=$BIN:$PATH

cat >right.c <<'END'
#include <mpi.h>
#include <stdio.h>

int helper(int rank);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("helped %d\n", helper(rank));
    MPI_Finalize();
    return 0;
}
END
cat >helper.c <<'END'
int helper(int rank)
{
    return 2 * rank + 7;
}
END
cat >wrong.c <<'END'
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END

# silent COMMAND...: it works and says nothing at all.
silent() {
    expect_exit 0 "$@"
    [ ! -s out ] && [ ! -s err ] || { cat out err >&2; fail "not silent: $*"; }
}

# has_bitcode FILE: its section of bitcode is there.
has_bitcode() { readelf -SW "$1" | grep -q ' \.tuttir '; }

# The temporary directory that no_leftovers looks into.
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"
