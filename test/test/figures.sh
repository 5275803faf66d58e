#!/usr/bin/env bash
# The programs of the paper's figures 1 and 2 and of the dissertation's 3.2 and 3.3: all branches.
. "$(dirname "$0")/../lib.sh"
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"

# covers_all FOLDER: every branch of the functions that were entered.
covers_all() {
    local covered reachable
    covered=$(stat_of "$1" branches_covered) reachable=$(stat_of "$1" branches_reachable)
    [ "$covered" = "$reachable" ] && [ "$covered" -gt 0 ] || {
        cat out err >&2
        fail "$1: $covered of $reachable branches"
    }
}

printf '5\n7\n' >input.txt
for mpi in $(flavours); do
    for figure in figure1 figure2 figure3_2 figure3_3; do
        "$TUTTI" cc --mpi="$mpi" -g -o $figure "$HERE/programs/$figure.c"
    done

    # The bug is behind x = 100: one rank, the value that was given for y.
    expect_exit 1 "$TUTTI" test --time-limit=600 --out="1-$mpi" -- ./figure1 10 50
    expect_text out 'figure1.c:16' '[crash.signal]' '1 rank of `./figure1 100 50`'
    covers_all "1-$mpi"
    # The user's own program shows the bug again.
    expect_exit 1 "$TUTTI" replay "1-$mpi/t-1"
    expect_text out 'figure1.c:16' '[crash.signal]'

    # The search must follow rank 1 to see that y >= 100 is another way there.
    expect_exit 0 "$TUTTI" test --time-limit=600 --out="2-$mpi" -- ./figure2
    covers_all "2-$mpi"
    [ "$(cat input.txt)" = $'5\n7' ] || fail "the user's file was changed"

    # Tuning: the smallest matrix that is a large one.
    expect_exit 0 "$TUTTI" test --time-limit=600 --out="3.2-$mpi" -- ./figure3_2 10
    covers_all "3.2-$mpi"
    grep -qx '.* ./figure3_2 101 .*' "3.2-$mpi"/corpus/*/run.sh || fail 'a matrix of 101 was enough'

    expect_exit 0 "$TUTTI" test --time-limit=600 --out="3.3-$mpi" -- ./figure3_3 1 1.1
    covers_all "3.3-$mpi"
done
