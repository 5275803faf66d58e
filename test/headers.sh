#!/usr/bin/env bash
# headers.sh [ROOT [GENERATED]]: each header of src/ and include/ compiles alone, all warnings as errors,
# with every compiler that is there. Headers of guests (src/runtime/) and of trials (src/scale/trial/) are
# tried with the mpi.h of each family, which the build makes in GENERATED; those of the programs that unit
# tests analyse (src/*/test_*/) and of include/ with each installed MPI's mpi.h, those of src/ir with
# LLVM's headers, those of unit tests with what CMake defines for them.
set -u
export LC_ALL=C
root=$(cd "${1:-$(dirname "$0")/..}" && pwd) || exit 3
generated=${2:-$root/build/mpi}
warnings=(-std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wold-style-definition -Wpointer-arith -Wwrite-strings -Wformat=2 -Wundef -Wvla -Werror)
bad=0 tried=0

# Included twice: a header without a guard fails then. Included from a file, since a header as the
# main file draws warnings of its own.
try() # HEADER COMPILER OPTION...
{
    local header=$1 output
    shift
    tried=$((tried + 1))
    if ! output=$(printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
        "$@" "${warnings[@]}" "-DTUTTI_LLVM=\"$version\"" -DTUTTI_FLANG='"flang"' -I"$root/src" -I"$root/include" -fsyntax-only -x c - 2>&1); then
        printf '%s does not compile alone (%s):\n%s\n' "$header" "$*" "$output"
        bad=1
    fi
}

# The LLVM that cmake/Llvm.cmake chooses.
version=''
for known in 21 20 19; do
    ! command -v "llvm-config-$known" >/dev/null || version=$known
done
[ -n "$version" ] || { echo 'no LLVM'; exit 3; }
llvm_include=$("llvm-config-$version" --includedir) || exit 3

compilers=()
for compiler in gcc "clang-$version"; do
    if command -v "$compiler" >/dev/null; then
        compilers+=("$compiler")
    fi
done
[ ${#compilers[@]} -gt 0 ] || { echo 'no C compiler'; exit 3; }

# MPI's own headers are system headers: their warnings are not ours.
mpi_includes=()
for wrapper in mpicc.mpich mpicc.openmpi; do
    header=$(echo '#include <mpi.h>' | "$wrapper" -M -x c - 2>/dev/null | grep -o '[^ ]*/mpi\.h' | head -n 1)
    [ -z "$header" ] || mpi_includes+=("${header%/*}")
done

while IFS= read -r header; do
    for compiler in "${compilers[@]}"; do
        case $header in
            "$root"/src/runtime/* | "$root"/src/scale/trial/*)
                for family in mpich openmpi abi; do
                    try "$header" "$compiler" -I"$generated/$family"
                done
                ;;
            "$root"/src/*/test_*/*.h | "$root"/include/*)
                for include in "${mpi_includes[@]}"; do
                    try "$header" "$compiler" -isystem "$include"
                done
                ;;
            "$root"/src/ir/*) try "$header" "$compiler" -isystem "$llvm_include" ;;
            "$root"/src/*/test_*.h)
                try "$header" "$compiler" '-DTUTTI_TEST_SOURCE="src"' '-DTUTTI_TEST_MPICH="mpich"' \
                    '-DTUTTI_TEST_OPENMPI="openmpi"'
                ;;
            *) try "$header" "$compiler" ;;
        esac
    done
done < <(find "$root/src" "$root/include" -name '*.h' | sort)

[ "$tried" -gt 0 ] || { echo "$root: no headers"; exit 1; }
[ "$bad" -ne 0 ] || echo "$tried compilations of headers alone: all clean"
exit "$bad"
