#!/usr/bin/env bash
# tutti cc -ftutti-memory: a guest is told of each access of memory that MPI could know, once, with
# its line, however the program is linked; without one the program runs as usual.
. "$(dirname "$0")/lib.sh"
SOURCE=$(cd "$HERE/../.." && pwd)

cp "$HERE/memory.c" .
printf 'int part(void);\nint main(void) { return part(); }\n' >main.c
gcc -D_GNU_SOURCE -Wall -Werror -shared -fPIC -I "$SOURCE/src" "$HERE/memory_guest.c" -o guest.so -ldl
# "46 L8" for each mark of the source, in the order of the run: main() stands last, and calls the
# others before its last line.
marks() {
    awk -F '//: ' 'NF > 1 { n = split($2, all, " "); for (i = 1; i <= n; i++) print FNR, all[i] }' memory.c
}
begin=$(grep -n '^int main' memory.c | cut -d: -f1)
last=$(grep -n 'printf("got' memory.c | cut -d: -f1)
{
    marks | awk -v b="$begin" -v l="$last" '$1 > b && $1 < l'
    marks | awk -v b="$begin" '$1 < b'
    marks | awk -v l="$last" '$1 >= l'
} >expected
[ "$(wc -l <expected)" -gt 20 ] || fail 'memory.c has lost its marks'

cc() { expect_exit 0 "$TUTTI" cc -ftutti-mpi="$flavour" -Wno-tutti -ftutti-memory -g "$@"; }
run() { expect_exit 0 timeout 600 "mpiexec.$flavour" -n 1 "$@"; }

# told PROGRAM: what the guest was told, as `told` has it, with lines of memory.c.
told() {
    rm -f raw
    run env TOLD="$WORK/raw" LD_PRELOAD="$WORK/guest.so" "$1"
    : >told
    [ -e raw ] || return 0
    cut -d' ' -f1 raw | sort -u >modules
    [ "$(wc -l <modules)" = 1 ] || { cat raw >&2; fail "accesses in several modules"; }
    cut -d' ' -f2 raw | addr2line -e "$(cat modules)" | sed -n 's/.*memory\.c:\([0-9]*\).*/\1/p' >lines
    cut -d' ' -f3- raw | paste -d' ' lines - >told
}

# sees WHAT PROGRAM: it tells exactly what is expected, and runs the same without a guest.
sees() {
    told "$2"
    expect_text out 'got 3, 26'
    cut -d' ' -f1-2 told | diff expected - >&2 || fail "$flavour: $1: not the accesses of the source"
    run "$2"
    expect_text out 'got 3, 26'
    [ ! -s err ] || { cat err >&2; fail "$flavour: $1: not silent"; }
}

for flavour in $(flavours); do
    # As `tutti verify memory.c` does it.
    cc -fno-tutti-analysis -rdynamic memory.c -o one
    sees 'in one command' ./one
    expect_text told "L8 shared+16" "S8 shared+8" "S8 whole+8" "S32 shared+0"
    ! has_bitcode one || fail 'bitcode in spite of -fno-tutti-analysis'

    expect_exit 0 tutti-cc -ftutti-mpi="$flavour" -ftutti-memory -g -O2 -c memory.c -o part.o
    has_bitcode part.o || fail 'an object without its bitcode'
    cc -fno-tutti-checks part.o -o two
    sees 'of an object' ./two

    cc -fno-pie -no-pie -fno-tutti-checks memory.c -o fixed
    readelf -h fixed | grep -q 'EXEC' || fail '-no-pie is lost'
    sees 'at a fixed address' ./fixed

    cc -fPIC -shared -Dmain=part memory.c -o libpart.so
    "mpicc.$flavour" -g main.c -L. -lpart -Wl,-rpath,"$WORK" -o shared
    sees 'of a shared object' ./shared

    # The link makes the object again, from bitcode without calls.
    cc -ftutti-checks=all part.o -o checked
    nm checked | grep -q tutti_check_site || fail 'no checks'
    sees 'with checks' ./checked

    # Without the option there are no such calls.
    cc -fno-tutti-memory -fno-tutti-checks memory.c -o plain
    ! nm plain | grep -q tutti_memory || fail 'accesses are told unasked'
done

flavour=${TUTTI_MPIS%% *}
expect_exit 0 "$TUTTI" c++ -ftutti-mpi="$flavour" -fno-tutti-analysis -ftutti-memory -g -x c++ \
    -D_Thread_local=thread_local memory.c -o cxx
sees 'of C++' ./cxx

# Fortran: the accesses of the source that are left in flang's bitcode.
cat >part.f90 <<'F90'
program part
  implicit none
  include 'mpif.h'
  integer :: i, ierr
  integer, allocatable :: a(:)
  call mpi_init(ierr)
  allocate(a(4))
  do i = 1, 4
    a(i) = 2 * i
  end do
  call mpi_bcast(a, 4, mpi_integer, 0, mpi_comm_world, ierr)
  print *, 'third', a(3)
  call mpi_finalize(ierr)
end program
F90
expect_exit 0 "$TUTTI" fc -ftutti-mpi="$flavour" -fno-tutti-analysis -ftutti-memory -g part.f90 -o fortran
rm -f raw
run env TOLD="$WORK/raw" LD_PRELOAD="$WORK/guest.so" ./fortran
expect_text out 'third 6'
cut -d' ' -f2 raw | addr2line -e fortran | sed 's/.*://' | paste -d' ' - <(cut -d' ' -f3 raw) >told
[ "$(grep -c '^9 S4$' told)" = 4 ] && [ "$(grep -c '^12 L4$' told)" = 1 ] || { cat told >&2; fail 'of Fortran'; }
run ./fortran
expect_text out 'third 6'

# A source that is given to `tutti run`.
expect_exit 0 "$TUTTI" run --mpi="$flavour" -n 1 memory.c
expect_text out 'got 3, 26'
nm tutti-out/programs/memory | grep -q 'w tutti_memory_load' || fail 'run compiles without it'

# -S and the like make no objects.
expect_exit 0 "$TUTTI" cc -ftutti-mpi="$flavour" -ftutti-memory -S memory.c -o memory.s
expect_text err 'note: -ftutti-memory has no effect with -S'
no_leftovers
