#!/usr/bin/env bash
# Whole programs: objects, archives, shared libraries, -flto; for each MPI.
. "$(dirname "$0")/lib.sh"
divergence='wrong.c:8:9: warning: '

for mpi in $(flavours); do
    export TUTTI_MPI=$mpi
    silent tutti-cc right.c helper.c -o program
    case $mpi in mpich) library=libmpich ;; *) library=libmpi.so ;; esac
    ldd program | grep -q $library || fail "not linked to $mpi"
    expect_exit 0 tutti-cc -fno-tutti-checks wrong.c -o wrong
    expect_text err "$divergence" '[collective.divergence]' 'if (rank == 0)'
    nm wrong | grep -qi 'tutti' && fail '-fno-tutti-checks compiles checks in'
    expect_exit 0 tutti-cc wrong.c -o wrong
    nm wrong | grep -qi 'tutti' || fail 'no check is compiled in'
    code=0
    timeout 600 "mpiexec.$mpi" -n 2 ./wrong >out 2>&1 || code=$?
    [ $code != 0 ] && [ $code != 124 ] || { cat out >&2; fail "the check does not stop the program ($code)"; }
    expect_text out wrong.c:9 wrong.c:10
done
unset TUTTI_MPI

# A program that is proved has no checks, unless all are asked for.
silent tutti-cc right.c helper.c -o program
nm program | grep -qi tutti_ && fail 'checks in a program that is proved'
silent tutti-cc -ftutti-checks=all right.c helper.c -o program
nm program | grep -qi tutti || fail '-ftutti-checks=all compiles no checks in'

# The wrong file in an archive, thin or not, found by path and by -l; by ar and ranlib as they are.
sed 's/main(int argc, char \*\*argv)/work(int argc, char **argv)/' wrong.c >work.c
printf 'int work(int, char **);\nint main(int argc, char **argv) { return work(argc, argv); }\n' >main.c
printf 'int lonely(void) { return 1; }\n' >lonely.c
sed 's/main(int argc, char \*\*argv)/unused(int argc, char **argv)/' wrong.c >unused.c
silent tutti-cc -c work.c main.c lonely.c unused.c
ar rc libwork.a lonely.o unused.o work.o
mkdir thin
(cd thin && ar rcT libwork.a ../lonely.o ../work.o)
for how in 'libwork.a' '-L. -lwork' '-L . -l work' 'thin/libwork.a' '-Wl,--start-group libwork.a -Wl,--end-group'; do
    # shellcheck disable=SC2086 # words
    expect_exit 0 tutti-cc main.o $how -o program
    expect_text err 'work.c:8:9: warning:'
    ! grep -q unused.c err || fail 'a member that is not linked is warned of'
done
expect_exit 0 tutti-cc main.o -Wl,--whole-archive libwork.a -Wl,--no-whole-archive -o program
expect_text err 'work.c:8:9: warning:'
nm program | grep -q ' T unused' || fail 'not all of the archive is linked'

# A shared library of the project; one of several objects, joined by ld -r.
expect_exit 0 tutti-cc -shared -fPIC work.c -o libshared.so
expect_text err 'work.c:8:9: warning:'
expect_exit 0 tutti-cc main.o -L. -lshared -Wl,-rpath,. -o program
expect_text err 'work.c:8:9: warning:'
silent tutti-cc -r work.o lonely.o -o joined.o
expect_exit 0 tutti-cc main.o joined.o -o program
expect_text err 'work.c:8:9: warning:'

# -flto: objects are bitcode.
silent tutti-cc -flto -O2 -c main.c work.c
expect_exit 0 tutti-cc -flto -O2 main.o work.o -o program
expect_text err 'work.c:8:9: warning:'
! nm program >/dev/null 2>err || [ -x program ] || fail 'no program with -flto'

# A program is linked even if it has parts that the analysis cannot read.
silent tutti-cc -c right.c helper.c
printf 'BC\300\336 this is no bitcode at all' >rubbish
objcopy --update-section .tuttir=rubbish helper.o
expect_exit 0 tutti-cc right.o helper.o -o program
expect_exit 0 ./program
no_leftovers
