#!/usr/bin/env bash
# What `tutti test` costs and does in a second, side by side in one run: kernels in the user's own build,
# in heavy code (the focus) and in light code (the other ranks); executions beside mpiexec; and how soon
# the bugs of the suite are found. Prints rows of the table of bench/run; README.md of this folder says
# what each of them measures. ONLY='compute execution suite' chooses.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
wanted() { [[ " ${ONLY:-compute execution suite} " = *" $1 "* ]]; }
for mpi in mpich openmpi; do
    command -v "mpicc.$mpi" >/dev/null && break
done

# figure FILE KERNEL RANK: the least seconds of that rank.
figure() { awk -v kernel="$2" -v rank="$3" '$1 == kernel && $2 == rank { print $3 }' "$1" | sort -g | head -n 1; }

# search OPTION... -- PROGRAM...: `tutti test` of a program without bugs, whether its budget ends it or not.
search() {
    local code=0
    "$tutti" test --quiet --no-out "$@" >/dev/null || code=$?
    [ $code = 0 ] || [ $code = 4 ] || { echo "bench/test.sh: tutti test exits with $code" >&2; exit 1; }
}

# Rank 0 is the focus, rank 1 is not: both compute the same. In the user's own build, either rank can be measured.
compute() {
    local kernel
    "$tutti" cc --mpi="$mpi" -O2 -g "$here/compute.c" -o compute -lm
    for _ in 1 2 3; do
        COMPUTE_OUT=$work/own.txt "$tutti" run --quiet --no-out -n 2 -- ./compute >/dev/null
        COMPUTE_OUT=$work/test.txt search --fixed-ranks --iterations=1 --execution-limit=0 -n 2 -- ./compute
    done
    [ "$(awk '{ print $1, $4 }' own.txt | sort -u)" = "$(awk '{ print $1, $4 }' test.txt | sort -u)" ] ||
        { echo 'bench/test.sh: the test build computes something else' >&2; exit 1; }
    for rank in 0 1; do
        for kernel in stencil cg particles sort recursion; do
            awk -v code="$([ $rank = 0 ] && echo heavy || echo light)" -v kernel=$kernel \
                -v own="$(figure own.txt $kernel $rank)" -v test="$(figure test.txt $kernel $rank)" 'BEGIN {
                printf "| test: %s code, nothing symbolic, %s | %.3f s | %.3f s | %.2f x |\n", code, kernel, own, test, test / own }'
        done
    done
}

# tests OPTION...: seconds for each test of a search, solver and all.
tests() {
    search --json=test.json "$@" -- ./test 1 2 3 4
    jq -r '.stats.seconds / .stats.executions' test.json
}

execution() {
    "$tutti" cc --mpi="$mpi" -O2 -g "$here/test.c" -o test
    for _ in 1 2 3 4 5; do
        begin=$(date +%s%N)
        "mpiexec.$mpi" -n 4 ./test 1 2 3 4 >/dev/null
        echo "$((($(date +%s%N) - begin) / 1000))e-6" >>launched.txt
        tests --fixed-ranks --jobs=1 --iterations=200 >>one.txt
        tests --iterations=400 >>all.txt
    done
    awk -v launched="$(best launched.txt)" -v one="$(best one.txt)" -v all="$(best all.txt)" 'BEGIN {
        printf "| test: one test of 4 ranks, launch and solver included | %.1f ms | %.1f ms | 1/%.0f |\n", launched * 1e3, one * 1e3, launched / one
        printf "| test: tests per second, up to 8 ranks, all cores | %.1f | %.0f | %.0f x |\n", 1 / launched, 1 / all, launched / all }'
}

# The suite judges its programs; it notes figures of those in which the bug was found as expected.
suite() {
    TUTTI=$tutti FIGURES=$work/bugs.txt "$here/../test/suite/concolic/run.sh" "$mpi" >suite.txt 2>&1 || true
    [ -s bugs.txt ] || { cat suite.txt >&2; exit 1; }
    sort -g -k 2 bugs.txt >seconds.txt
    sort -g -k 3 bugs.txt >executions.txt
    awk 'FILENAME == "seconds.txt" { time[++n] = $2; slow = $1; next }
        { count[++m] = $3; long = $1 }
        END { printf "| test: time to the bug, %d programs of the suite: median, most (%s) | | %.2f s, %.2f s | |\n", n, slow, time[int((n + 1) / 2)], time[n]
              printf "| test: tests to the bug, the same programs: median, most (%s) | | %d, %d | |\n", long, count[int((m + 1) / 2)], count[m] }' \
        seconds.txt executions.txt
}

for part in compute execution suite; do
    ! wanted $part || $part
done
