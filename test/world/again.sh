#!/usr/bin/env bash
# Executions in one world, one after the other: each starts afresh, whatever the one before has done;
# and executions from snapshots, which give what they give from the start.
. "$(dirname "$0")/../lib.sh"
again=$1 levels=$2 refuse=$3
guests=$(dirname "$TUTTI")/../lib/tutti

for flavour in $(flavours); do
    mpi_cc "$flavour" -pthread "$HERE/work.c" -o work
    guest=$guests/libtutti-world-$flavour.so
    # "" is the case without anything but messages.
    for what in "" memory files close handler directory threads shell mapping atexit early code crash \
        abort exit quick deadlock input stdin first-threads; do
        printf 'one\ntwo\n' >lines
        case $what in # some take their time
        "") executions=200 ;;
        first-threads) executions=3 ;;
        *) executions=12 ;;
        esac
        expect_exit 0 bash -c '"$@" <lines' - "$again" "$guest" 4 "$executions" "$WORK/work" "$what" lines
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
        input) [ "$(grep -c "line two" out)" = 4 ] || fail "$flavour: $what" ;;
        stdin) expect_text out "line one" ;;
        shell) expect_text out "shell 768" ;;
        atexit | early) [ "$(grep -c goodbye out)" = 4 ] || fail "$flavour: $what" ;;
        *) expect_text out "rank 3: memory" "rank 3: sum 0, value 735" ;;
        esac
        # Only ranks that must be replaced by a new process are.
        case $what in
        handler | threads | shell | first-threads) forked=4 ;;
        directory | crash) forked=1 ;;
        *) forked=0 ;;
        esac
        expect_text err ", $forked ranks forked in the last one"
        echo "$flavour ${what:-messages}: $(cat err)"
    done

    # Where the kernel gives no help, every rank of every execution is a new process.
    for what in "" memory; do
        expect_exit 0 "$refuse" "$again" "$guest" 4 5 "$WORK/work" "$what"
        expect_text err ", 4 ranks forked in the last one"
        cmp out "$what.out" || fail "$flavour: without rewinding"
    done

    # What is printed, static variables and messages under way are as they were at the snapshot.
    mpi_cc "$flavour" "$HERE/racing.c" -o racing
    for what in "" stops; do
        expect_exit 0 "$levels" "$guest" 4 60 "$WORK/racing" $what
        grep -qE '^[1-9][0-9] scripts compared, 0 refused' out || { cat out >&2; fail "$flavour: levels"; }
        echo "$flavour levels: $(cat out err)"
    done
    # A rank that maps memory cannot be saved, and the attempt harms no rank.
    expect_exit 0 "$levels" "$guest" 4 60 "$WORK/work" mapping
    expect_text out "0 scripts compared, 0 refused, 0 levels"
done
