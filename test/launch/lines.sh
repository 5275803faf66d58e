#!/usr/bin/env bash
# Lines that launch_tool understood, run for real: each rank has the variables, the launcher has not.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"

# run_line RANKS MARK LINE...: runs the words made of the line; every rank of the world has the mark.
run_line() {
    local ranks=$1 mark=$2 rank
    shift 2
    words RANK_MARK="$mark" -- "$@"
    expect_exit 0 marked "$LAUNCH" run --seconds=60 -- "${line[@]}"
    expect_text err 'exit=0 signal=0 timed_out=0'
    [ "$(grep -c "^rank .* of $ranks mark $mark" out)" = "$ranks" ] || { cat out err >&2; fail "$*"; }
    for ((rank = 0; rank < ranks; rank++)); do
        grep -q "^rank $rank of $ranks" out || fail "no rank $rank: $*"
    done
    nothing_left 300 "$*"
}

for flavour in $TUTTI_MPIS; do
    mpi_cc "$flavour" "$HERE/hello.c" -o "hello.$flavour"
    program=./hello.$flavour mpiexec=mpiexec.$flavour
    case $flavour in
        mpich) mapfile -t options < <(printf '%s\n' -env X 1 -prepend-rank -bind-to none) ;;
        openmpi) mapfile -t options < <(printf '%s\n' -x X=1 --mca mpi_show_mca_params 0 --bind-to none) ;;
    esac
    run_line 2 'a b' "$mpiexec" -n 2 "$program" -n
    expect_text out 'argument -n'
    if "$mpiexec" -n 1 true : -n 1 true; then # that of Open MPI 5.0.7 in Debian 13 crashes
        run_line 2 two "$mpiexec" -n 1 "$program" one : -n 1 "$program" two
        expect_text out 'argument one' 'argument two'
    fi
    run_line 1 wrapped "$mpiexec" -n 1 nice -n 1 env Y=1 "$program"
    run_line 1 timed env Z=1 timeout 50 "$mpiexec" -n 1 "$program"
    run_line 1 alone "$program"
    mkdir "place.$flavour"
    cp "$program" "place.$flavour/inner"
    run_line 1 moved "$mpiexec" -n 1 -wdir "place.$flavour" ./inner
    if [ "$flavour" = openmpi ]; then
        run_line 3 three "$mpiexec" -n 3 "$program" # more than two cores, no option for it
        run_line 1 bare "$mpiexec" -n 1 "hello.$flavour"
    fi
    words RANK_MARK=1 -- "$mpiexec" "${options[@]}" -n 1 "$program"
    expect_exit 0 marked "$LAUNCH" run --seconds=60 -- "${line[@]}"
    expect_text out 'mark 1'
    # The launcher does not get the variables of the ranks.
    printf '#!/bin/sh\ntest -z "$RANK_MARK" || exit 9\nexec %s "$@"\n' "$mpiexec" >"mpirun.$flavour"
    chmod +x "mpirun.$flavour"
    run_line 1 inner "./mpirun.$flavour" -n 1 "$program"
    # Built by launch_tool itself.
    "$LAUNCH" build "$flavour" 2 RANK_MARK=built -- "$program" >words.out || fail "build $flavour"
    mapfile -t line <words.out
    expect_exit 0 marked "$LAUNCH" run --seconds=60 -- "${line[@]}"
    [ "$(grep -c 'of 2 mark built' out)" = 2 ] || { cat out err >&2; fail "build $flavour"; }
    # A library that is already preloaded stays.
    LD_PRELOAD=/already.so "$LAUNCH" words LD_PRELOAD=/new.so -- "$mpiexec" -n 1 "$program" >out 2>/dev/null
    expect_text out 'LD_PRELOAD=/new.so:/already.so'
    nothing_left 300 "$flavour"
done

if [ -e hello.mpich ] && [ -e hello.openmpi ]; then
    refused 'use mpiexec.openmpi' words A=1 -- mpiexec.mpich -n 2 ./hello.openmpi
    refused 'use mpiexec.mpich' words A=1 -- mpiexec.openmpi -n 2 ./hello.mpich
    refused 'is linked to MPICH' words A=1 -- mpiexec.openmpi -n 1 ./hello.openmpi : -n 1 ./hello.mpich
fi
refused 'not linked to MPI' words A=1 -- "mpiexec.${TUTTI_MPIS%% *}" -n 2 sh -c true
expect_exit 0 "$LAUNCH" words A=1 --mpi="${TUTTI_MPIS%% *}" -- "mpiexec.${TUTTI_MPIS%% *}" -n 2 sh -c true
