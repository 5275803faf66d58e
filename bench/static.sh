#!/usr/bin/env bash
# What `tutti cc` and `tutti check` cost, side by side in one run: plain clang and the wrapper on the same
# files with the same options, the same program with and without compiled-in checks. Prints rows of the table of
# bench/run; README.md of this folder says what each of them measures.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
export TUTTI_MPI=openmpi

# user COMMAND...: seconds of user time that it and its children take.
user() {
    local TIMEFORMAT=%U
    { time "$@" >/dev/null 2>&1; } 2>&1
}

# wall COMMAND...: seconds that pass.
wall() {
    local TIMEFORMAT=%R
    { time "$@" >/dev/null 2>&1; } 2>&1
}

compile_all() { # COMPILER...
    local source
    for source in part*.c main.c; do
        "$@" -O2 -c "$source" -o "${source%.c}.o"
    done
}

mkdir small && cd small
awk -v lines=15000 -v directory=. -f "$here/lines.awk"
read -ra words < <(mpicc.openmpi --showme:compile)
clang=(clang-19 "${words[@]}")
for _ in 1 2 3; do
    user compile_all "${clang[@]}" >>../plain.txt
    user compile_all "$tutti" cc >>../wrapped.txt
done
lines=$(cat ./*.c | wc -l)
awk -v lines="$lines" -v plain="$(best ../plain.txt)" -v with="$(best ../wrapped.txt)" 'BEGIN {
    printf "| cc: compile %d lines, user time | %.2f s | %.2f s | %.3f x |\n", lines, plain, with, with / plain }'
for _ in 1 2 3; do
    wall "$tutti" cc -fno-tutti-analysis ./*.o -o program -lm >>../link.txt
    wall "$tutti" cc ./*.o -o program -lm >>../analysed.txt
done
awk -v plain="$(best ../link.txt)" -v with="$(best ../analysed.txt)" 'BEGIN {
    printf "| cc: link of the same, with the analysis of the whole | %.2f s | %.2f s | +%.2f s |\n", plain, with, with - plain }'

mkdir ../large && cd ../large
awk -v lines=100000 -v directory=. -f "$here/lines.awk"
lines=$(cat ./*.c | wc -l)
/usr/bin/time -f '%e %M' -o ../check.txt "$tutti" check --no-out ./*.c >/dev/null
awk -v lines="$lines" '{ printf "| check: %d lines | | %.1f s, %.0f MiB | |\n", lines, $1, $2 / 1024 }' ../check.txt

cd ..
"$tutti" cc -O2 -fno-tutti-checks "$here/kernels.c" -o plain
"$tutti" cc -O2 -ftutti-checks=all "$here/kernels.c" -o checked
for kernel in cg ft is; do
    for _ in 1 2 3 4 5 6 7; do
        mpiexec.openmpi -n 4 ./plain "$kernel" >>"plain-$kernel"
        mpiexec.openmpi -n 4 ./checked "$kernel" >>"checked-$kernel"
    done
    awk -v kernel="$kernel" -v plain="$(best "plain-$kernel")" -v with="$(best "checked-$kernel")" 'BEGIN {
        printf "| cc: %s at 4 ranks, every collective checked | %.4f s | %.4f s | %.3f x |\n", kernel, plain, with, with / plain }'
done
