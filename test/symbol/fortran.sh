#!/usr/bin/env bash
# Fortran: procedures of a module, contained in another, in the main program, and outside.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
cp "$HERE"/mark.[ch] "$HERE"/solver.f90 .
gcc -g -O2 -c mark.c -o mark.o

for level in -O0 -O1 -O2 -O3; do
    for version in 3 4 5; do
        gfortran "-gdwarf-$version" $level solver.f90 mark.o -o heat
        run_program ./heat
        expect_marks "$level DWARF $version" solver.f90
        # Cut at the main program of the source, not at the main that the compiler adds.
        "$SYMBOL" lines maps <stacks >out
        expect_text out 'module external_step at solver.f90:' 'program heat at solver.f90:'
        ! grep -q ' main ' out || { cat out >&2; fail "$level DWARF $version: not cut"; }
    done
done

# Without debug information: the names of the symbol table, and the end is found all the same.
gfortran -O0 solver.f90 mark.o -o heat
run_program ./heat
"$SYMBOL" lines maps <stacks >out
expect_text out 'module relax in heat+0x' 'module external_step in heat+0x' \
    'module MAIN__ in heat+0x'
! grep -q 'main in heat' out || { cat out >&2; fail 'not cut at MAIN__'; }
