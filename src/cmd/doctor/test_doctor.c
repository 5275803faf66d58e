#include "cmd/doctor/checks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_list_is_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct dependency *rows;
    size_t count;
    struct error error;
    const char *list = "# comment | with | three | bars\n"
                       "\n"
                       "build,run | mpich |  mpichversion  --all | runs a | b programs \n"
                       "\ttest|x|y|z"; /* no newline at the end */
    assert_int_equal(dependencies_parse(list, &arena, &rows, &count, &error), 0);
    assert_int_equal(count, 2);
    assert_string_equal(rows[0].groups, "build,run");
    assert_string_equal(rows[0].package, "mpich");
    assert_string_equal(rows[0].probe[0], "mpichversion");
    assert_string_equal(rows[0].probe[1], "--all");
    assert_null(rows[0].probe[2]);
    assert_string_equal(rows[0].purpose, "runs a | b programs");
    assert_string_equal(rows[1].package, "x");
    assert_string_equal(rows[1].purpose, "z");
    arena_free(&arena);
}

static void test_bad_rows_are_named(void **state)
{
    (void)state;
    static const char *const lists[] = {"\nbuild | x | y\n", "\nbuild\n", "\n| x | y | z\n",
                                        "\nbuild | x |  | z\n", "\nbuild | x | y |\n"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct arena arena = {0};
        struct dependency *rows;
        size_t count;
        struct error error;
        assert_int_equal(dependencies_parse(lists[i], &arena, &rows, &count, &error), -1);
        assert_int_equal(error.kind, ERROR_FAILED);
        assert_non_null(strstr(error.text, "dependencies.list:2:"));
        arena_free(&arena);
    }
}

static void test_groups(void **state)
{
    (void)state;
    const struct dependency row = {.groups = "build,rundown,run"};
    assert_true(dependency_in_group(&row, "build"));
    assert_true(dependency_in_group(&row, "run"));
    assert_false(dependency_in_group(&row, "down"));
    assert_false(dependency_in_group(&row, "test"));
    assert_false(dependency_in_group(&row, ""));
}

static void test_versions(void **state)
{
    (void)state;
    static const struct {
        const char *output, *version;
    } cases[] = {
        {"Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64\n", "19.1.7"},
        {"MPICH Version:    \t4.0.2\nMPICH Release date:\tApr 7\n", "4.0.2"},
        {"v20.20.2\n", "20.20.2"},
        {"GNU Fortran (Debian 12.2.0-14+deb12u1) 12.2.0", "12.2.0"},
        {"Version 3. Really 4.5.", "4.5"},
        {"sh: 9: [: 25276518400: unexpected operator\nChromium 156.0.1\n", "156.0.1"},
        {"no version", NULL},
        {"7", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *version = dependency_version(cases[i].output, &arena);
        if (cases[i].version)
            assert_string_equal(version, cases[i].version);
        else
            assert_null(version);
        arena_free(&arena);
    }
}

static struct checkup examined(const char *list, bool all)
{
    struct checkup checkup = {0};
    struct error error;
    assert_int_equal(dependencies_check(&checkup, list, all, &error), 0);
    return checkup;
}

static void test_working_tool_passes_with_its_version(void **state)
{
    (void)state;
    struct checkup checkup = examined("run | no-such-package | echo tool 1.2.3 | a test", false);
    assert_int_equal(checkup.count, 1);
    assert_int_equal(checkup.checks[0].verdict, CHECK_PASS);
    assert_string_equal(checkup.checks[0].detail, "1.2.3");
    assert_null(checkup.checks[0].fix);
    checkup_free(&checkup);
}

static void test_missing_tool_names_the_command_that_fixes_it(void **state)
{
    (void)state;
    struct checkup checkup = examined("run | no-such-package | no-such-tool --version | a test\n"
                                      "run | no-such-other | test -f /no/such/file | a test\n",
                                      false);
    assert_int_equal(checkup.count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(checkup.checks[i].verdict, CHECK_WARN);
        assert_string_equal(checkup.checks[i].detail, "missing");
        assert_string_equal(checkup.checks[i].package, checkup.checks[i].name);
    }
    assert_string_equal(checkup.checks[0].fix, "apt-get install no-such-package");
    assert_int_equal(checkup_count(&checkup, CHECK_WARN), 2);
    assert_int_equal(checkup_count(&checkup, CHECK_PASS), 0);
    checkup_free(&checkup);
}

static void test_only_run_rows_unless_all(void **state)
{
    (void)state;
    static const char list[] =
        "build | a | true | x\nrun | b | true | x\ntest,run | c | true | x\n";
    struct checkup some = examined(list, false);
    assert_int_equal(some.count, 2);
    assert_string_equal(some.checks[0].name, "b");
    struct checkup all = examined(list, true);
    assert_int_equal(all.count, 3);
    checkup_free(&some);
    checkup_free(&all);
}

static void test_installed_tool_that_fails_says_why(void **state)
{
    (void)state;
    struct checkup checkup = examined("run | coreutils | ls /no/such/file | x\n", false);
    assert_int_equal(checkup.count, 1);
    assert_int_equal(checkup.checks[0].verdict, CHECK_WARN);
    if (access("/var/lib/dpkg/status", R_OK) == 0) {
        assert_non_null(strstr(checkup.checks[0].reason, "ls fails: "));
        assert_non_null(strstr(checkup.checks[0].reason, "/no/such/file"));
        assert_null(checkup.checks[0].package);
    }
    checkup_free(&checkup);
}

static void test_system_is_really_tried(void **state)
{
    (void)state;
    struct checkup checkup = {0};
    system_check(&checkup);
    assert_int_equal(checkup.count, 4);
    for (size_t i = 0; i < checkup.count; i++) {
        assert_non_null(checkup.checks[i].name);
        assert_non_null(checkup.checks[i].detail);
        if (checkup.checks[i].verdict != CHECK_PASS)
            assert_non_null(checkup.checks[i].reason);
    }
    checkup_free(&checkup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list_is_read),
        cmocka_unit_test(test_bad_rows_are_named),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_working_tool_passes_with_its_version),
        cmocka_unit_test(test_missing_tool_names_the_command_that_fixes_it),
        cmocka_unit_test(test_only_run_rows_unless_all),
        cmocka_unit_test(test_installed_tool_that_fails_says_why),
        cmocka_unit_test(test_system_is_really_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
