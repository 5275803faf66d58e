#!/usr/bin/env bash
# Build systems as they are: make, CMake, autoconf.
. "$(dirname "$0")/lib.sh"

# make: rules for objects, an archive, a program; in parallel.
printf '%s\n' 'CFLAGS = -O2 -Wall -MMD' \
    'program: right.o libhelper.a ; $(CC) $(CFLAGS) $(LDFLAGS) -o $@ right.o -L. -lhelper' \
    'libhelper.a: helper.o ; $(AR) rcs $@ $^ && ranlib $@' >Makefile
expect_exit 0 make -j2 CC=tutti-cc
[ ! -s err ] || { cat err >&2; fail 'something is said of a program that is right'; }
expect_exit 0 ./program
expect_text out 'helped 7'
has_bitcode helper.o || fail 'no bitcode'

# CMake: its tests of the compiler, a shared library, FindMPI, compile_commands.json.
mkdir project
cp right.c helper.c wrong.c project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(tried C)
find_package(MPI REQUIRED COMPONENTS C)
find_package(OpenMP REQUIRED COMPONENTS C)
add_library(helper SHARED helper.c)
add_executable(right right.c)
target_link_libraries(right helper MPI::MPI_C OpenMP::OpenMP_C)
add_executable(wrong wrong.c)
target_link_libraries(wrong MPI::MPI_C)
END
expect_exit 0 cmake -S project -B made -DCMAKE_C_COMPILER=tutti-cc -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
expect_exit 0 cmake --build made
expect_text err '/project/wrong.c:8:9: warning:'
! grep -q right.c err || fail 'a warning of what is right'
expect_exit 0 made/right
expect_text out 'helped 7'

# autoconf, if it is here; else a configure by hand that asks what autoconf's asks.
mkdir tools
cd tools || exit 1
cp ../right.c ../helper.c .
if command -v autoconf >/dev/null; then
    cat >configure.ac <<'END'
AC_INIT([tried], [1])
AC_PROG_CC
AC_CHECK_HEADERS([mpi.h])
AC_CHECK_FUNC([MPI_Init], [], [AC_MSG_ERROR([no MPI])])
AC_CHECK_LIB([m], [cos])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
    expect_exit 0 autoconf
else
    cat >configure <<'END'
#!/bin/sh
set -e
printf '#include <mpi.h>\nint main(void) { return MPI_Init(0, 0); }\n' >conftest.c
$CC -o conftest conftest.c -lm
$CC -E conftest.c >/dev/null
sed "s/@CC@/$CC/;s/@CFLAGS@/-g -O2/;s/@LIBS@/-lm/" Makefile.in >Makefile
END
    chmod +x configure
fi
printf 'CC = @CC@\nCFLAGS = @CFLAGS@\nprogram: right.o helper.o\n\t$(CC) $(CFLAGS) -o $@ right.o helper.o @LIBS@\n' >Makefile.in
expect_exit 0 env CC=tutti-cc ./configure
expect_exit 0 make CC=tutti-cc
expect_exit 0 ./program
expect_text out 'helped 7'
no_leftovers
