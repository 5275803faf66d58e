#!/usr/bin/env bash
# Signals other than those that ask a command to end reach the job under watch, guard and trace, once, and the command goes on:
# batch systems and users send SIGUSR1 to a launcher for a checkpoint. The command and its job stop and continue together.
#
# As in a batch job, there is no terminal.
[ -n "${TUTTI_GUEST_SESSION:-}" ] || exec setsid -w env TUTTI_GUEST_SESSION=own bash "$0" "$@"
. "$(dirname "$0")/../lib.sh"
pid=
trap '[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null; touch "$WORK/end"; rm -rf "$WORK"' EXIT
# A command can be stopped if it has a group of its own, in the session of its parent. Not by job control of bash, which ends
# a script whose job is stopped.
place=in_own_group
in_own_session() { exec setsid "$@"; } # as under cron: no shell controls its group
in_own_group() { exec perl -e 'setpgrp(0, 0); exec { $ARGV[0] } @ARGV' "$@"; }

# start RANKS WORD...: tutti in the background, its number in `pid`, until all ranks are ready.
start() {
    local ranks=$1 rank
    shift
    rm -f ready.* notes end
    "$place" "$TUTTI" "$@" >out 2>err </dev/null &
    pid=$!
    for ((rank = 0; rank < ranks; rank++)); do
        until_ [ -s "ready.$rank" ]
    done
}

# noted COUNT SIGNAL: so many ranks have noted it.
noted() { [ "$(grep -c " $2\$" notes)" -ge "$1" ]; }

# ended WANT WHAT: the command ends with this code.
ended() {
    local code=0
    wait "$pid" || code=$?
    pid=
    [ "$code" = "$1" ] || { cat out err >&2; fail "$flavour, $2: exit code $code, not $1"; }
}

# end WANT WHAT: the job may end.
end() {
    touch end
    ended "$@"
}

# once COUNT SIGNAL...: sends each signal; each of so many ranks gets it, and gets it once.
once() {
    local ranks=$1 signal
    shift
    for signal; do
        kill -"$signal" "$pid"
        until_ noted "$ranks" "$signal"
    done
    for signal; do
        [ "$(grep -c " $signal\$" notes)" = "$ranks" ] || { cat notes >&2; fail "$flavour: signal $signal came more than once"; }
    done
}

state() { sed 's/.*) //; s/ .*//' "/proc/$1/stat"; }
stopped() { [ "$(state "$1")" = T ]; }
continued() { [ "$(state "$1")" != T ]; }

numbers() { local name; for name; do kill -l "$name"; done; }
mapfile -t single < <(numbers USR1 USR2 ALRM VTALRM PROF IO PWR STKFLT ABRT XCPU RTMIN RTMAX)
for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/signals.c" -o app
    for verb in watch 'watch --transparent' guard trace; do
        # The launchers of both MPIs forward this one.
        # shellcheck disable=SC2086 # words
        start 2 $verb --no-out -- "mpiexec.$flavour" -n 2 ./app
        once 2 "${single[0]}"
        end 0 "$verb"
        # shellcheck disable=SC2086 # words
        start 1 $verb --no-out -- ./app
        once 1 "${single[@]}"
        end 0 "$verb, alone"
    done
    # A program without handlers ends as it would without the command. MPICH has one for SIGUSR1.
    start 1 watch --transparent --no-out -- ./app plain
    kill -USR2 "$pid"
    ended $((128 + single[1])) 'no handler'
    # A signal that the command is started to ignore stays ignored.
    (trap '' USR2; start 1 watch --no-out -- ./app plain; kill -USR2 "$pid"; end 0 'ignored')

    for verb in watch guard; do
        for place in in_own_session in_own_group; do
            start 1 $verb --no-out -- ./app
            kill -TSTP "$pid"
            until_ stopped "$(cat ready.0)"
            until_ stopped "$pid"
            kill -CONT "$pid"
            until_ continued "$(cat ready.0)"
            until_ continued "$pid"
            end 0 "$verb $place, stopped and continued"
        done
    done
done
