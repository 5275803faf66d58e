#!/usr/bin/env bash
# run.sh DIRECTORY [PATTERN]: a conformance suite in the form of MPICH's (DIRECTORY is its test/mpi) under
# `tutti run`: configured and built in a copy, every test of its lists run and judged (see README.md). With
# PATTERN only the tests whose directory/program it matches. Prints a table by directory and what did not
# pass; leaves results.tsv and everything else in INTO.
[ $# -ge 1 ] || { echo 'usage: run.sh DIRECTORY [PATTERN]' >&2; exit 2; }
directory=$(realpath "$1")
pattern=${2:-.} # empty: all
mpi=${MPI:-mpich}
into=$(realpath -m "${INTO:-${TMPDIR:-/tmp}/tutti-conformance/$mpi}")
jobs=${JOBS:-$(nproc)}
HERE=$(cd "$(dirname "$0")" && pwd)
set -eu
: "${TUTTI:?the built command}"
[ -x "$directory/configure" ] && [ -r "$directory/testlist.in" ] ||
    { echo "$directory: no configure and testlist.in; test/conformance/README.md says what it should be" >&2; exit 2; }
command -v "mpicc.$mpi" >/dev/null || { echo "no mpicc.$mpi; MPI=mpich or MPI=openmpi chooses another" >&2; exit 2; }
build=$into/build

# Only MPICH's own build tells its configure that mpi_f08 exists: here the script has to add it afterwards.
has_f08() {
    printf 'use mpi_f08\ncall MPI_Init()\ncall MPI_Finalize()\nend\n' >"$into/f08.f90"
    [ -d "$build/f08" ] && "mpifort.$mpi" "$into/f08.f90" -o "$into/f08" 2>/dev/null
}

enable_f08() {
    sed -i 's/^S\["HAS_F08_TRUE"\]=.*/S["HAS_F08_TRUE"]=""/; s/^S\["HAS_F08_FALSE"\]=.*/S["HAS_F08_FALSE"]="#"/' config.status
    ./config.status util/Makefile depfiles
    touch -r configure config.status # or all makefiles would be made again
}

# Told to be strict, its programs leave out what MPI does not promise (MPI_SUM on MPI_CHAR). Its configure
# would leave out whole tests of MPICH's extensions as well, which only another MPI lacks.
configure() {
    local strict=(CPPFLAGS=-DUSE_STRICT_MPI) loose=()
    # Open MPI's header refuses functions that MPI 3.0 removed, which every program of the suite has.
    [ "$mpi" = mpich ] || strict=(--enable-strictmpi CPPFLAGS=-DOMPI_OMIT_MPI1_COMPAT_DECLS=0)
    # MPI passes buffers of any type, which a new Fortran compiler only warns of when it is asked to.
    ! "mpif77.$mpi" --version 2>/dev/null | grep -q '^GNU Fortran' ||
        loose=(FFLAGS='-g -O2 -fallow-argument-mismatch' FCFLAGS='-g -O2 -fallow-argument-mismatch')
    mkdir -p "$build"
    cp -Rp "$directory/." "$build" # with their times: its makefiles are not to be made again
    (cd "$build" && ./configure --with-mpi=/usr MPICC="mpicc.$mpi" MPICXX="mpicxx.$mpi" MPIF77="mpif77.$mpi" \
        MPIFC="mpifort.$mpi" --enable-threads=multiple --disable-dependency-tracking --disable-maintainer-mode "${strict[@]}" "${loose[@]}") \
        >"$into/configure.log" 2>&1 || { echo "its configure fails: $into/configure.log" >&2; exit 2; }
    ! has_f08 || (cd "$build" && enable_f08) >>"$into/configure.log" 2>&1
    touch "$build/.configured"
}

# skipped DIRECTORY PROGRAM OPTIONS: prints why a test is not for this world, if so.
skipped() {
    local needs
    case $1/$2 in
        spawn/* | */spawn/*) echo 'dynamic processes' ;;
        errors/faults/* | ft/*) echo 'network faults' ;;
        init/timeout) echo "a time limit of mpiexec's" ;;
        impls/mpich/*) [ "$mpi" = mpich ] || echo "MPICH's own" ;;
    esac
    case " $3 " in
        *' strict=false '* | *' strict=FALSE '*) [ "$mpi" = mpich ] || echo "an extension of MPICH" ;;
        *' mem='*)
            needs=${3##*mem=} needs=${needs%% *}
            [ "${needs%.*}" -lt "$memory" ] || echo "needs $needs GiB of memory" ;;
    esac
}

# tests DIRECTORY: the tests of its lists and of the directories that they name, one line each: directory,
# program, ranks, why it is skipped (or -), options.
tests() {
    local list words name place why
    for list in ${LISTS:-testlist testlist.dtp}; do
        [ -r "$build/$1/$list" ] || continue
        while read -ra words || [ ${#words[@]} -gt 0 ]; do
            name=${words[0]:-}
            if [ -z "$name" ]; then
                continue
            elif [ -d "$build/$1/$name" ]; then
                tests "${1:+$1/}$name"
                continue
            fi
            place=$1/$name name=${name##*/} place=${place%/*}
            [[ "$place/$name" =~ $pattern ]] || continue
            why=$(skipped "$place" "$name" "${words[*]:2}" | head -n 1)
            printf '%s\t%s\t%s\t%s\t%s\n' "$place" "$name" "${words[1]:-2}" "${why:--}" "${words[*]:2}"
        done < <(sed 's/#.*//; s/\r$//' "$build/$1/$list")
    done
}

# build_all: every program that is to run; reports each program that cannot be built, with its reason.
build_all() {
    local place name log=$into/build.log programs
    : >"$log"
    for place in util dtpools; do
        [ ! -r "$build/$place/Makefile" ] || make -k "-j$jobs" -C "$build/$place" >>"$log" 2>&1 || true
    done
    for place in $(awk -F'\t' '$4 == "-" { print $1 }' "$into/tests.tsv" | sort -u); do
        mapfile -t programs < <(awk -F'\t' -v place="$place" '$4 == "-" && $1 == place { print $2 }' "$into/tests.tsv" | sort -u)
        make -k "-j$jobs" -C "$build/$place" "${programs[@]}" >>"$log" 2>&1 || true
        for name in "${programs[@]}"; do
            [ -x "$build/$place/$name" ] || make -C "$build/$place" "$name" >"$build/$place/$name.unbuilt" 2>&1 || true
        done
    done
}

# progress: from the results of one.sh as they come, where it is, now and then.
progress() {
    local all done=0 passed=0 failed=0 begin=$SECONDS said=$SECONDS result
    all=$(wc -l <"$into/tests.tsv")
    say() { echo "$done of $all: $passed passed, $failed failed, $((SECONDS - begin)) s" >&2; }
    while read -r result; do
        done=$((done + 1))
        [ "$result" != passed ] || passed=$((passed + 1))
        [ "$result" != failed ] || failed=$((failed + 1))
        [ $((SECONDS - said)) -lt 30 ] || { say; said=$SECONDS; }
    done
    say
}

memory=${MEMORY:-$(awk '/^MemAvailable/ { print int($2 / 1048576 * 0.75) }' /proc/meminfo)}
mkdir -p "$into"
[ -e "$build/.configured" ] || configure
{
    tests ''
    ! has_f08 || tests f08
} | awk -F'\t' '!seen[$0]++' >"$into/tests.tsv"
[ -s "$into/tests.tsv" ] || { echo "$directory: no test${2:+ matches $2} in its lists" >&2; exit 2; }
build_all
rm -rf "$into/results"
mkdir "$into/results"
export TUTTI into build mpi
awk '{ print NR }' "$into/tests.tsv" | xargs -P "$jobs" -n 1 "$HERE/one.sh" | progress
find "$into/results" -name '*.tsv' -print | sort -V | xargs cat >"$into/results.tsv"
awk -f "$HERE/table.awk" "$into/results.tsv"
echo "each test: $into/results.tsv"
! grep -qP '\tfailed\t' "$into/results.tsv"
