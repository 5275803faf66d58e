#!/usr/bin/env bash
# Files are named as they were given to the compiler.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
mkdir -p src/deep build
cp "$HERE"/mark.[ch] "$HERE"/calls_library.c .
cp "$HERE"/calls.[ch] src/deep
gcc -g -O2 -fPIC -shared calls_library.c -o libcalls.so
gcc -g -O2 -c mark.c -o mark.o

# names SOURCE HEADER: how frames of calls.c and calls.h are shown.
names() {
    "$SYMBOL" stacks maps <stacks >out
    grep -q "^inline 1 inner $1:[0-9]*\$" out && grep -q "^inline 3 outer $1:[0-9]*\$" out ||
        { cat out >&2; fail "$what: not $1"; }
    grep -q "^header 1 from_header $2:[0-9]*\$" out || { cat out >&2; fail "$what: not $2"; }
}

# try DIRECTORY SOURCE HEADER [OPTION...]: compiles SOURCE in DIRECTORY.
try() {
    local directory=$1 source=$2 header=$3 compiler version
    shift 3
    for compiler in $COMPILERS; do
        for version in 4 5; do
            what="$compiler DWARF $version $source in $directory $*"
            (cd "$directory" && "$compiler" "-gdwarf-$version" -O2 -I"$WORK" "$@" -c "$source" \
                -o "$WORK/calls.o")
            gcc calls.o mark.o -o calls -L. -lcalls -Wl,-rpath,"$WORK"
            run_program ./calls
            names "${shown:-$source}" "$header"
        done
    done
}

try src/deep calls.c calls.h
try src deep/calls.c deep/calls.h
try . src/deep/calls.c src/deep/calls.h
try build ../src/deep/calls.c ../src/deep/calls.h
try build "$WORK/src/deep/calls.c" "$WORK/src/deep/calls.h"
try src/deep "$WORK/src/deep/calls.c" "$WORK/src/deep/calls.h" # absolute, though it lies here
shown=src/deep/calls.c try build "$WORK/src/deep/calls.c" src/deep/calls.h "-ffile-prefix-map=$WORK/="
shown=deep/calls.c try src deep/calls.c deep/calls.h "-ffile-prefix-map=$WORK/src=."
