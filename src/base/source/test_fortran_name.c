#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/source/fortran_name.h"

static void names_procedures(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"_QMheatPsolve", "solve"},
        {"_QPsub", "sub"},
        {"_QQmain", "main"},
        {"_QMmeshFexchangePinner", "inner"},
        {"__heat_MOD_solve", "solve"},
        {"__heat_2d_MOD_do_it2", "do_it2"},
        {"solve_", "solve"},
        {"mpi_bcast_", "mpi_bcast"},
        {"solve", NULL},
        {"_start", NULL},
        {"__MOD_", NULL},
        {"MAIN__", NULL},
        {"_", NULL},
        {"__libc_start_main", NULL},
        {"_ZN4grid5relaxEi", NULL},
        {"_Q", NULL},
        {"Member_", NULL},
        {"_init_", NULL},
        {"__heat_MOD_", NULL},
        {"_QQclX48656C6C6F", NULL},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = fortran_procedure(&arena, names[i][0]);
        if (names[i][1])
            assert_string_equal(name, names[i][1]);
        else
            assert_null(name);
    }
    arena_free(&arena);
}

static void names_variables(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"_QFpdsaup2Enconv", "nconv"}, {"_QMheatEstep", "step"}, {"_QFpdECn", "n"},
        {"__heat_MOD_step", "step"},   {"_QMheatPsolve", NULL},  {"step_", NULL},
        {"_QQclX48656C6C6F", NULL},    {"step", NULL},           {"_QFpdE", NULL},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = fortran_variable(&arena, names[i][0]);
        if (names[i][1])
            assert_string_equal(name, names[i][1]);
        else
            assert_null(name);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_procedures),
        cmocka_unit_test(names_variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
