#!/usr/bin/env bash
# tutti watch proves deadlocks among MPI calls, names ranks, calls and lines, and ends the job if it is asked to.
. "$(dirname "$0")/../lib.sh"

# watched FLAVOUR RANKS HOW...: a run that must be found to hang, in seconds.
watched() {
    expect_exit 1 timeout 600 "$TUTTI" watch --on-hang=kill --out=out.d --json=x.json -- "mpiexec.$1" -n "$2" ./hangs "${@:3}"
    jq -e '.findings | length == 1' out.d/findings.json >/dev/null || fail "$1 $3: findings.json"
    cmp -s x.json out.d/findings.json || fail "$1 $3: --json is another document"
}

# found FLAVOUR HOW JQ-EXPRESSION: about the one finding.
found() {
    jq -e ".findings[0] | .rule == \"hang.communication\" and (.headline | startswith(\"deadlock: \")) and ($3)" x.json >/dev/null ||
        { jq .findings x.json >&2; fail "$1 $2"; }
}

touch start
mkdir said
for flavour in $(flavours); do
    ranks=4
    [ "$flavour" = openmpi ] || ranks=2
    all=$(jq -cn --argjson n "$ranks" '[range($n)]')
    mpi_cc "$flavour" "$HERE/hangs.c" -o hangs
    watched "$flavour" "$ranks" receive
    found "$flavour" receive ".ranks == $all and (.locations | all(.call == \"MPI_Recv\" and .line == $(line_with 'how, "receive"' "$HERE/hangs.c" | awk '{print $1 + 1}')
        and (.file | endswith(\"hangs.c\")) and .args.tag == 1)) and (.waits | length == $ranks)"
    # The command that it suggests for small scale shows the same.
    jq -r '.findings[0].why' x.json | sed -n 's/^To find it at small scale, .*: tutti /"$TUTTI" /p' >small.sh
    expect_exit 1 bash small.sh
    expect_text out '[deadlock]'
    for how in any send wait persistent; do
        watched "$flavour" "$ranks" "$how"
        found "$flavour" "$how" ".ranks == $all"
    done
    # A program that may have many threads, and has one.
    watched "$flavour" "$ranks" receive multiple
    found "$flavour" "receive with threads" ".ranks == $all"
    # Others may still be on their way to the barrier.
    watched "$flavour" "$ranks" skip
    found "$flavour" skip '.ranks | contains([0, 1])'
    watched "$flavour" "$ranks" wait-one
    found "$flavour" wait-one '.ranks == [0, 1] and .locations[0].call == "MPI_Wait" and (.waits | any(.rank == 0 and .on == 1))'
    # The same with collectives that do not block: rank 1 has not started them.
    for how in start start-root; do
        watched "$flavour" "$ranks" $how
        found "$flavour" $how '(.ranks | contains([0, 1])) and (.waits | any(.rank == 0 and .on == 1)) and
            (.locations[0].call | startswith("MPI_Wait"))'
    done
    # Rank 1 has called MPI_Finalize, and will not send anything.
    watched "$flavour" "$ranks" end
    found "$flavour" end ".ranks[0] == 0 and .locations[0].call == \"MPI_Recv\" and (.waits[0] | .rank == 0 and .on == 1)"
    # A rank that never comes is recognised by its last call.
    [ "$ranks" = 2 ] || {
        watched "$flavour" "$ranks" smaller
        found "$flavour" smaller '.ranks | contains([0, 1])'
    }
    # No hang, no report: also while all ranks but one wait in MPI for something that this one has not started yet,
    # and while all wait for threads that have not called MPI until now.
    for how in none start-late 'helper multiple'; do
        # shellcheck disable=SC2086 # words
        expect_exit 0 timeout 600 "$TUTTI" watch --no-out --json=x.json -- "mpiexec.$flavour" -n "$ranks" ./hangs $how
        [ ! -s out ] || { cat out >&2; fail "$flavour $how: says something of a job that is well"; }
        jq -e --argjson n "$ranks" '.verdict == "clean" and .stats.processes == $n and .world.ranks == $n and .findings == []' x.json >/dev/null ||
            { cat x.json >&2; fail "$flavour $how: a job that is well"; }
    done
    # A rank that dies ends the job, which is no hang. The launcher says how the job ended: that of MPICH 4.2.1 says now and
    # then that all is well.
    printf '#!/bin/sh\ncode=0\n%s "$@" || code=$?\necho $code >%s/code\nexit $code\n' "$(command -v "mpiexec.$flavour")" "$WORK" \
        >"said/mpiexec.$flavour"
    chmod +x "said/mpiexec.$flavour"
    code=0
    timeout 600 "$TUTTI" watch --no-out --json=x.json -- "said/mpiexec.$flavour" -n "$ranks" ./hangs die >out 2>err </dev/null || code=$?
    said=$(cat code)
    [ "$code" = $((said != 0)) ] || fail "$flavour: exit code $code where the launcher ends with $said"
    jq -e --argjson said "$said" '.stats.exit_code == $said and
        if $said == 0 then .findings == [] else .findings | length == 1 and (.[0].rule | startswith("crash.")) end' x.json >/dev/null ||
        { cat x.json >&2; fail "$flavour: a rank that dies"; }
done
left=$(find /dev/shm -maxdepth 1 -name 'tutti-watch-*' -newer start)
[ -z "$left" ] || fail "left in /dev/shm: $left"
