#!/usr/bin/env bash
# --schedules: bugs that need an input and a schedule, and how far the search looks for them.
. "$(dirname "$0")/../lib.sh"
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"
mpi=${TUTTI_MPIS%% *}
suite=$HERE/../suite/concolic

for name in schedule-order schedule-behind schedule-poll-ok; do
    "$TUTTI" cc --mpi="$mpi" -g -o $name "$suite/$name.c"
done

# One schedule of each test does not show it.
expect_exit 0 "$TUTTI" test --fixed-ranks -n 3 --out=one -- ./schedule-order 10
[ "$(stat_of one given_up)" = 0 ] && [ "$(stat_of one schedules)" = 0 ] || fail "$(tail -n 1 out)"

# The finding has its input, its ranks and its schedule; the program itself shows it again.
expect_exit 1 "$TUTTI" test --fixed-ranks -n 3 --schedules --out=all -- ./schedule-order 10
expect_text out '[crash.signal]' '3 ranks of `./schedule-order 37`, schedule: choice 1: rank 0 takes from rank 2.'
[ "$(stat_of all schedules)" -gt 0 ] || fail 'no schedules were counted'
expect_text all/t-1.decisions 'explored ' 'choice '
expect_exit 1 "$TUTTI" replay all/t-1
expect_text out '[crash.signal]' "schedule-order.c:$(grep -n 'HERE crash.signal' "$suite/schedule-order.c" | cut -d: -f1)"

# A condition on the input that only another schedule reaches. The test that is kept says so.
expect_exit 1 "$TUTTI" test --fixed-ranks -n 3 --schedules --emit-tests=emitted --out=behind -- ./schedule-behind 10
expect_text emitted/t-1/run.sh '# It needs a schedule that may not occur under a launcher: choice 1: rank 0 takes from rank 2.' \
    ' -n 3 ./schedule-behind 91'
expect_text out '3 ranks of `./schedule-behind 91`, schedule: choice 1: rank 0 takes from rank 2.'

# All schedules of all paths are a complete search; the verdict names a limit that was too small, and counts what it left out.
expect_exit 0 "$TUTTI" test -n 2 --max-ranks=2 --schedules --out=whole -- ./schedule-poll-ok 3
expect_text out 'every path' 'were other schedules of the same inputs'
expect_exit 1 "$TUTTI" test --max-ranks=4 --schedules --schedule-limit=2 --out=cut -- ./schedule-order 10
expect_text out 'a part of the paths' 'had more schedules than --schedule-limit'
[ "$(stat_of cut schedules_cut)" -gt 0 ] || fail 'no path was cut'
