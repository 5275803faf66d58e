#!/bin/sh
# Wrappers made from a small template compile without a warning, with every compiler that is installed.
# usage: wrappers.sh GENERATOR TABLE TEMPLATE FAMILY INCLUDE SOURCES
# INCLUDE is the directory of the family's mpi.h and functions.h.
set -eu
generator=$1 table=$2 template=$3 family=$4 include=$5 sources=$6
header=$include/functions.h
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compiled=0

"$generator" --table="$table" --header="$header" --flavour="$family" --template="$template" \
    --output="$scratch/wrappers.c"

for compiler in gcc "clang-${TUTTI_LLVM:-19}"; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wstrict-prototypes \
        -Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wwrite-strings -Wformat=2 \
        -Wundef -Wvla -Werror -fvisibility=hidden -fPIC -shared -I"$include" -I"$sources" \
        "$scratch/wrappers.c" -o "$scratch/wrappers.so"
    compiled=$((compiled + 1))

    # Every function of the header is defined, under both names where it has two, except MPI_Pcontrol.
    nm -D --defined-only "$scratch/wrappers.so" | awk '{ print $3 }' | sort >"$scratch/defined"
    grep -v '^typedef' "$header" | grep -oE '\bP?MPIX?_[A-Za-z0-9_]+ *\(' | tr -d ' (' |
        grep -v 'MPI_Pcontrol' | sort -u >"$scratch/declared"
    missing=$(comm -13 "$scratch/defined" "$scratch/declared")
    if [ -n "$missing" ]; then
        echo "not wrapped with $compiler: $missing"
        exit 1
    fi
    "$generator" --fortran --table="$table" --flavour="$family" | sort >"$scratch/fortran"
    missing=$(comm -13 "$scratch/defined" "$scratch/fortran")
    if [ -n "$missing" ]; then
        echo "not wrapped with $compiler: $missing"
        exit 1
    fi
    echo "$family, $compiler: $(wc -l <"$scratch/declared") C and" \
        "$(wc -l <"$scratch/fortran") Fortran symbols wrapped"
done
[ "$compiled" -gt 0 ] || { echo "no compiler found"; exit 1; }
