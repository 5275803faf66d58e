#!/usr/bin/env bash
# The parts of the campaign of `tutti watch`: an injected hang looks like the program's own, a record is replayed, and
# results become tables.
. "$(dirname "$0")/../lib.sh"

flags=(-std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Werror)
for flavour in $(flavours); do
    mpi_cc "$flavour" "${flags[@]}" -O1 "$HERE/awkward.c" -o awkward -lpthread
    mpi_cc "$flavour" "${flags[@]}" -O2 -fPIC -shared "$HERE/inject.c" -o inject.so -ldl
    # The second rank never gets its task, and the first waits for its result: in the program's lines, not in the library's.
    rm -f injected
    INJECT_KIND=drop INJECT_RANK=0 INJECT_SECONDS=0.5 INJECT_FILE=$WORK/injected expect_exit 1 timeout 600 \
        "$TUTTI" watch --on-hang=kill --no-out --json=x.json -- "mpiexec.$flavour" -n 2 env LD_PRELOAD="$WORK/inject.so" ./awkward master 60
    expect_text injected ' drop MPI_Send'
    jq -e '.findings[0] | .rule == "hang.communication" and .ranks == [0, 1] and
               (.locations | all(.call == "MPI_Recv" and .function == "master" and (.file | endswith("awkward.c"))))' x.json >/dev/null ||
        { cat x.json >&2; fail "$flavour: a dropped message"; }
    # Other ranks, and calls before the moment, are left alone.
    rm -f injected
    for environment in "INJECT_RANK=7 INJECT_SECONDS=0" "INJECT_RANK=0 INJECT_SECONDS=60"; do
        # shellcheck disable=SC2086 # words
        expect_exit 0 env INJECT_KIND=stop $environment INJECT_FILE="$WORK/injected" LD_PRELOAD="$WORK/inject.so" \
            timeout 600 "mpiexec.$flavour" -n 2 ./awkward polling 0.2
        [ ! -e injected ] || fail "$flavour: injected in spite of $environment"
    done
done

# A hang of the campaign: found, the rank is named, and the delay is one. Rank 0 or 1 is stopped, 0.3 s after the first second.
MPI=openmpi RANKS=2 LENGTH=60 expect_exit 0 "$HERE/run.sh" --only='^master$' --runs=1 --healthy=0 --seed=12 campaign
awk -F '\t' '$1 == "master" && $5 == "stop" && $8 == "found" && $9 == "hang.computation" && $11 == "yes" && $12 > 4 && $12 < 30 { ok = 1 }
     END { exit !ok }' campaign/results.tsv || { cat out campaign/results.tsv >&2; fail "a hang of the campaign"; }
expect_text campaign/table.md '| master | 1 | 1 |'

# Eight ranks that are as often outside as inside for a minute; then one is outside for ever.
cc "${flags[@]}" -I"$HERE/../../src" "$HERE/replay.c" "$HERE/../../src/watch/model/parastack.c" "$HERE/../../src/watch/model/runs_test.c" -o replay -lm
awk 'BEGIN {
    print "# tutti watch record 1"
    print "0.000 ........"
    state = 1
    for (t = 1; t < 1200; t++) {
        states = ""
        for (i = 0; i < 8; i++) {
            state = (state * 1103515245 + 12345) % 2147483648
            states = states (state % 1000 < 500 ? "o" : i % 2 ? "p" : "i")
        }
        printf "%.3f %s\n", t / 20, states
    }
    print "60.000 iiioipii\n62.000 iiioipii\n62.100 ...oi..."
}' >record
./replay record 60 62.05 1 >verdict
awk -F '\t' '$1 == 0 && $2 == "yes" && $3 > 0 && $3 < 60 && $4 < 30 { ok = 1 } END { exit !ok }' verdict || { cat verdict >&2; fail "a hang"; }
./replay record -1 59.99 1 >verdict
awk -F '\t' '$1 == 0 && $2 == "no" && $3 == "-" { ok = 1 } END { exit !ok }' verdict || { cat verdict >&2; fail "a job that is well"; }
expect_exit 1 ./replay "$HERE/replay.c" -1 -1 1
expect_text err 'is no record'

# line FIELD...: with tabs between.
line() { local IFS=$'\t'; echo "$*"; }
{
    line cg 4 h0 0 healthy - - healthy - - - - - 100.4 - -
    line cg 8 h0 0 healthy - - alarm hang.slow history - - - 50 - -
    line cg 4 1 0 loop 1 2.5 found hang.computation history yes 7 5 20 4 11
    line cg 8 2 0 drop 1 2.5 found hang.communication proof no 2 1.5 20 4 6
    line cg 8 2 0 skip 3 2.5 found hang.computation proof yes 4 1.5 20 4 6
    line cg 16 3 0 skip 1 2.5 ended - - - - - 20 4 6
    line is 4 h0 0 healthy - - failed - - - - - - - -
    line is 16 3 1 skip 1 2.5 missed - - - - - 20 4 6
    line is 16 4 0 skip 1 2.5 early hang.communication history no -1 - 20 4 6
} >results
{
    line cg 4 healthy 2 no - -
    line cg 4 loop 0 yes 20 3
    line cg 8 drop 1 no - -
} >parastack
{
    line cg 2 without 10 20
    line cg 2 with 10.5 20.2
} >overhead
awk -f "$HERE/table.awk" results parastack overhead >table.md 2>err
expect_text err 'is, 4 ranks, healthy: the run failed'
expect_text table.md '| cg | 3 | 3 | 2 | 2 | 2: 1.5, 1.5 |  | 1: 5.0, 5.0 | 3: 4.0, 7.0 | 1 in 2 runs, 150 s | 0 |' \
    '| is | 2 | 0 | 0 | 0 |  |  |  |  | 0 in 0 runs, 0 s | 1 |' '| all | 5 | 3 |' \
    '| cg | 3 of 3 | 1 of 2 | 3 | 3: 4.0, 7.0 | 1: 20.0, 20.0 |' '| cg | 2 | 1 | 10.00 | 10.50 | +5.00 % | +1.00 % |'
