#!/usr/bin/env bash
# Executions in one world, one after the other: each starts afresh, whatever the one before has done.
. "$(dirname "$0")/../lib.sh"
again=$1
guests=$(dirname "$TUTTI")/../lib/tutti
executions=${EXECUTIONS:-60}

for flavour in $TUTTI_MPIS; do
    mpi_cc "$flavour" -pthread "$HERE/work.c" -o work
    guest=$guests/libtutti-world-$flavour.so
    # "" is the case without anything but messages.
    for what in "" memory files close handler directory threads shell mapping atexit early code crash \
        abort exit quick deadlock; do
        expect_exit 0 "$again" "$guest" 4 "$executions" "$WORK/work" $what
        cp out "$what.out"
        case $what in
        "") expect_text out "rank 3: ended, status 0" ;;
        code) expect_text out "rank 3: ended, status 768" "exit code 1" ;;
        crash) expect_text out "rank 1: ended, status 11" "finding: crash.signal" ;;
        abort) expect_text out "rank 2: ended, status 1792" "finding: crash.abort" ;;
        exit) expect_text out "rank 1: ended, status 1280" "finding: env.finalize" ;;
        quick) expect_text out "rank 1: ended, status 1536" "finding: env.finalize" ;;
        deadlock) expect_text out "rank 1: stopped, status 0" "finding: deadlock" ;;
        directory) expect_text out "in another place" ;;
        shell) expect_text out "shell 768" ;;
        atexit | early) [ "$(grep -c goodbye out)" = 4 ] || fail "$flavour: $what" ;;
        *) expect_text out "rank 3: memory" "rank 3: sum 0, value 735" ;;
        esac
        # Who must be replaced by a new process, and nobody else.
        case $what in
        handler | threads | shell) forked=4 ;;
        directory | crash) forked=1 ;;
        *) forked=0 ;;
        esac
        expect_text err ", $forked ranks forked in the last one"
        echo "$flavour ${what:-messages}: $(cat err)"
    done
done
