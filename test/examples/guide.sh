#!/usr/bin/env bash
# docs/guide.md: executes each command in it, and compares the output with the page. With Open MPI and a Slurm of its
# own.
. "$(dirname "$0")/../lib.sh"
. "$HERE/../console.sh"
. "$HERE/../slurm.sh"
root=$(cd "$HERE/../.." && pwd)
case " $TUTTI_MPIS " in *" openmpi "*) ;; *) echo 'SKIP: the page was made with Open MPI' >&2; exit 77 ;; esac
slurm_available || { echo 'SKIP: Slurm is not installed' >&2; exit 77; }

trap 'slurm_stop; rm -rf "$WORK"' EXIT
unset "${!SLURM_@}" # not the environment of a job that this test may run in
slurm_start "$WORK/slurm" 1
export TUTTI_INTERFACE=lo

# shellcheck disable=SC2034 # for console.sh
console_not_executed=(
    ['tutti watch --job=4711']='takes a minute of history; test/watch/slurm.sh does it'
)
console_tools openmpi
ln -s /usr/bin/python3 bin/python3 # Debian's mpi4py is for Debian's Python
cp "$root"/examples/*.{c,cpp,f90,py} .
console_judge "$root/docs/guide.md"
slurm_stop

awk '/^```/ && ++fences % 2 && $0 != "```console" { print NR ": " $0; bad = 1 }
    END { exit bad }' "$root/docs/guide.md" || fail 'guide.md has blocks that are not executed'
