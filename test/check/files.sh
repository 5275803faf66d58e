#!/usr/bin/env bash
# The files that `tutti check` takes: sources, bitcode, objects, archives, programs; and its messages.
. "$(dirname "$0")/../cc/lib.sh"
export TUTTI_NO_OUT=1

expect_exit 0 "$TUTTI" check right.c helper.c
expect_text out 'SUMMARY: nothing found'
expect_exit 1 "$TUTTI" check wrong.c
expect_text out 'wrong.c:8:9: warning: ' '[collective.divergence]' 'SUMMARY: 1 warning'
expect_exit 5 "$TUTTI" check --error-exitcode=5 wrong.c
expect_exit 0 "$TUTTI" check --rules='leak.*' wrong.c
expect_exit 1 "$TUTTI" check --explain wrong.c
expect_text out "$("$TUTTI" explain collective.divergence | sed -n 5p)"
no_leftovers

# Options of the compiler.
printf '#include "where.h"\n#ifdef WRONG\n#include "wrong.c"\n#endif\n' >conditional.c
mkdir there
: >there/where.h
expect_exit 0 "$TUTTI" check conditional.c -- -Ithere
expect_exit 1 "$TUTTI" check conditional.c -- -I there -DWRONG
expect_text out './wrong.c:8:9: warning: '
expect_exit 3 "$TUTTI" check conditional.c
expect_text err "'where.h' file not found" 'conditional.c does not compile'

# Whatever holds bitcode.
expect_exit 0 tutti-cc -fno-tutti-checks wrong.c -o wrong
tutti-cc -c wrong.c helper.c
tutti-cc -emit-llvm -gline-tables-only -c wrong.c -o wrong.bc
tutti-cc -emit-llvm -gline-tables-only -S wrong.c -o wrong.ll
ar rc libwrong.a helper.o wrong.o
for file in wrong wrong.o libwrong.a wrong.bc wrong.ll; do
    expect_exit 1 "$TUTTI" check $file
    expect_text out 'wrong.c:8:9: warning: '
done

# Mistakes.
expect_exit 2 "$TUTTI" check
expect_text err 'needs files'
expect_exit 2 "$TUTTI" check no-such.c
expect_exit 2 "$TUTTI" check no-such.o
gcc -c helper.c -o plain.o
expect_exit 2 "$TUTTI" check plain.o
expect_text err 'plain.o holds no bitcode: compile it with tutti cc'
head -c 700 wrong.o >cut.o
expect_exit 2 "$TUTTI" check cut.o
head -c 100 wrong.bc >cut.bc
expect_exit 2 "$TUTTI" check cut.bc

# Results as data, and where other verbs leave them.
unset TUTTI_NO_OUT
expect_exit 1 "$TUTTI" check --json=found.json --sarif=found.sarif --html=found.html wrong.c
jq -e '.verb == "check" and .verdict == "violations" and .findings[0].rule == "collective.divergence"' found.json >out || fail 'not in the JSON'
jq -e '.runs[0].results | length == 1' found.sarif >out || fail 'not in the SARIF'
[ -s found.html ] && [ -s "$(echo tutti-out/check-*/findings.json)" ] || fail 'no page, or no folder of results'
expect_exit 1 "$TUTTI" check --json=- --no-out wrong.c
jq -e . out >/dev/null || fail 'more than JSON on stdout'
no_leftovers

# Both sides call the same function: the headline says where they do not.
cat >alike.c <<'E2'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, one = 1, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (argc > 1)
            MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    } else {
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
    }
    int *memory;
    MPI_Win window;
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    if (rank == 0)
        MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
E2
expect_exit 1 "$TUTTI" check --no-out alike.c
expect_text out 'some ranks of WORLD call MPI_Allreduce at line 11, others as line 8 decides: rank == 0 differs' \
    'ranks of WORLD call MPI_Reduce differently, at line 14 or at line 17: rank == 0 differs' \
    'MPI_Win_fence is not called by all ranks of window: rank == 0 differs'
