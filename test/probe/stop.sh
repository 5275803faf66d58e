#!/usr/bin/env bash
# tutti probe: wrong options; a probe that is stopped keeps its results, and --resume continues it.
. "$(dirname "$0")/../lib.sh"
flavour=${TUTTI_MPIS##* }

wrong() { # TEXT OPTION...
    local text=$1
    shift
    expect_exit 2 "$TUTTI" probe --mpi="$flavour" --no-out "$@"
    expect_text err "$text"
}
wrong '--ranks: "1"' --ranks=1
wrong '--ranks: "2,x"' --ranks=2,x
wrong '--ranks: "2,"' --ranks=2,
wrong '--memory: "much"' --memory=much
wrong '--memory: "-1G"' --memory=-1G
wrong '--axes: "speed"' --axes=speed
wrong 'there are no trials for MPI_Nothing' --functions=MPI_Bcast,MPI_Nothing
wrong '--algorithm: binomial is not' --algorithm=binomial
wrong '--algorithm: nothing:ring is not' --algorithm=nothing:ring
wrong 'no probe to resume in nowhere' --resume=nowhere
wrong 'no-such-launcher' --launcher=no-such-launcher --functions=MPI_Bcast
expect_exit 2 "$TUTTI" probe --mpi=other

# A limit of time: nothing was found so far, and the probe does not claim that there is nothing.
options=(--mpi="$flavour" "--ranks=2,3" '--functions=MPI_*bcast' --axes=extent)
expect_exit 4 "$TUTTI" probe "${options[@]}" --time-limit=200ms --out=part
expect_text err '--resume='
[ -f part/probe.json ] || fail "no profile is kept"
expect_exit 2 "$TUTTI" probe "${options[@]}" --functions=MPI_Bcast --resume=part
expect_text err 'belongs to another probe'
expect_exit 0 "$TUTTI" probe "${options[@]}" --resume=part
jq -e '.verdict == "clean" and .stats.trials > 0' part/findings.json >/dev/null || fail "not resumed"
# Two at a time would spoil each other's trials.
exec 9>>part/.tutti-lock
flock 9
expect_exit 2 "$TUTTI" probe "${options[@]}" --resume=part 9>&-
expect_text err 'belongs to a probe that is still running'
exec 9>&-
# Again: all trials are known, and none is made.
expect_exit 0 "$TUTTI" probe "${options[@]}" --resume=part
jq -e '.stats.trials == 0' part/findings.json >/dev/null || fail "trials were made again"

# A trial whose line is damaged or cut is made again, and the others are not.
sed -i '2s/./X/' part/trials
truncate -s -3 part/trials
expect_exit 0 "$TUTTI" probe "${options[@]}" --resume=part
expect_text err 'part/trials is damaged: 2 of its trials were made again'
jq -e '.stats.trials == 2 and .stats.trials_damaged == 2' part/findings.json >/dev/null || { cat part/findings.json >&2; fail "not two trials again"; }
expect_exit 0 "$TUTTI" probe "${options[@]}" --resume=part
jq -e '.stats.trials == 0 and (.stats | has("trials_damaged") | not)' part/findings.json >/dev/null || fail "not repaired"

# Ctrl-C. (A shell makes its background jobs ignore it; timeout does not.)
code=0
timeout --preserve-status -s INT 4 "$TUTTI" probe --mpi="$flavour" --ranks=2,3,4 --axes=extent --out=cut \
    >out 2>err </dev/null || code=$?
[ "$code" = 4 ] || [ "$code" = 1 ] || { cat err >&2; fail "exit code $code after Ctrl-C"; }
expect_text err '--resume='
jq -e '.tutti_profile == 1' cut/probe.json >/dev/null || fail "no profile after Ctrl-C"
[ ! -e cut/job ] || fail "files of jobs are left after Ctrl-C"
