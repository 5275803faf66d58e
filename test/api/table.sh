#!/bin/sh
# The table of MPI agrees with every mpi.h that is installed, and the check sees when it does not.
# usage: table.sh GENERATOR TABLE FLAVOUR=HEADER...   (HEADER is preprocessed)
set -eu
generator=$1 table=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

check() { # TABLE FLAVOUR HEADER
    "$generator" --check --table="$1" --flavour="$2" --header="$3" 2>&1
}

# Removes the logical line of a function: itself and the indented lines below it.
without() {
    awk -v name="$1" '/^[^ ]/ { skip = $1 == name } !skip' "$table"
}

# The changed table on standard input must be refused, with a sentence that fits the pattern.
refused() { # WHAT PATTERN FLAVOUR HEADER
    cat >"$scratch/broken.api"
    if cmp -s "$scratch/broken.api" "$table"; then
        fail "$1: the table was not changed"
    elif check "$scratch/broken.api" "$3" "$4" >"$scratch/out"; then
        fail "$1: not noticed in $3"
    elif ! grep -q "$2" "$scratch/out"; then
        fail "$1: another sentence was expected in $3"
        cat "$scratch/out"
    fi
}

for pair; do
    flavour=${pair%%=*} header=${pair#*=}
    if ! check "$table" "$flavour" "$header" >"$scratch/out"; then
        fail "$flavour does not agree with the table"
    fi
    cat "$scratch/out"

    # Counted by other means, so that a header that is not understood is not taken for an empty one.
    counted=$(grep -v '^typedef' "$header" | grep -oE '\b(MPIX?|MPIR|OMPI)_[A-Za-z0-9_]+ *\(' |
        tr -d ' ' | sort -u | wc -l)
    grep -q "^$flavour: $counted functions compared" "$scratch/out" ||
        fail "$flavour: $counted functions are in the header, not as many were compared"

    without MPI_Send | refused "a function is missing" \
        '^MPI_Send is in the header, but not in the table' "$flavour" "$header"
    sed 's/^role tag "int"/role tag "long"/' "$table" | refused "a role has another type" \
        '^MPI_Recv: parameter 5 is "int" in the header, but tag tag of the table is "long"' \
        "$flavour" "$header"
    sed 's/in op op, in root root, in comm comm/in op op, in comm comm/' "$table" |
        refused "a parameter is missing" '^MPI_Reduce has 7 parameters in the header, but 6' \
            "$flavour" "$header"
    sed 's/^memory status "MPI_Status \*"/role status "MPI_Status *"/' "$table" |
        refused "a memory became a value" '^MPI_Recv: parameter 7 is "MPI_Status \*"' \
            "$flavour" "$header"
    sed 's/out recvbuf buf of/in recvbuf buf of/' "$table" |
        refused "a direction is wrong" \
            '^MPI_Recv: parameter 1 is "void \*" .* "const void \*"' "$flavour" "$header"
done

[ $# -gt 0 ] || fail "no header was given"
exit "$((failures > 0))"
