#include "static/test_local.h"

static void arguments(void **state)
{
    (void)state;
    local_check("arguments.c");
    local_check("space.c");
}

static void null_status(void **state)
{
    (void)state;
    struct document document;
    char path[1024];
    snprintf(path, sizeof path, "%s/test_local/status.c", TUTTI_TEST_SOURCE);
    for (size_t m = 0; m < sizeof test_mpis / sizeof *test_mpis; m++) {
        struct ir_program *program = local_compile(path, &test_mpis[m], "-O0");
        local_analyse(program, &document);
        /* MPI_STATUS_IGNORE is the null pointer in Open MPI. */
        bool wrong = strcmp(test_mpis[m].name, "mpich") == 0;
        assert_int_equal(document.finding_count, wrong);
        if (wrong) {
            assert_string_equal(document.findings[0].rule, "arg.other");
        }
        document_free(&document);
        ir_program_free(program);
    }
}

static void types(void **state)
{
    (void)state;
    local_check("types.c");
}

static void wrong_on_purpose(void **state)
{
    (void)state;
    local_check("errors_ok.c");
    local_check("errors_abort.c");
}

static void scaling(void **state)
{
    (void)state;
    local_check("scaling.c");
    local_check("scaling.f90");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments),        cmocka_unit_test(null_status), cmocka_unit_test(types),
        cmocka_unit_test(wrong_on_purpose), cmocka_unit_test(scaling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
