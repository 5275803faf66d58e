# lib.sh: what every end-to-end test starts with: `. "$(dirname "$0")/../lib.sh"`.
# CTest sets TUTTI (the built command), TUTTI_MPIS (the flavours it was built for) and TUTTI_LLVM (the version of LLVM).
# shellcheck shell=bash
set -eu
: "${TUTTI:?the built command}" "${TUTTI_MPIS:=mpich openmpi}" "${TUTTI_LLVM:=19}"
export -n TUTTI_MPIS TUTTI_LLVM # the command takes TUTTI_* for options
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export UCX_NET_DEVICES=lo OMPI_MCA_btl=self,vader OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # the same for Open MPI 5
export TERM=dumb
unset "${!TUTTI_GUEST_@}"

# `make test` sets SAMPLE, from the commit. Then one flavour, WHOLE, gets every test and every program, and each other one a
# quarter of them; SAMPLE decides which. Without SAMPLE, as in `make test-all`, all flavours get everything.
export SAMPLE=${SAMPLE:-} WHOLE=${WHOLE:-}
# shuffle WORD...: the lines of the input in an order that SAMPLE and the words decide.
shuffle() { LC_ALL=C sort -R --random-source=<(md5sum <<<"$SAMPLE $*"); }
[ -n "$WHOLE" ] || WHOLE=$(tr ' ' '\n' <<<"$TUTTI_MPIS" | if [ -n "$SAMPLE" ]; then shuffle; else cat; fi | head -n 1)
is_whole() { [ -z "$SAMPLE" ] || [ "$1" = "$WHOLE" ]; }

# flavours: those that this test runs with.
flavours() {
    local test=${HERE##*/test/}/${0##*/} flavour
    for flavour in $TUTTI_MPIS; do
        if is_whole "$flavour" || [ "$(seq 4 | shuffle "$test" "$flavour" | head -n 1)" = 1 ]; then
            echo "$flavour"
        else
            echo "sample $SAMPLE: $test runs without $flavour" >&2
        fi
    done
}

# sample FLAVOUR FILE: the programs that this flavour gets, from a list with one path per line.
sample() {
    local all
    all=$(wc -l <"$2")
    ! is_whole "$1" || return 0
    shuffle "$1" <"$2" | head -n $(((all + 3) / 4)) | sort >sampled && mv sampled "$2"
    echo "sample $SAMPLE: $(wc -l <"$2") of $all programs of ${HERE##*/test/} with $1"
}

# shellcheck disable=SC2034 # for the tests
CLANG=clang-$TUTTI_LLVM CLANGXX=clang++-$TUTTI_LLVM FLANG=flang-$TUTTI_LLVM
[ "$TUTTI_LLVM" != 19 ] || FLANG=flang-new-19

# shellcheck disable=SC2034 # for the tests
HERE=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)
WORK=$(mktemp -d "${TMPDIR:-/tmp}/tutti-test-XXXXXX")
trap 'rm -rf "$WORK"' EXIT
export OMPI_MCA_btl_vader_backing_directory=$WORK # of runs that are killed, nothing stays in /dev/shm
cd "$WORK"

fail() {
    printf 'FAIL: %s\n' "$*" >&2
    exit 1
}

# until_ COMMAND...: waits until it succeeds, and returns at once then. The deadline ends only waits that would never end:
# it is far beyond the time that a busy machine takes.
until_() {
    local end=$((SECONDS + 300))
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || { cat err >&2 2>/dev/null || true; fail "never: $*"; }
        sleep 0.05
    done
}

# For tests in which the command itself loads an MPI library: leaks of that library are no findings of the sanitizer build.
forgive_leaks() { export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0; }

# expect_exit CODE COMMAND...: runs it, output in out and err; fails with both shown otherwise.
expect_exit() {
    local want=$1 got=0
    shift
    "$@" >out 2>err </dev/null || got=$?
    if [ "$got" != "$want" ]; then
        cat out err >&2
        fail "exit code $got, not $want: $*"
    fi
}

# expect_text FILE PATTERN...: each pattern (a fixed string) stands in the file.
expect_text() {
    local file=$1 pattern
    shift
    for pattern; do
        grep -qF -- "$pattern" "$file" || { cat "$file" >&2; fail "no '$pattern' in $file"; }
    done
}

# Compilers and launchers of a flavour.
mpi_cc() { local flavour=$1; shift; "mpicc.$flavour" -g "$@"; }
mpi_fc() { local flavour=$1; shift; "mpif90.$flavour" -g "$@"; }
mpi_exec() { local flavour=$1; shift; "mpiexec.$flavour" "$@"; }

# line_of MARK [FILE]: the number of the line with the comment /* MARK */; FILE is $SOURCE by default.
line_of() { line_with "/\* $1 \*/" "${2:-$SOURCE}"; }

# line_with PATTERN FILE: the number of the first line that fits.
line_with() { grep -n -m 1 -- "$1" "$2" | cut -d: -f1; }

# judge [FILE] FILTER: the filter holds for a document, j.json by default.
judge() {
    local file=j.json
    [ $# -eq 1 ] || { file=$1; shift; }
    jq -e "$1" "$file" >/dev/null || { cat "$file" >&2; fail "${flavour:+$flavour: }$file: not so: $1"; }
}

# stat_of FOLDER NAME: a figure of the document in a folder of results.
stat_of() { jq ".stats.$2" "$1/findings.json"; }

none_fits() { ! pgrep -f "$1" >/dev/null; } # PATTERN WHAT
# nothing_left PATTERN WHAT: no process whose command line fits is left, and nothing in a /dev/shm that is the test's own.
nothing_left() {
    until_ none_fits "$1" "$2"
    [ "${own_shm:-}" != own ] || [ -z "$(ls -A /dev/shm)" ] || fail "$2: left in /dev/shm: $(ls -A /dev/shm)"
}

no_leftovers() { ! ls -d "$TMPDIR"/tutti-* 2>/dev/null || fail 'temporary files are left'; }
