#!/usr/bin/env bash
# tutti cc: checks reach MPI calls of any object of a program, and change nothing else.
. "$(dirname "$0")/../lib.sh"

cat >part.c <<'C'
#include <mpi.h>
void part(int rank);
void part(int rank)
{
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
}
C
cat >main.c <<'C'
#include <mpi.h>
#include <stdio.h>
void part(int rank);
int text_add, agree_post, report_end; /* names of the checks do not meet those of the program */
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    part(argc > 1 ? rank : 0);
    MPI_Finalize();
    if (rank == 0)
        printf("done\n");
    return 0;
}
C
# A tool of the program's own, in front of MPI.
cat >tool.c <<'C'
#include <mpi.h>
#include <stdio.h>
int MPI_Barrier(MPI_Comm comm)
{
    fputs("tool\n", stderr);
    return PMPI_Barrier(comm);
}
C

cc() { expect_exit 0 "$TUTTI" cc -ftutti-mpi="$flavour" -Wno-tutti "$@"; }

# stopped WHAT PROGRAM: it runs right, and is stopped at the line of the barrier where it is wrong.
stopped() {
    local what=$1 code=0
    expect_exit 0 timeout 600 "mpiexec.$flavour" -n 2 "$2"
    expect_text out 'done'
    timeout 600 "mpiexec.$flavour" -n 2 "$2" wrong >out 2>err </dev/null || code=$?
    case $code in 0 | 124) cat out err >&2; fail "$flavour: $what is not stopped: $code" ;; esac
    expect_text err '[mismatch.collective]' 'MPI_Barrier at part.c:6 in part' 'at main.c:11 in main'
}

for flavour in $(flavours); do
    cc -c -O2 part.c
    cc -c -O2 main.c
    cp part.o before.o
    cc main.o part.o -o two
    stopped 'a program of two objects' ./two
    expect_text err 'the branch at part.c:5 decides'
    cmp -s part.o before.o || fail "an object that was given to the link is changed"

    rm -f libpart.a
    ar rcs libpart.a part.o
    cc main.o -L. -lpart -o archive
    stopped 'a program with an archive' ./archive

    rm -f libpart.a
    cc -shared -fPIC -O2 part.c -o libpart.so
    cc main.o -L. -lpart -Wl,-rpath,"$WORK" -o shared
    stopped 'a program with a shared object' ./shared
    # The same shared object in a program without checks.
    mpi_cc "$flavour" main.c -L. -lpart -Wl,-rpath,"$WORK" -o plain 2>/dev/null
    expect_exit 0 timeout 600 "mpiexec.$flavour" -n 2 ./plain
    rm -f libpart.so

    cc -flto -O2 main.c part.c -o lto
    stopped 'a program of -flto' ./lto

    cc -Wl,--as-needed main.o part.o -o needed
    stopped 'a program of --as-needed' ./needed
    cc -no-pie -fno-pie -O0 main.c part.c -o fixed
    stopped 'a program at a fixed address' ./fixed

    cc main.o part.o tool.c -o tool
    stopped 'a program with a tool' ./tool
    expect_text err tool

    # No debug information if none was requested, and otherwise the requested one.
    ! readelf -SW two | grep -q debug_info || fail "$flavour: debug information appears"
    cc -g -O2 main.c part.c -o debug
    stopped 'a program with debug information' ./debug
    readelf --debug-dump=decodedline debug 2>/dev/null | grep -q 'part.c' || fail "$flavour: -g is lost"

    cc -fno-tutti-checks main.o part.o -o unchecked
    ! nm unchecked | grep -q tutti_ || fail "$flavour: checks in spite of -fno-tutti-checks"

    # Proved collectives cost nothing.
    printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); return MPI_Finalize(); }\n' >proved.c
    cc -O2 proved.c -o proved
    ! nm proved | grep -q tutti_ || fail "$flavour: checks in a program that is proved"
done
