#!/usr/bin/env bash
# Lines and inlined frames of C and C++ with each compiler, level of optimisation, version of DWARF and
# way of linking.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
cp "$HERE"/*.[ch] "$HERE"/names.cc .
sources=(calls.c calls.h calls_library.c mark.c)
tried=0

# try COMPILER OPTION...: all marks hold. Functions that must be inlined are inlined, so at least 5 frames are inlined ones.
try() {
    local compiler=$1
    rm -f calls libcalls.so
    # Addresses in this file are not offsets in it.
    "$compiler" -g -O2 -fPIC -shared -Wl,-Ttext-segment=0x10000000 calls_library.c -o libcalls.so
    "$@" calls.c mark.c -o calls -L. -lcalls -Wl,-rpath,"$WORK"
    run_program ./calls
    expect_marks "$*" "${sources[@]}"
    has_inlined 5 "$*"
    # The address of a trap is looked up as it is: it may be the first of its function.
    "$SYMBOL" exact maps "$(sed -n 's/^exact //p' stacks)" >out
    [ "$(head -n 1 out)" = "exact traps at calls.c:$(grep -n 'EXACT traps' calls.c | cut -d: -f1)" ] ||
        { cat out >&2; fail "$*: the address of a trap"; }
    tried=$((tried + 1))
}

for compiler in $COMPILERS; do
    for level in -O0 -O1 -O2 -O3; do
        for version in 4 5; do
            try "$compiler" "$level" "-gdwarf-$version" -fPIE -pie
            try "$compiler" "$level" "-gdwarf-$version" -fno-pie -no-pie
        done
    done
    try "$compiler" -O2 -g -gz
    try "$compiler" -O2 -gsplit-dwarf -gdwarf-5
    try "$compiler" -O2 -gsplit-dwarf -gdwarf-4
    # Functions that the linker drops are left at address 0; here code starts close behind it, and
    # some has no debug information.
    dropping=(-ffunction-sections "-Wl,--gc-sections,-z,noseparate-code")
    try "$compiler" -O2 -g "${dropping[@]}"
    "$compiler" -O2 -c mark.c -o mark.o
    "$compiler" -O2 -g "${dropping[@]}" calls.c mark.o -o calls -L. -lcalls -Wl,-rpath,"$WORK"
    run_program ./calls
    "$SYMBOL" stacks maps <stacks >out
    expect_text out 'leave 1 ends calls.c:' 'leave 2 run_until_leave ??:0' 'leave 3 main calls.c:'
done
try gcc -Os -g
try gcc -Og -g
try gcc -O2 -g1
try gcc -O2 -g -flto
case $COMPILERS in *clang*) try "$CLANG" -O2 -gline-tables-only ;; esac

# Units of both compilers in one program: only one of them writes .debug_aranges.
case $COMPILERS in
    *clang*)
        "$CLANG" -g -O2 -c calls.c -o calls.o
        gcc -g -O2 -c mark.c -o mark.o
        gcc calls.o mark.o -o calls -L. -lcalls -Wl,-rpath,"$WORK"
        run_program ./calls
        expect_marks 'both compilers' "${sources[@]}"
        ;;
esac

for compiler in g++ "$CLANGXX"; do
    command -v "$compiler" >/dev/null || continue
    gcc -g -O2 -c mark.c -o mark.o
    for level in -O0 -O2; do
        "$compiler" -g $level names.cc mark.o -o names
        run_program ./names
        expect_marks "$compiler $level" names.cc
        tried=$((tried + 1))
    done
done
echo "$tried programs"
