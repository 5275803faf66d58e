#!/usr/bin/env bash
# make demo: Tutti at work on the bundled examples. Takes the command as its argument.
# Leaves its results in tutti-demo/.
set -eu
tutti=$(realpath "$1")
examples=$(cd "$(dirname "$0")" && pwd)
rm -rf tutti-demo
mkdir tutti-demo
cd tutti-demo
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export UCX_NET_DEVICES=lo OMPI_MCA_btl=self,vader

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\033[1m' plain=$'\033[0m'; else bold='' plain=''; fi
say() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }
show() { printf '%s$ %s%s\n' "$bold" "$*" "$plain"; }

mpi=
for flavour in mpich openmpi; do
    if command -v "mpicc.$flavour" >/dev/null; then mpi=$flavour; break; fi
done
if [ -z "$mpi" ]; then
    echo "demo: no mpicc.mpich or mpicc.openmpi; packaging/setup build installs both" >&2
    exit 3
fi

say "1. The installation"
show "tutti doctor"
"$tutti" doctor

say "2. What a program does: two ranks exchange a halo, and get it right"
"mpicc.$mpi" -g "$examples/deadlock-fixed.c" -o halo
show "tutti trace -- mpiexec.$mpi -n 2 ./halo"
"$tutti" trace --quiet --no-out -- "mpiexec.$mpi" -n 2 ./halo

say "3. The same program with its bug: both ranks receive before they send"
"mpicc.$mpi" -g "$examples/deadlock.c" -o halo-deadlock
show "tutti run -n 2 --html=deadlock.html -- ./halo-deadlock"
code=0
"$tutti" run -n 2 --html=deadlock.html -- ./halo-deadlock || code=$?
echo "(exit code $code: something was found; the page with the wait-for graph: tutti-demo/deadlock.html)"

say "4. A bug that shows in some schedules only: every one of them is executed"
"mpicc.$mpi" -g "$examples/wildcard.c" -o pi
show "tutti verify -n 4 --html=schedules.html -- ./pi"
code=0
"$tutti" verify -n 4 --html=schedules.html -- ./pi || code=$?
echo "(exit code $code; step through the schedules: tutti-demo/schedules.html)"
"mpicc.$mpi" -g "$examples/wildcard-fixed.c" -o pi-fixed
show "tutti verify -n 4 -- ./pi-fixed"
"$tutti" verify -n 4 -- ./pi-fixed

say "5. The source alone: a collective that only some ranks reach"
cp "$examples/collective.c" .
show "tutti check collective.c"
code=0
"$tutti" check collective.c || code=$?
echo "(exit code $code)"
show "tutti cc collective.c -o checkpoint && mpiexec.$mpi -n 3 ./checkpoint"
TUTTI_MPI=$mpi "$tutti" cc -Wno-tutti collective.c -o checkpoint
code=0
"mpiexec.$mpi" -n 3 ./checkpoint || code=$?
echo "(exit code $code: stopped before the deadlock)"

say "6. A bug that takes an input and a number of ranks: both are found"
cp "$examples/grid.c" .
printf 'columns 12 rows 8\n' >grid.in
TUTTI_MPI=$mpi "$tutti" cc -g -Wno-tutti grid.c -o grid
show "tutti test --html=inputs.html -- ./grid"
code=0
"$tutti" test --time-limit=20 --html=inputs.html -- ./grid || code=$?
echo "(exit code $code; the input that it takes is in the finding)"

say "7. A real run that hangs: told a second later, with the ranks and the lines, and ended"
show "tutti watch --on-hang=kill -- mpiexec.$mpi -n 2 ./halo-deadlock"
code=0
"$tutti" watch --on-hang=kill -- "mpiexec.$mpi" -n 2 ./halo-deadlock || code=$?
echo "(exit code $code)"

say "8. What the rule means"
show "tutti explain deadlock"
"$tutti" explain deadlock | head -n 24
echo "..."

say "9. All of it on one page: each bug once, whichever command found it"
show "tutti report tutti-out --html=report.html"
"$tutti" report tutti-out | sed -n '/^RUNS:/,$p'
"$tutti" report tutti-out --html=report.html --sarif=report.sarif
echo "The page: $PWD/report.html"
echo "A tour of ten bugs: examples/README.md"
