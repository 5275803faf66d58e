#!/usr/bin/env bash
# Objects and archives from others: linking them executes no compiler and no plugin that they name.
. "$(dirname "$0")/lib.sh"

cat >f.f90 <<'SOURCE'
subroutine f
    include 'mpif.h'
    integer :: error, rank
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    if (rank > 0) call MPI_Barrier(MPI_COMM_WORLD, error)
end subroutine
SOURCE
cat >c.c <<'SOURCE'
#include <mpi.h>
void c(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        MPI_Barrier(MPI_COMM_WORLD);
}
SOURCE
cat >main.c <<'SOURCE'
#include <mpi.h>
void c(void), f_(void);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    c();
#ifdef FORTRAN
    f_();
#endif
    MPI_Finalize();
}
SOURCE
printf '#!/bin/sh\ntouch "%s/executed"\nexit 1\n' "$WORK" >evil
chmod +x evil
cat >plugin.c <<'SOURCE'
#include <fcntl.h>
__attribute__((constructor)) static void load(void)
{
    open(MARK, O_CREAT | O_WRONLY, 0600);
}
SOURCE
cc -shared -fPIC "-DMARK=\"$WORK/executed\"" plugin.c -o plugin.so

# becomes OBJECT WORD...: the command in the object.
becomes() {
    printf '%s\0' "${@:2}" >words
    objcopy --update-section .llvmcmd=words "$1"
}
# quiet NOTE COMMAND...: the link works and executes nothing of the object's; a note says why its lines are not known.
quiet() {
    expect_exit 0 "${@:2}"
    [ ! -e executed ] || fail "linking executed what an object names: ${*:2}"
    expect_text err "$1"
}

"$TUTTI" cc -g -c main.c c.c
becomes c.o -cc1 -load "$WORK/plugin.so" -O1 -emit-obj -triple x86_64-pc-linux-gnu
quiet '-load, which Tutti does not take from an object' "$TUTTI" cc main.o c.o -o program
becomes c.o -cc1 "-fpass-plugin=$WORK/plugin.so" -O1 -emit-obj -triple x86_64-pc-linux-gnu
quiet '-fpass-plugin' "$TUTTI" cc main.o c.o -o program
ar rc libc-evil.a c.o
quiet '-fpass-plugin' "$TUTTI" cc main.o libc-evil.a -o program
[ -x program ] || fail "the program is not linked"
# Names have no effect on the terminal.
cp c.o $'e\x1b[31mvil.o'
ar rc libc-name.a $'e\x1b[31mvil.o'
quiet 'e\x1b[31mvil.o' "$TUTTI" cc main.o libc-name.a -o program
# The compiler that makes it again writes nothing but its result.
becomes c.o -cc1 -O1 -emit-obj -triple x86_64-pc-linux-gnu -dependency-file executed -MT x
expect_exit 0 "$TUTTI" cc main.o c.o -o program
[ ! -e executed ] || fail "linking wrote a file that the object names"

command -v "$FLANG" >/dev/null || exit 0
"$TUTTI" cc -g -DFORTRAN -c main.c c.c
"$TUTTI" fc -g -c f.f90
becomes f.o -cc1 -tutti-flang "$WORK" "$WORK/evil" -O1 -c f.f90
expect_exit 0 "$TUTTI" fc main.o c.o f.o -o program
[ ! -e executed ] || fail "linking executed the compiler that an object names"
becomes f.o -cc1 -tutti-flang "$WORK" "$FLANG" -Xflang -load -Xflang "$WORK/plugin.so" -c f.f90
quiet '-Xflang' "$TUTTI" fc main.o c.o f.o -o program
# The name of a target begins the names of the programs that flang executes.
mkdir x86_64-d
cp evil x86_64-d/a-flang-new
becomes f.o -cc1 -tutti-flang "$WORK" "$FLANG" --target=x86_64-d/a -c f.f90
quiet '--target=x86_64-d/a' "$TUTTI" fc main.o c.o f.o -o program
