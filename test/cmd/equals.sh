#!/usr/bin/env bash
# Every verb that runs a program runs one with a '=' in its path, as folders of parameter studies have: `env`, which sets the
# variables of Tutti, takes such a path for one more variable.
. "$(dirname "$0")/../lib.sh"
cat >solver.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (getenv("FAILS") && rank == 0)
        abort();
    const char *limit = getenv("LIMIT");
    if (limit && atoi(limit) == 37)
        printf("thirty-seven\n");
    printf("solved by %d: %s %s\n", rank, argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "");
    MPI_Finalize();
    return 0;
}
END

# solves CODE RANKS ARGUMENT WORD...: the command ends so, and so many ranks have printed.
solves() {
    local code=$1 ranks=$2 argument=$3
    shift 3
    expect_exit "$code" timeout 600 "$TUTTI" "$@"
    [ "$(grep -c "solved by [01]: $argument" out)" = "$ranks" ] || { cat out err >&2; fail "$flavour: not by $ranks ranks: $*"; }
    ! grep -q SECRET out err || { cat out err >&2; fail "$flavour: the environment of the job is printed: $*"; }
}

# The program in a folder, in the current one, and on PATH.
mkdir Re=1000
export PATH=$PATH:$WORK/bin=1
mkdir bin=1
for flavour in $(flavours); do
    "$TUTTI" cc --mpi="$flavour" -g -o Re=1000/solver solver.c
    cp Re=1000/solver n=2
    cp Re=1000/solver bin=1/m=3
    run=("mpiexec.$flavour" -n 2)
    for program in ./Re=1000/solver ./n=2; do
        for verb in watch 'watch --interface=lo' 'watch --transparent' guard trace; do
            # shellcheck disable=SC2086 # words
            solves 0 2 '' $verb --no-out -- "${run[@]}" $program
            # shellcheck disable=SC2086 # words
            solves 0 2 'a=b c' $verb --no-out -- "${run[@]}" $program a=b c
        done
        solves 0 1 'a=b' watch --no-out -- $program a=b
        solves 0 2 '' run --no-out -n 2 -- $program
        solves 0 2 'a=b c' run --no-out -n 2 -- $program a=b c
        solves 0 0 '' verify --no-out -n 2 -- $program
        expect_text out 'every schedule: 1 execution of 2 ranks'
        solves 0 0 '' verify --no-out -n 2 -- $program a=b
    done
    solves 0 2 'a=b' watch --no-out -- "${run[@]}" m=3 a=b
    solves 0 2 'a=b' run --no-out -n 2 -- m=3 a=b
    [ "$flavour" = "$WHOLE" ] || continue

    # A finding is replayed.
    FAILS=1 expect_exit 1 "$TUTTI" run --out=failed -n 2 -- ./Re=1000/solver
    FAILS=1 expect_exit 1 "$TUTTI" replay --no-out failed
    expect_text out '[crash.signal]'
    # test finds the value of a variable, and its script sets it.
    LIMIT=1 expect_exit 0 "$TUTTI" test -n 1 --max-ranks=1 --symbolic=env:LIMIT --out=search -- ./Re=1000/solver
    script=$(grep -l 'LIMIT=37' search/corpus/*/run.sh | head -n 1)
    [ -n "$script" ] || { cat search/corpus/*/run.sh out err >&2; fail 'no test sets the variable'; }
    MPIEXEC=mpiexec.$flavour sh "$script" >out 2>err </dev/null || true
    expect_text out thirty-seven 'solved by 0: '
    expect_exit 0 "$TUTTI" replay --no-out "${script%/run.sh}"
    expect_text out thirty-seven 'solved by 0: '
done
