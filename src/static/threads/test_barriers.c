/* test_barriers.c: barriers and worksharing constructs. The programs follow the figures of the
 * thesis, section 3.2, and go beyond them. */
#include "static/threads/test_threading.h"

static void test_barriers(void **state)
{
    (void)state;
    test_file("barriers", barriers_check);
}

/* Without a main() any program may call a function, also in a team. */
static void test_library(void **state)
{
    static const char source[] = "void wait_some(void)\n{\n    if (omp_get_thread_num() == 0) {\n"
                                 "#pragma omp barrier\n    }\n}\n\n"
                                 "void wait_all(int n)\n{\n    if (n) {\n"
                                 "#pragma omp barrier\n    }\n}\n";
    struct error error = {0};
    (void)state;
    assert_int_equal(file_write("mpi.h", test_header, strlen(test_header), &error), 0);
    assert_int_equal(file_write("test.c", source, strlen(source), &error), 0);
    struct ir_program *program = test_compile("-O0");
    struct document document;
    struct static_options options = {0};
    struct static_needs needs = {0};
    struct static_run run = {.analysis = analysis_create(program),
                             .options = &options,
                             .document = &document,
                             .needs = &needs};
    document_init(&document, "check");
    barriers_check(&run);
    assert_int_equal(document.finding_count, 1);
    assert_string_equal(document.findings[0].rule, "omp.barrier");
    assert_int_equal(document.findings[0].locations[0].line, 3);
    document_free(&document);
    analysis_free(run.analysis);
    ir_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_barriers, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_library, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
