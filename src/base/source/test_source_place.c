#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/source/source_place.h"

static void knows_files_of_the_system(void **state)
{
    (void)state;
    static const char *const files[] = {"/usr/include/c++/12/bits/stl_algobase.h",
                                        "/usr/include/x86_64-linux-gnu/mpich/mpi.h",
                                        "/usr/lib/gcc/x86_64-linux-gnu/12/include/xmmintrin.h",
                                        "/usr/local/include/fmt/core.h",
                                        "/home/a/gcc-14/include/c++/14/bits/stl_vector.h",
                                        "/home/a/llvm/lib/clang/19/include/omp.h",
                                        "/opt/mpi/include/mpi.h"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_true(source_is_system(files[i]));
}

static void knows_files_of_the_user(void **state)
{
    (void)state;
    static const char *const files[] = {"main.c",
                                        "../include/grid.h",
                                        "/home/a/solver/include/grid.h",
                                        "/usr/src/solver/main.c",
                                        "/home/usr/include/grid.h",
                                        "/opt/solver/src/main.c",
                                        "include/c++/grid.h",
                                        ""};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_false(source_is_system(files[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_files_of_the_system),
        cmocka_unit_test(knows_files_of_the_user),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
