#!/usr/bin/env bash
# Coverage in the forms that other tools read: the numbers are those of the verdict.
. "$(dirname "$0")/../lib.sh"
mpi=${TUTTI_MPIS%% *}

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void never(int value)
{
    if (value > 3)
        puts("more");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    if (n == 1234)
        puts("found");
    switch (n) {
    case -5:
        puts("less");
        break;
    case 77:
        puts("equal");
    }
    if (argc > 1000)
        never(n);
    MPI_Finalize();
    return 0;
}
END
code=0 # whether the search is complete does not matter here
"$TUTTI" test --mpi="$mpi" --fixed-ranks -n 1 --no-out --json=result.json --lcov=coverage.info \
    --coverage-json=coverage.json -- program.c 1 >out 2>err </dev/null || code=$?
[ "$code" = 0 ] || [ "$code" = 4 ] || { cat out err >&2; fail "exit code $code"; }
code=0
"$TUTTI" test --mpi="$mpi" --fixed-ranks -n 1 --no-out --lcov=- -- program.c 1 >out 2>err </dev/null || code=$?
cmp out coverage.info || fail 'standard output holds something else'
number() { grep -oE "\"$2\": *[0-9]+" "$1" | head -1 | grep -oE "[0-9]+$"; }
covered=$(number result.json branches_covered)
reachable=$(number result.json branches_reachable)
# n == 1234, the cases, and of argc > 1000 one way.
[ "$covered" = 6 ] && [ "$reachable" = 7 ] || { grep branches result.json; fail "$covered of $reachable branches"; }
[ "$(number coverage.json taken)" = "$covered" ] || fail 'coverage.json has another number'
[ "$(number coverage.json reachable)" = "$reachable" ] || fail 'coverage.json has another whole'
[ "$(number coverage.json edges)" = 9 ] || fail 'coverage.json does not have all branches'
expect_text coverage.info 'SF:program.c' 'FNDA:0,never' 'FNDA:1,main' 'BRF:9' 'BRH:6'
grep -q '^BRDA:7,[0-9]*,0,-' coverage.info || fail 'a branch that was not reached is said to be'
grep -q '^BRDA:24,[0-9]*,0,0' coverage.info || fail 'a way that was not taken is said to be'

# Code of a header in two files is counted once, and covered if either file has covered it.
cat >header.h <<'END2'
#include <cstdio>
inline void shared(int value)
{
    if (value > 3)
        std::puts("more");
}
static void own(int value)
{
    if (value == 7)
        std::puts("seven");
}
template <typename T> T least(T one, T other)
{
    return one < other ? one : other;
}
void second(int value);
END2
cat >first.cc <<'END2'
#include "header.h"
#include <cstdlib>
int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 0;
    shared(n);
    own(8);
    least(n, 100);
    second(n);
}
END2
cat >second.cc <<'END2'
#include "header.h"
void second(int value)
{
    shared(value - 10);
    own(7);
    least(value, -100);
}
END2
"$TUTTI" c++ --mpi="$mpi" -g -O1 first.cc second.cc -o copies
code=0
"$TUTTI" test --fixed-ranks -n 1 --no-out --json=result.json --coverage-json=coverage.json \
    -- ./copies 1 >out 2>err </dev/null || code=$?
[ "$code" = 0 ] || [ "$code" = 4 ] || { cat out err >&2; fail "exit code $code"; }
# Two ways each of argc > 1, shared, own and least.
[ "$(number result.json branches)" = 8 ] && [ "$(number result.json branches_covered)" = 8 ] ||
    { grep branches result.json; fail 'copies of a function are counted'; }
[ "$(number coverage.json edges)" = 8 ] && [ "$(number coverage.json taken)" = 8 ] ||
    fail 'coverage.json counts otherwise'

# The reasons why branches were not taken; a search that is stopped and resumed knows them, too.
cp "$HERE/programs/why.c" .
why() {
    local code=0
    "$TUTTI" test --mpi="$mpi" -n 2 --max-ranks=3 --cap='argv[[]1]=0..20' --solver-timeout=0.3 \
        --jobs=1 --coverage-json=coverage.json --coverage-html=coverage.html --out=why.out "$@" \
        -- why.c 1 4 4 >out 2>err </dev/null || code=$?
    [ "$code" = 4 ] || { cat out err >&2; fail "exit code $code, not 4"; }
}
whys() {
    expect_text out '       2  function never entered' '       4  branch never reached' \
        '       1  no input decides it' '       1  too hard for the solver' \
        '       3  only beyond a limit' '       1  unsatisfiable in every path tried' \
        'Functions never entered: never (why.c:7)' "All of it: $WORK/why.out/coverage.html"
}
why
whys
cmp coverage.json why.out/coverage.json || fail 'the folder has another coverage.json'
cmp coverage.html why.out/coverage.html || fail 'the folder has another coverage.html'
expect_text coverage.json '"why": "unsatisfiable"' '"why": "limited"' '"why": "solver-gave-up"' \
    '"why": "no-input"' '"why": "not-reached"' '"why": "function-not-entered"'
expect_text coverage.html 'only beyond a limit' '<polyline class="taken"' \
    '    if (n &gt; 50)'
rm -r why.out
why --iterations=2
expect_text out 'not tried before the end'
grep '^point' why.out/chronicle >first
why --resume
whys
# The curve continues where it was: only the end of the first call may be missing, as it may coincide with another point.
head -n "$(wc -l <first)" why.out/chronicle | cmp - first || fail 'coverage over time begins anew'
points=$(grep -c '^point' why.out/chronicle)
[ "$points" -gt "$(wc -l <first)" ] || fail 'coverage over time does not go on'
[ "$(grep -c '"seconds":' coverage.json)" = "$points" ] || fail 'coverage.json has other points'
grep '^point' why.out/chronicle | sort -c -k2,2g || fail 'time runs backwards'
grep '^point' why.out/chronicle | sort -c -k4,4n || fail 'coverage falls'
