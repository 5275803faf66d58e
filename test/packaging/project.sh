#!/usr/bin/env bash
# project.sh BUILD_DIR: a project that finds an installed Tutti by CMake and by pkg-config, and has tests that run
# under it, of programs that are right and of some that are wrong.
. "$(dirname "$0")/../lib.sh"
build=$1
root=$(cd "$HERE/../.." && pwd)
version=$("$TUTTI" --version | sed 's/tutti //')
expect_exit 0 "$root/packaging/install" "$build" "$WORK/first"
mv first prefix

# By pkg-config.
export PKG_CONFIG_PATH=$WORK/prefix/share/pkgconfig
[ "$(pkg-config --modversion tutti)" = "$version" ] || fail 'the version of tutti.pc'
for variable in command cc cxx fc; do
    [ -x "$(pkg-config --variable=$variable tutti)" ] || fail "$variable of tutti.pc is no command"
done
[ -d "$(pkg-config --variable=libdir tutti)" ] || fail 'libdir of tutti.pc is no folder'
printf '#include <tutti.h>\nint main(void) { return TUTTI_VERSION_MAJOR - %s; }\n' "${version%%.*}" >header.c
# shellcheck disable=SC2046 # options
expect_exit 0 "$(pkg-config --variable=cc tutti)" -ftutti-mpi="${TUTTI_MPIS%% *}" $(pkg-config --cflags tutti) header.c -o header
expect_exit 0 ./header

# By CMake: tests of wrong programs fail, the others pass.
mkdir project
cp "$root"/examples/{collective,deadlock,deadlock-fixed,wildcard}.c project/
cat >project/arguments.c <<'END'
#include "header.h"
#include <string.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int wrong = argc != 3 || strcmp(argv[1], WORD) != 0 || strcmp(argv[2], "b c") != 0;
    MPI_Finalize();
    return wrong;
}
END
mkdir project/include
printf '#include <mpi.h>\n' >project/include/header.h
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(sample C)
set(CMAKE_BUILD_TYPE Debug)
find_package(Tutti 0.1 REQUIRED)
enable_testing()
foreach(name deadlock deadlock-fixed wildcard)
  add_executable(${name} ${name}.c)
endforeach()
tutti_add_test(deadlock RANKS 2 VERIFY)
tutti_add_test(deadlock-fixed RANKS 2 4 VERIFY TIMEOUT 100)
tutti_add_test(deadlock RUN RANKS 2 NAME known FINDS deadlock)
tutti_add_test(deadlock-fixed RUN NAME unknown FINDS deadlock)
tutti_add_test(wildcard RANKS 4 FINDS assert)
tutti_add_test(wildcard RANKS 4 NAME stopped OPTIONS --max-executions=1 "--rules=-assert,-race.*")
add_executable(arguments arguments.c)
target_include_directories(arguments PRIVATE include)
target_compile_definitions(arguments PRIVATE WORD="ab")
tutti_add_test(arguments RUN ARGS ab "b c")
if(CHECKED)
  tutti_add_test(arguments CHECK)
  add_executable(collective collective.c include/header.h)
  tutti_add_test(collective CHECK)
endif()
END
checked=OFF
[ ! -f prefix/lib/tutti/libtutti-analyser.so ] || checked=ON
cat >wanted.OFF <<'END'
deadlock.verify.2 ***Failed
deadlock-fixed.verify.2 Passed
deadlock-fixed.verify.4 Passed
known Passed
unknown ***Failed
wildcard.verify.4 Passed
stopped ***Failed
arguments.run.2 Passed
END
{ cat wanted.OFF; printf '%s\n' 'arguments.check Passed' 'collective.check ***Failed'; } >wanted.ON
for flavour in $(flavours); do
    expect_exit 0 cmake -S project -B "$flavour" -DCMAKE_PREFIX_PATH="$WORK/prefix" -DCMAKE_C_COMPILER="mpicc.$flavour" \
        -DCHECKED=$checked
    expect_exit 0 cmake --build "$flavour"
    expect_exit 8 ctest --test-dir "$flavour" --output-on-failure
    sed -nE 's/.*Test +#[0-9]+: ([^ ]+) [.]+ *([*]*[A-Za-z]+) .*/\1 \2/p' out >got
    diff "wanted.$checked" got >&2 || { cat out >&2; fail "$flavour: other tests pass, or fail"; }
    expect_text "$flavour/tutti-out/deadlock.verify.2/findings.json" '"deadlock"'
    [ $checked = OFF ] || expect_text "$flavour/tutti-out/collective.check/findings.json" '"collective.divergence"'
done

# The configuration of the project fails with a message if a test is not valid.
refused() {
    printf 'cmake_minimum_required(VERSION 3.16)\nproject(sample C)\nfind_package(Tutti REQUIRED)\nadd_executable(one one.c)\n%s\n' \
        "$1" >wrong/CMakeLists.txt
    expect_exit 1 cmake -S wrong -B wrong/build -DCMAKE_PREFIX_PATH="$WORK/prefix"
    tr -s ' \n' '  ' <err >line
    expect_text line "$2"
}
mkdir wrong
echo 'int main(void) { return 0; }' >wrong/one.c
refused 'tutti_add_test(other VERIFY)' 'other is not a target'
refused 'tutti_add_test(one VERIFI)' 'what is VERIFI?'
refused 'tutti_add_test(one VERIFY RUN)' 'several tests'
refused 'tutti_add_test(one CHECK RANKS 4)' 'CHECK takes no RANKS'
refused 'tutti_add_test(one RANKS)' 'nothing follows RANKS'
refused 'find_package(Tutti 99 REQUIRED)' "$version"
rm prefix/bin/tutti
refused '' 'there is no'
