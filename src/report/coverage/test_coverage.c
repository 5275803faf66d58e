/* Views of coverage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/test_directory.h"
#include "report/coverage/coverage.h"

#include <jansson.h>
#include <string.h>

enum { CAP = 1 << 20 };

static struct covered_way decided[] = {{COVERED_TRUE, 0, COVERED_TAKEN},
                                       {COVERED_FALSE, 0, COVERED_IMPOSSIBLE}};
static struct covered_way chosen[] = {{COVERED_DEFAULT, 0, COVERED_TAKEN},
                                      {COVERED_CASE, -7, COVERED_HARD},
                                      {COVERED_CASE, 8, COVERED_TAKEN}};
static struct covered_way unreached[] = {{COVERED_TRUE, 0, COVERED_NOT_ENTERED},
                                         {COVERED_FALSE, 0, COVERED_NOT_ENTERED}};
static struct covered_branch in_main[] = {{"m.c", 3, 9, 1, decided, 2, true},
                                          {"m.c", 3, 20, 2, chosen, 3, true},
                                          {"part.h", 4, 5, 3, decided, 2, true}};
static struct covered_branch in_never[] = {{"m.c", 7, 9, 5, unreached, 2, false}};
static struct covered_branch in_instance[] = {{"m.c", 11, 9, 7, decided, 2, true}},
                             in_other[] = {{"m.c", 11, 9, 9, unreached, 2, false}};
static struct covered_function functions[] = {
    {"main", "main", "m.c", 1, true, in_main, 3, 7, 4},
    {"never<&>", "_Znever", "m.c", 6, false, in_never, 1, 2, 0},
    {"least(int, int)", "_Zi", "m.c", 10, true, in_instance, 1, 2, 1},
    {"least(long, long)", "_Zl", "m.c", 10, false, in_other, 1, 2, 0},
    {"~X()", "_ZD0", "m.c", 13, false, NULL, 0, 0, 0},
    {"~X()", "_ZD1", "m.c", 13, true, NULL, 0, 0, 0},
};
static struct covered_file files[] = {{"m.c", functions, 6, 3, 13, 5, 9}};
static const struct covered_point points[] = {{0.5, 1, 3, 9, 0}, {2.25, 12, 5, 9, 1}};
static const struct covered covered = {.files = files,
                                       .file_count = 1,
                                       .functions = 6,
                                       .entered = 3,
                                       .ways = 13,
                                       .taken = 5,
                                       .possible = 9,
                                       .whys = {[COVERED_TAKEN] = 5,
                                                [COVERED_IMPOSSIBLE] = 3,
                                                [COVERED_HARD] = 1,
                                                [COVERED_NOT_ENTERED] = 4},
                                       .points = points,
                                       .point_count = 2};

static void expect(const struct text *text, const char *part)
{
    if (!strstr(text->data, part))
        fail_msg("no '%s' in %s", part, text->data);
}

/* One record per line of a file, even if two functions share it; code from another file is
 * included. */
static void test_lcov(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, CAP);
    coverage_print_lcov(&covered, &text);
    assert_string_equal(
        text.data,
        "TN:\nSF:m.c\n"
        "FN:1,main\nFNDA:1,main\nFN:6,never<&>\nFNDA:0,never<&>\n"
        "FN:10,least(int, int)\nFNDA:1,least(int, int)\n"
        "FN:10,least(long, long)\nFNDA:0,least(long, long)\n"
        "FN:13,~X()\nFNDA:1,~X()\nFNF:5\nFNH:3\n"
        "BRDA:3,1,0,1\nBRDA:3,1,1,0\nBRDA:3,2,0,1\nBRDA:3,2,1,0\nBRDA:3,2,2,1\n"
        "BRDA:7,5,0,-\nBRDA:7,5,1,-\nBRDA:11,7,0,1\nBRDA:11,7,1,0\n"
        "BRDA:11,9,0,-\nBRDA:11,9,1,-\nBRF:11\nBRH:4\n"
        "DA:1,1\nDA:3,1\nDA:6,0\nDA:7,0\nDA:10,1\nDA:11,1\nDA:13,1\nLF:7\nLH:5\nend_of_record\n"
        "TN:\nSF:part.h\nFNF:0\nFNH:0\nBRDA:4,3,0,1\nBRDA:4,3,1,0\nBRF:2\nBRH:1\n"
        "DA:4,1\nLF:1\nLH:1\nend_of_record\n");
    text_free(&text);
}

static void test_json(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, CAP);
    coverage_print_json(&covered, &text);
    json_t *root = json_loads(text.data, 0, NULL);
    assert_non_null(root);
    int ways, possible, taken, hard, tests, value;
    double seconds;
    const char *why, *other;
    json_t *point = json_array_get(json_object_get(root, "over_time"), 1);
    json_t *branches = json_object_get(
        json_array_get(
            json_object_get(json_array_get(json_object_get(root, "files"), 0), "functions"), 0),
        "branches");
    assert_int_equal(json_unpack(root, "{s:i, s:i, s:i, s:{s:i}}", "edges", &ways, "reachable",
                                 &possible, "taken", &taken, "not_taken", "solver-gave-up", &hard),
                     0);
    assert_int_equal(json_unpack(point, "{s:F, s:i}", "seconds", &seconds, "tests", &tests), 0);
    assert_int_equal(
        json_unpack(json_array_get(json_object_get(json_array_get(branches, 1), "edges"), 1),
                    "{s:i, s:s}", "case", &value, "why", &why),
        0);
    assert_int_equal(json_unpack(json_array_get(branches, 2), "{s:s}", "file", &other), 0);
    assert_int_equal(ways, 13);
    assert_int_equal(possible, 9);
    assert_int_equal(taken, 5);
    assert_int_equal(hard, 1);
    assert_int_equal(tests, 12);
    assert_true(seconds == 2.25);
    assert_int_equal(value, -7);
    assert_string_equal(why, "solver-gave-up");
    assert_string_equal(other, "part.h");
    json_decref(root);
    text_free(&text);
}

static void test_text(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, CAP);
    coverage_print_text(&covered, "x/coverage.html", &text);
    expect(&text, "Coverage: 5 of 9 branches (55.6 %)");
    expect(&text, "5 of     13  38.5 %  m.c  (3 of 6 functions entered)");
    expect(&text, "main (m.c:1): 3 false, 3 case -7, 4 false\n");
    expect(&text, "never entered: never<&> (m.c:6), least(long, long) (m.c:10), ~X() (m.c:13)\n");
    expect(&text, "       3  unsatisfiable in every path tried\n");
    expect(&text, "All of it: x/coverage.html\n");
    assert_null(strstr(text.data, "more function"));
    text_free(&text);
    text_init(&text, CAP);
    coverage_print_text(&(struct covered){.ways = 0}, NULL, &text);
    assert_string_equal(text.data, "");
    text_free(&text);
}

/* A long list is cut, and says so. */
static void test_long(void **state)
{
    (void)state;
    enum { MANY = 40 };
    static struct covered_branch branches[MANY];
    static struct covered_function list[MANY];
    struct covered_file file = {"m.c", list, MANY, MANY, 0, 0, 0};
    struct covered large = {.files = &file, .file_count = 1, .ways = 2};
    struct text text;
    for (int i = 0; i < MANY; i++) {
        branches[i] = (struct covered_branch){"m.c", 100 + i, 1, 0, decided, 2, true};
        list[i] = (struct covered_function){"f",      "f",       "m.c",         i,        true,
                                            branches, (size_t)i, 2 * (size_t)i, (size_t)i};
    }
    text_init(&text, CAP);
    coverage_print_text(&large, NULL, &text);
    expect(&text, "(m.c:39): 100 false, 101 false,");
    expect(&text, "107 false, and 31 more\n");
    expect(&text, "  ... and 23 more functions\n");
    text_free(&text);
}

static void test_html(void **state)
{
    (void)state;
    struct document document;
    struct error error;
    struct text text;
    const char source[] =
        "int main(void)\n{\n    if (a < b) switch (c) {\n    }\n}\nvoid never()\n{"
        "\n}\n\nauto least\n<script>\n";
    assert_int_equal(file_write("m.c", source, strlen(source), &error), 0);
    document_init(&document, "test");
    text_init(&text, CAP);
    coverage_print_html(&covered, &document, &text);
    expect(&text, "<h2 id=\"d1-title\">5 of 9 branches taken (55.6 %)</h2>");
    expect(&text, "<i>3</i>    if (a &lt; b) switch (c) {\n");
    expect(&text, "false \xe2\x9c\x97 unsatisfiable in every path tried</span>");
    expect(&text, "case -7 \xe2\x9c\x97 too hard for the solver</span>");
    expect(&text, "case 8 \xe2\x9c\x93</span>");
    expect(&text, "part.h");
    expect(&text, "<polyline class=\"taken\"");
    expect(&text, "<title>1 bug after 2.2 s</title>");
    expect(&text, "never&lt;&amp;&gt;");
    assert_null(strstr(text.data, "<i>11</i><script>"));
    text_free(&text);
    document_free(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lcov), cmocka_unit_test(test_json), cmocka_unit_test(test_text),
        cmocka_unit_test(test_long), cmocka_unit_test(test_html),
    };
    return cmocka_run_group_tests(tests, directory_enter, directory_leave);
}
