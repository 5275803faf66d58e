#!/usr/bin/env bash
# The bundled example of a bug that needs an input and a number of ranks, and the corrected program.
. "$(dirname "$0")/../lib.sh"
examples=$HERE/../../examples
printf 'columns 12 rows 8\n' >grid.in

for mpi in $(flavours); do
    for program in grid grid-fixed; do
        "$TUTTI" cc --mpi="$mpi" -g -Wno-tutti -o "$program" "$examples/$program.c"
        expect_exit 0 "$TUTTI" run --no-out -n 4 -- "./$program"
    done
    expect_exit 1 "$TUTTI" test --time-limit=600 --out="$mpi" -- ./grid
    expect_text out 'ranks 0-1 divided an integer by zero [divide.zero]' '2 ranks of `./grid`' \
        '`columns 1 rows 8` in line 1 of grid.in'
    expect_exit 1 "$TUTTI" replay "$mpi/t-1"
    expect_exit 0 "$TUTTI" test --time-limit=600 --no-out -- ./grid-fixed
    expect_text out 'nothing found'
    rm -rf tutti-out
done
