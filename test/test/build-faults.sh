#!/usr/bin/env bash
# Faults during a test build: compilers that fail, damaged bitcode, Ctrl-C.
. "$(dirname "$0")/../lib.sh"
PATH=$(dirname "$TUTTI"):$PATH
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"
mpi=${TUTTI_MPIS%% *}

cat >main.c <<'END'
#include <mpi.h>
#include <stdio.h>
int other(int);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    printf("%d\n", other(argc));
    MPI_Finalize();
    return 0;
}
END
echo 'int other(int value) { return value > 2 ? value : 7; }' >other.c
tutti-cc --mpi="$mpi" main.c other.c -o program

# compiler NAME PATTERN ACTION: a clang that does something else where a word fits.
compiler() {
    printf '#!/bin/sh\ncase "$*" in\n%s) %s ;;\nesac\nexec %s "$@"\n' "$2" "$3" "$CLANG" >"$1"
    chmod +x "$1"
}

# A file whose instrumented code does not compile is linked unchanged.
compiler fails '*1-heavy.bc*' 'echo "error: no such luck" >&2; exit 1'
expect_exit 0 "$TUTTI" test --cc="$PWD/fails" --build-only -- ./program
expect_text err 'other.c is not instrumented: error: no such luck'
tested=$(cat out)
nm "$tested" | grep -q ' main.heavy' || fail 'the other file is not instrumented'
! nm "$tested" | grep -q '[tT] other.heavy' || fail 'what does not compile is there'
expect_text "$(dirname "$tested")/../messages" 'no such luck'
expect_exit 0 mpi_exec "$mpi" -n 1 "$tested"
expect_text out 7
# The message comes again with an existing test build.
expect_exit 0 "$TUTTI" test --build-only -- ./program
expect_text err 'other.c is not instrumented'
no_leftovers

# None compiles, in any form.
rm -r tutti-out
compiler fails '*.bc*' 'echo "error: no such luck" >&2; exit 1'
expect_exit 3 "$TUTTI" test --cc="$PWD/fails" --build-only -- ./program
expect_text err 'cannot be compiled again' 'no such luck'
expect_exit 3 "$TUTTI" test --cc="$PWD/missing" --build-only -- ./program
expect_text err 'cannot run' missing
no_leftovers

# Damaged bitcode: whatever LLVM does with it, the command survives.
objcopy -O binary --only-section=.tuttir --set-section-flags .tuttir=alloc program section
size=$(wc -c <section)
for at in 40 $((size / 4)) $((size / 2)) $((size * 3 / 4)); do
    cp section damaged
    printf '\377\377\377\377\377\377\377\377' | dd of=damaged bs=1 seek="$at" conv=notrunc status=none
    objcopy --update-section .tuttir=damaged program bad
    code=0
    "$TUTTI" test --no-out --build-only -- ./bad >out 2>err </dev/null || code=$?
    [ "$code" = 0 ] || [ "$code" = 3 ] || { cat err >&2; fail "exit code $code, with bytes $at changed"; }
    no_leftovers
done

# Ctrl-C at a terminal, which all processes see, and a signal to the command alone: all compilers end,
# nothing is left, and the shell sees the signal.
compiler waits '*.bc*' 'exec sleep 60'
interrupt() {
    local whom=$1 signal=$2 code=0 job
    shift 2
    set -m
    "$TUTTI" test "$@" --cc="$PWD/waits" --build-only -- ./program >out 2>err </dev/null &
    job=$!
    set +m
    until_ pgrep -g "$job" sleep >/dev/null
    [ "$whom" = command ] && kill -s "$signal" "$job" || kill -s "$signal" -- -"$job"
    wait "$job" || code=$?
    [ "$code" = $((128 + $(kill -l "$signal"))) ] || { cat err >&2; fail "exit code $code after SIG$signal"; }
    no_leftovers
    ! pgrep -g "$job" >/dev/null || fail 'a compiler is left'
}
interrupt all INT
interrupt command INT
interrupt command TERM --no-out
expect_exit 0 "$TUTTI" test --build-only -- ./program
