#!/usr/bin/env bash
# Test builds: whatever tutti cc linked is linked again, and does the same.
. "$(dirname "$0")/../lib.sh"
PATH=$(dirname "$TUTTI"):$PATH
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"

cat >main.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sum(int count, char **words);
extern int calls;
static int twice(int value)
{
    return 2 * value;
}

int main(int argc, char **argv)
{
    int (*table[])(int) = {twice, abs};
    int rank, total;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int mine = sum(argc, argv) + table[rank % 2](-3);
    MPI_Reduce(&mine, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("total %d calls %d %s\n", total, calls, strlen(argv[0]) > 0 ? "named" : "");
    MPI_Finalize();
    return rank == 0 && total < 0 ? 5 : 0;
}
END
cat >sum.c <<'END'
#include <stdlib.h>

int calls;
static int twice(const char *word) /* another one than that of main.c */
{
    calls++;
    switch (word[0]) {
    case '-':
        return -atoi(word + 1);
    case 'x':
        return 16;
    default:
        return atoi(word);
    }
}

int sum(int count, char **words)
{
    int result = 0;
    for (int i = 1; i < count; i++)
        result += twice(words[i]);
    return result;
}
END

# builds PROGRAM: its test build is made without a word about any of its files.
builds() {
    expect_exit 0 "$TUTTI" test --build-only -- "$1"
    ! grep -q 'not instrumented' err || { cat err >&2; fail "$1: not all of it is instrumented"; }
    tested=$(cat out)
    readelf -sW "$tested" | grep -q 'main\$heavy' || fail "$1: main is not instrumented"
}

# same FLAVOUR PROGRAM WORDS...: the test build prints what the program prints (ranks in any order),
# and ends as it does.
same() {
    local flavour=$1 program=$2 code=0
    shift 2
    mpi_exec "$flavour" -n 2 "$program" "$@" >wanted 2>/dev/null </dev/null || code=$?
    expect_exit "$code" mpi_exec "$flavour" -n 2 "$tested" "$@"
    cmp <(sort out) <(sort wanted) || { cat out wanted >&2; fail "$program: its test build does something else"; }
}

for mpi in $(flavours); do
    # Sources at once: the objects were temporary. -O0, then with all that is usual.
    tutti-cc --mpi="$mpi" main.c sum.c -o "plain-$mpi"
    builds "./plain-$mpi"
    same "$mpi" "./plain-$mpi" 4 -5 x
    same "$mpi" "./plain-$mpi" -100
    expect_exit 0 "$TUTTI" run -n 2 --output=plain -- "$tested" 4 -5 x
    expect_text out 'total 27'
    tutti-cc --mpi="$mpi" -O2 -g -march=native -fPIE -pie -fvisibility=hidden -ffunction-sections \
        -Wl,--gc-sections,-O1 main.c sum.c -o "quick-$mpi"
    builds "./quick-$mpi"
    same "$mpi" "./quick-$mpi" 4 -5 x
done
mpi=$WHOLE
cc() { tutti-cc --mpi="$mpi" "$@"; }

# The same program has the same test build, another program has another.
first=$tested
expect_exit 0 "$TUTTI" test --build-only -- "./quick-$mpi"
! grep -q making err || fail 'a test build is made twice'
cc -O1 main.c sum.c -o "quick-$mpi"
expect_exit 0 "$TUTTI" test --build-only -- "./quick-$mpi"
[ "$(cat out)" != "$first" ] || fail 'the test build of another program is taken'
rm "$(cat out)"
expect_exit 0 "$TUTTI" test --build-only -- "./quick-$mpi"
[ -x "$(cat out)" ] || fail 'a test build that is gone is not made again'

# Several commands at once make it once.
rm -r tutti-out
for i in 1 2 3; do
    "$TUTTI" test --build-only -- "./quick-$mpi" >"out-$i" 2>"err-$i" </dev/null &
done
wait
cat err-1 err-2 err-3 >err
[ "$(grep -c making err)" = 1 ] || { cat err >&2; fail 'several commands make the same test build'; }
cmp out-1 out-2 && cmp out-1 out-3 && [ -x "$(cat out-1)" ] || fail 'not all have the test build'

# As build systems do it: elsewhere, by relative paths, with files that the linker writes; afterwards all of it is removed.
mkdir -p made/parts
(cd made && cc -O2 -c ../main.c -o parts/main.o && cc -O2 -c ../sum.c -o parts/sum.o &&
    ar rcs parts/libsum.a parts/sum.o &&
    cc -O2 -rdynamic -Wl,--dependency-file=link.d,-Map,link.map -Xlinker -Map=other.map parts/main.o \
        -o program -Wl,--start-group parts/libsum.a -Wl,--end-group -Wl,-rpath,/nowhere -lm)
mv made/program cleaned
rm -r made/*
builds ./cleaned
same "$mpi" ./cleaned 1 2
[ -z "$(ls made)" ] || fail 'the linker wrote files of the user again'

# Members of archives, by -L and -l; objects without bitcode (gcc, assembler) stay as they are.
cat >outside.c <<'END'
int outside(int value) { return value + 1; }
END
printf '.globl one\none:\n movl $1, %%eax\n ret\n.section .note.GNU-stack,"",@progbits\n' >one.s
cat >uses.c <<'END'
#include <mpi.h>
#include <stdio.h>
int outside(int), one(void), sum(int, char **);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (sum(argc, argv) > 3)
        printf("%d\n", outside(one() + sum(argc, argv)));
    MPI_Finalize();
    return 0;
}
END
gcc -c outside.c
mkdir lib
ar rc lib/libsum.a outside.o
cc -c sum.c && ar rc lib/libsum.a sum.o
cc uses.c one.s -Llib -lsum -o mixed
builds ./mixed
same "$mpi" ./mixed 5 6
nm "$tested" | grep -q 'sum\$heavy' || fail 'a member of an archive is not instrumented'

# A shared library is linked unchanged, with a message.
cc -shared -fPIC sum.c -o libshared.so
! readelf -SW libshared.so | grep -q tuttilink || fail 'a shared library says how it was linked'
cc main.c ./libshared.so -o shared
expect_exit 0 "$TUTTI" test --build-only -- ./shared
expect_text err './libshared.so is not instrumented'
tested=$(cat out)
same "$mpi" ./shared 5

# C++: what several files define, constructors in their order, exceptions.
cat >kinds.h <<'END'
#include <stdexcept>
#include <vector>
extern std::vector<int> order;
struct note { explicit note(int n) { order.push_back(n); } };
template <class T> T largest(const std::vector<T> &all)
{
    static int uses;
    uses++;
    T best = T();
    for (const T &one : all)
        if (one > best)
            best = one;
    if (best > 100)
        throw std::out_of_range("large");
    return best + uses;
}
int more(int);
END
cat >first.cc <<'END'
#include "kinds.h"
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
std::vector<int> order;
static note one(1);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        std::vector<int> values;
        for (int i = 1; i < argc; i++)
            values.push_back(atoi(argv[i]));
        printf("%d %d\n", largest(values), more(3));
    } catch (const std::exception &problem) {
        printf("caught %s\n", problem.what());
    }
    for (int at : order)
        printf("%d\n", at);
    MPI_Finalize();
    return 0;
}
END
cat >second.cc <<'END'
#include "kinds.h"
static note two(2);
int more(int value) { return largest(std::vector<int>{value, 7}); }
END
for level in -O0 -O2; do
    tutti-c++ --mpi="$mpi" $level first.cc second.cc -o kinds
    builds ./kinds
    same "$mpi" ./kinds 3 9
    same "$mpi" ./kinds 300
done

# Fortran.
if command -v "$FLANG" >/dev/null; then
    printf '%s\n' 'program f' 'include "mpif.h"' 'integer :: ierr, i, total' 'call MPI_Init(ierr)' 'total = 0' \
        'do i = 1, 6' 'if (mod(i, 2) == 0) total = total + i' 'end do' 'print *, total' \
        'call MPI_Finalize(ierr)' 'end program' >numbers.f90
    tutti-fc --mpi="$mpi" -O2 numbers.f90 -o numbers
    builds ./numbers
    same "$mpi" ./numbers
fi

# A source file is compiled first, and nothing is left if no results are wanted.
rm -rf tutti-out
sed 's/sum(argc, argv)/argc/; s/extern int calls;/int calls;/; /^int sum/d' main.c >alone.c
expect_exit 0 "$TUTTI" test --mpi="$mpi" --no-out --build-only -- alone.c
[ ! -e tutti-out ] || fail '--no-out leaves something'
! ls -d "$TMPDIR"/tutti-* 2>/dev/null || fail "temporary files are left"
expect_exit 0 "$TUTTI" test --mpi="$mpi" --build-only -- alone.c
first=$(cat out)
expect_exit 0 "$TUTTI" test --mpi="$mpi" --build-only -- alone.c
[ "$(cat out)" = "$first" ] || fail 'the same source has another test build'
! grep -q making err || fail 'a test build is made twice'

# Programs that cannot be tested.
mpi_cc "$mpi" main.c sum.c -o foreign
expect_exit 2 "$TUTTI" test -- ./foreign
expect_text err 'was not built by tutti cc' 'make CC=tutti-cc'
cc -c main.c sum.c
mpi_cc "$mpi" main.o sum.o -o foreign
expect_exit 2 "$TUTTI" test -- ./foreign
expect_text err 'linked by something else' 'make CC=tutti-cc'
mpi_cc "$mpi" -c main.c sum.c
cc main.o sum.o -o foreign
expect_exit 2 "$TUTTI" test -- ./foreign
expect_text err 'none of its files was compiled by it'
objcopy --remove-section=.tuttilink plain-"$mpi" foreign
expect_exit 2 "$TUTTI" test -- ./foreign
printf '#!/bin/sh\n' >script
chmod +x script
expect_exit 2 "$TUTTI" test --mpi="$mpi" -- ./script
expect_exit 2 "$TUTTI" test -- ./nothing

# Errors of the command line are reported before the build, which takes time.
expect_exit 2 "$TUTTI" test --cap=zzz -- ./foreign
expect_text err "'zzz' is not NAME=MAX"

# A link that cannot be repeated: the linker's messages are kept.
cc uses.c one.s -Llib -lsum -o mixed -Wl,--defsym=other=1
rm -r lib tutti-out
expect_exit 3 "$TUTTI" test -- ./mixed
expect_text err 'cannot be linked' '/messages'
grep -q lsum tutti-out/tests/mixed-*/messages || fail 'the messages of the linker are not kept'
