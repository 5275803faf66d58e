#!/usr/bin/env bash
# run.sh DIRECTORY [PATTERN]: the tests of mpi4py (DIRECTORY is `test` of its source) under `tutti run`, with
# each of RANKS (1 2 3 5): every test is run and judged (see ../README.md). With PATTERN only the modules that
# it matches. Prints a table by ranks and what did not pass; leaves results.tsv and everything else in INTO.
[ $# -ge 1 ] || { echo 'usage: run.sh DIRECTORY [PATTERN]' >&2; exit 2; }
directory=$(realpath "$1")
pattern=${2:-.} # empty: all
into=$(realpath -m "${INTO:-${TMPDIR:-/tmp}/tutti-conformance/python}")
jobs=${JOBS:-$(nproc)}
PYTHON=${PYTHON:-/usr/bin/python3} # Debian's mpi4py is for Debian's Python
HERE=$(cd "$(dirname "$0")" && pwd)
set -eu
: "${TUTTI:?the built command}"
[ -r "$directory/mpiunittest.py" ] ||
    { echo "$directory: no mpiunittest.py; test/conformance/README.md says what it should be" >&2; exit 2; }
"$PYTHON" -c 'import mpi4py' || { echo "$PYTHON has no mpi4py; PYTHON chooses another" >&2; exit 2; }

# These need dynamic processes, which the virtual world does not have.
left_out='test_dynproc test_spawn'
modules=()
for file in "$directory"/test_*.py; do
    module=$(basename "$file" .py)
    [[ " $left_out " = *" $module "* ]] || ! [[ "$module" =~ $pattern ]] || modules+=("$module")
done
[ ${#modules[@]} -gt 0 ] || { echo "$directory: no module${2:+ matches $2}" >&2; exit 2; }

rm -rf "$into/results"
mkdir -p "$into/results"
export TUTTI PYTHON directory into
for ranks in ${RANKS:-1 2 3 5}; do
    printf "$ranks %s\n" "${modules[@]}"
done | xargs -P "$jobs" -n 2 "$HERE/one.sh"
find "$into/results" -maxdepth 1 -name '*.tsv' -print | sort -V | xargs cat >"$into/results.tsv"
awk -v column=3 -v heading=ranks -f "$HERE/../table.awk" "$into/results.tsv"
echo "left out, for dynamic processes: $left_out"
echo "each test: $into/results.tsv"
! grep -qP '\tfailed\t' "$into/results.tsv"
