#!/usr/bin/env bash
# The command lines that build systems give to mpicc.
. "$(dirname "$0")/lib.sh"

# Compile, link, both at once; several files; by all names of the command.
silent tutti-cc -c right.c helper.c
has_bitcode right.o && has_bitcode helper.o || fail 'an object has no bitcode'
silent tutti-cc right.o helper.o -o program
expect_exit 0 ./program
expect_text out 'helped 7'
silent tutti-cc -O2 -g -Wall right.c helper.c -lm -o program
expect_exit 0 ./program
silent "$TUTTI" cc right.c helper.c -o program
no_leftovers

# Questions to the compiler itself.
expect_exit 0 tutti-cc --version
expect_text out "clang version $TUTTI_LLVM."
expect_exit 0 tutti-cc -dumpversion
expect_text out "$TUTTI_LLVM."
expect_exit 0 tutti-cc -print-file-name=libc.so
expect_text out libc.so
expect_exit 0 tutti-cc -v
expect_exit 1 tutti-cc
expect_text err 'no input files'

# The command that would be run, in the form of the wrappers of both MPIs.
for word in -show --showme; do
    expect_exit 0 tutti-cc $word -c right.c
    expect_text out "$CLANG" -fembed-bitcode=all right.c -I
done
expect_exit 0 tutti-cc --showme:link
expect_text out -lmpi
expect_exit 0 tutti-cc --showme:compile
expect_text out -I
expect_exit 0 tutti-cc --showme:incdirs
[ -e "$(tr ' ' '\n' <out | head -1)/mpi.h" ] || fail 'the first directory has no mpi.h'
[ ! -e right.s ] || fail '-show did something'

# Stages before the object.
expect_exit 0 tutti-cc -E right.c
expect_text out 'int MPI_Init'
expect_exit 0 tutti-cc -S right.c -o -
expect_text out .text
expect_exit 0 tutti-cc -MM right.c
expect_text out 'right.o: right.c' mpi.h
silent tutti-cc -fsyntax-only right.c
silent tutti-cc -MMD -MF made.d -c right.c
expect_text made.d 'right.o: right.c'
silent tutti-cc -MD right.c helper.c -o program
expect_text right.d 'right.o: right.c' mpi.h
expect_text helper.d 'helper.o: helper.c'

# Files beside the objects stay where clang puts them, whether the objects do or not.
expect_exit 0 tutti-cc -g -gsplit-dwarf --coverage wrong.c -o beside
[ -e beside-wrong.gcno ] && [ -e beside-wrong.dwo ] || fail 'what a compiler leaves beside its objects is lost'
expect_text err 'note: the program is not analysed, because'
silent tutti-cc -g -gsplit-dwarf --coverage -c wrong.c
[ -e wrong.gcno ] && [ -e wrong.dwo ] || fail 'what a compiler leaves beside an object is lost'
expect_exit 0 tutti-cc --coverage wrong.o -o beside
expect_text err 'wrong.c:8:9: warning:'

# Response files, -x, standard input, assembler, a header, bitcode.
printf -- '-O2 -DNAME="a b" right.c\n helper.c -o "a program"' >words
silent tutti-cc @words
expect_exit 0 './a program'
tutti-cc -x c - -c -o input.o <helper.c || fail 'standard input is not compiled'
has_bitcode input.o || fail 'an object from standard input has no bitcode'
cp helper.c helper.txt
silent tutti-cc right.c -x c helper.txt -o program
expect_exit 0 ./program
silent tutti-cc -S helper.c
silent tutti-cc -c helper.s -o assembled.o
! has_bitcode assembled.o || fail 'bitcode of assembler'
printf '#define NAME nothing\n.globl NAME\nNAME: ret\n.section .note.GNU-stack,"",@progbits\n' >nothing.S
silent tutti-cc right.c helper.s nothing.S -o program
expect_exit 0 ./program
echo 'int helper(int rank);' >helper.h
silent tutti-cc helper.h -o helper.h.pch
silent tutti-cc -include helper.h right.c helper.c -o program
silent tutti-cc -emit-llvm -c helper.c -o helper.bc
silent tutti-cc right.c helper.bc -o program
expect_exit 0 ./program

# gcc's options: one note each, and the program is made.
expect_exit 0 tutti-cc -fno-tree-ter -fallow-argument-mismatch -fno-tree-ter -march=no-such-cpu -Wno-such-warning \
    --param max-inline-insns-auto=4 -specs=no.specs -fdiagnostics-color=never -fno-strict-aliasing -Wl,--as-needed \
    -Xlinker --no-undefined -mcmodel=small right.c helper.c -o program
for option in -fno-tree-ter -fallow-argument-mismatch -march=no-such-cpu -Wno-such-warning --param -specs=no.specs; do
    [ "$(grep -cF "tutti cc: note: dropped $option: clang has no such option" err)" = 1 ] || { cat err >&2; fail "not one note of $option"; }
done
[ "$(wc -l <err)" = 6 ] || { cat err >&2; fail 'more is said than the six notes'; }
expect_exit 0 ./program
silent tutti-cc -fopenmp right.c helper.c -o program
ldd program | grep -q libomp || fail '-fopenmp links no OpenMP'
silent tutti-cc -Werror -Wall -Wextra -c helper.c

# Source that does not compile: clang's errors, its exit code, and nothing else.
echo 'int main(void) { return unknown; }' >bad.c
code=0
"$CLANG" -c bad.c 2>want || code=$?
expect_exit "$code" tutti-cc -c bad.c
cmp want err || fail 'not what clang says'
expect_exit "$code" tutti-cc bad.c -o bad
cmp want err || fail 'not what clang says'
expect_exit 1 tutti-cc no-such.c
expect_exit 1 tutti-cc right.c -o program # helper is missing
expect_text err 'undefined reference'
no_leftovers

# Own options, and mistakes in them.
expect_exit 2 tutti-cc -ftutti-nonsense right.c
expect_text err 'there is no option -ftutti-nonsense'
expect_exit 2 tutti-cc --mpi=nonsense right.c
expect_text err 'mpich, openmpi or abi'
expect_exit 2 env TUTTI_NONSENSE=1 tutti-cc -c right.c
silent tutti-cc -fno-tutti-analysis -c helper.c -o plain.o
! has_bitcode plain.o || fail '-fno-tutti-analysis keeps bitcode'
expect_exit 3 env TUTTI_CC=/no/such/clang tutti-cc -c right.c
expect_text err /no/such/clang

# Without MPI, and without anything parallel: an ordinary compiler.
echo 'int main(void) { return 3; }' >plain.c
silent tutti-cc plain.c -o plain
expect_exit 3 ./plain
