#!/usr/bin/env bash
# manual.sh GENERATOR TABLE: the manual page that is made from the table names every function and
# every role, and scdoc takes it.
set -eu
generator=$1 table=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$generator" --manual --table="$table" --output="$scratch/tutti-mpi.7.scd"
sed 's/\\//g' "$scratch/tutti-mpi.7.scd" >"$scratch/plain"
awk '/^(MPI|OMPI)/ { print $1 } /^(role|memory) / { print $2 }' "$table" >"$scratch/names"
[ -s "$scratch/names" ] || { echo "FAIL: no names in $table"; exit 1; }
while read -r name; do
    grep -qF "*$name*" "$scratch/plain" || { echo "FAIL: no $name in the manual"; exit 1; }
done <"$scratch/names"
echo "$(wc -l <"$scratch/names") names in the manual"

if command -v scdoc >/dev/null; then
    scdoc <"$scratch/tutti-mpi.7.scd" >"$scratch/tutti-mpi.7"
    grep -q '^\.TH "tutti-mpi" "7"' "$scratch/tutti-mpi.7"
fi
