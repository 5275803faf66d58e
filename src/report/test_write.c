#include "base/file.h"
#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct place {
    char *directory, *json, *sarif, *html;
};

static int make_place(void **state)
{
    struct place *place = memory_zero(1, sizeof *place);
    place->directory = memory_copy("/tmp/tutti-write-XXXXXX");
    if (!mkdtemp(place->directory))
        return -1;
    place->json = memory_printf("%s/a.json", place->directory);
    place->sarif = memory_printf("%s/a.sarif", place->directory);
    place->html = memory_printf("%s/a.html", place->directory);
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    struct place *place = *state;
    unlink(place->json);
    unlink(place->sarif);
    unlink(place->html);
    int failed = rmdir(place->directory); /* fails if a temporary file was left */
    free(place->json);
    free(place->sarif);
    free(place->html);
    free(place->directory);
    free(place);
    return failed;
}

static bool holds(const char *path, const char *part)
{
    struct error error;
    char *bytes;
    if (file_read(path, REPORT_TEXT_CAP, &bytes, NULL, &error) != 0)
        return false;
    bool found = strstr(bytes, part) != NULL;
    free(bytes);
    return found;
}

static void each_view_goes_to_its_file(void **state)
{
    struct place *place = *state;
    struct error error;
    struct document document;
    document_init(&document, "run");
    document_add(&document, "deadlock");
    const struct document *one = &document;
    assert_int_equal(report_write(&one, 1, NULL, NULL, NULL, &error), 0);
    assert_int_equal(report_write(&one, 1, place->json, place->sarif, place->html, &error), 0);
    assert_true(holds(place->json, "\"tutti\": 1"));
    assert_true(holds(place->sarif, "\"version\": \"2.1.0\""));
    assert_true(holds(place->html, "<html"));
    document_free(&document);
}

static void several_documents(void **state)
{
    struct place *place = *state;
    struct error error;
    struct document document;
    document_init(&document, "run");
    const struct document *both[] = {&document, &document};
    assert_int_equal(report_write(both, 2, NULL, place->sarif, NULL, &error), 0);
    assert_int_equal(report_write(both, 2, place->json, NULL, place->html, &error), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_string_equal(error.text, "--json writes one document, but there are 2: give one file");
    assert_int_equal(access(place->html, F_OK), -1);
    document_free(&document);
}

static void two_views_in_one_file(void **state)
{
    struct place *place = *state;
    struct error error;
    struct document document;
    document_init(&document, "run");
    const struct document *one = &document;
    assert_int_equal(report_write(&one, 1, place->json, NULL, place->json, &error), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_non_null(strstr(error.text, "--json and --html name the same file"));
    assert_int_equal(report_write(&one, 1, "-", "-", NULL, &error), -1);
    assert_int_equal(access(place->json, F_OK), -1);
    document_free(&document);
}

static void what_cannot_be_written_is_an_error(void **state)
{
    struct place *place = *state;
    struct error error;
    struct document document;
    document_init(&document, "run");
    const struct document *one = &document;
    char *path = memory_printf("%s/no/such", place->directory);
    assert_int_equal(report_write(&one, 1, NULL, path, NULL, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_non_null(strstr(error.text, path));
    assert_int_equal(report_write(&one, 1, "/dev/full", NULL, NULL, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    free(path);
    document_free(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_view_goes_to_its_file, make_place, remove_place),
        cmocka_unit_test_setup_teardown(several_documents, make_place, remove_place),
        cmocka_unit_test_setup_teardown(two_views_in_one_file, make_place, remove_place),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_an_error, make_place,
                                        remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
