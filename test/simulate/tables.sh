#!/usr/bin/env bash
# make simulate: the tables of docs/at-scale.md. tables.sh DIRECTORY-OF-THE-PROGRAMS
set -eu
programs=$(realpath "$1")
journal=$(mktemp -d)
trap 'rm -rf "$journal"' EXIT

echo '| workers | tree | item | items | time | efficiency | longest path | start, end | messages/s | bytes/s in | bytes/s out | processor | MiB |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|'
for tree in balanced skewed; do
    for workers in 1 8 104 1000; do
        "$programs/simulate_search" "$workers" "$tree" 0.005 400 "$journal"
    done
done
for seconds in 0.002 0.001; do
    "$programs/simulate_search" 1000 balanced "$seconds" 400 "$journal"
done
for nodes in 10 100 1000; do
    "$programs/simulate_watch" --costs "$nodes" 10 2
done
"$programs/simulate_watch" --costs 5 8 600
"$programs/simulate_watch" --hangs 100 10
"$programs/simulate_watch" --hangs 1000 10
