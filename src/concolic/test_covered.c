/* Coverage sorted by source, and printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "concolic/covered.h"

#include <string.h>

enum { CAP = 65536 };

static int64_t cases[] = {0, 7, -1};
/* main and an inline function that two files have; the second copy is the one that ran. */
static struct ir_site list[] = {
    {IR_SITE_ENTRY, 0, "main", "main", {"m.c", 3, 0}, 100, 0, 1, NULL, NULL},
    {IR_SITE_SWITCH, 1, "main", "main", {"m.c", 5, 2}, 101, 1, 3, cases, NULL},
    {IR_SITE_ENTRY, 2, "twice", "twice(int)", {"h.h", 9, 0}, 200, 4, 1, NULL, NULL},
    {IR_SITE_BRANCH, 3, "twice", "twice(int)", {"h.h", 10, 4}, 201, 5, 2, NULL, NULL},
    {IR_SITE_OPERATION, 4, "twice", "twice(int)", {"h.h", 10, 4}, 202, 7, 0, NULL, NULL},
    {IR_SITE_ENTRY, 5, "twice", "twice(int)", {"h.h", 9, 0}, 200, 7, 1, NULL, NULL},
    {IR_SITE_BRANCH, 6, "twice", "twice(int)", {"h.h", 10, 4}, 201, 8, 2, NULL, NULL},
    {IR_SITE_ENTRY, 7, "none", "none", {"h.h", 2, 0}, 300, 10, 1, NULL, NULL},
    {IR_SITE_BRANCH, 8, "none", "none", {"h.h", 2, 9}, 301, 11, 2, NULL, NULL},
};
static struct sites sites = {.sites = list, .site_count = 9, .edge_count = 13};
static uint8_t edges[13];

static int begin(void **state)
{
    static const uint8_t flags[13] = {1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0};
    (void)state;
    sites_index(&sites);
    for (uint32_t i = 0; i < 13; i++)
        edges[sites_same_edge(&sites, i)] |= flags[i];
    return 0;
}

static int end(void **state)
{
    (void)state;
    arena_free(&sites.arena);
    return 0;
}

static void test_sorted(void **state)
{
    (void)state;
    struct covered covered;
    covered_sort(&sites, edges, &covered);
    assert_int_equal(covered.file_count, 2);
    assert_string_equal(covered.files[0].path, "h.h");
    assert_int_equal(covered.files[0].function_count, 2);
    const struct covered_function *none = &covered.files[0].functions[0], *twice = none + 1;
    assert_string_equal(none->entry->function, "none");
    assert_false(none->entered);
    assert_true(twice->entered);
    assert_int_equal(twice->branch_count, 1);
    assert_int_equal(twice->edges, 2);
    assert_int_equal(twice->taken, 1);
    assert_false(twice->branches[0].taken[0]);
    assert_true(twice->branches[0].taken[1]);
    assert_true(twice->branches[0].reached);
    assert_int_equal(covered.files[1].functions[0].edges, 3);
    covered_free(&covered);
}

static void test_lcov(void **state)
{
    (void)state;
    struct covered covered;
    struct text text;
    text_init(&text, CAP);
    covered_sort(&sites, edges, &covered);
    covered_print_lcov(&covered, &text);
    assert_string_equal(text.data,
                        "TN:\nSF:h.h\n"
                        "FN:2,none\nFNDA:0,none\nBRDA:2,8,0,-\nBRDA:2,8,1,-\nDA:2,0\n"
                        "FN:9,twice(int)\nFNDA:1,twice(int)\nBRDA:10,3,0,0\nBRDA:10,3,1,1\n"
                        "DA:9,1\nDA:10,1\n"
                        "FNF:2\nFNH:1\nBRF:4\nBRH:1\nLF:3\nLH:2\nend_of_record\n"
                        "TN:\nSF:m.c\n"
                        "FN:3,main\nFNDA:1,main\nBRDA:5,1,0,0\nBRDA:5,1,1,1\nBRDA:5,1,2,0\n"
                        "DA:3,1\nDA:5,1\n"
                        "FNF:1\nFNH:1\nBRF:3\nBRH:1\nLF:2\nLH:2\nend_of_record\n");
    text_free(&text);
    covered_free(&covered);
}

static void test_json(void **state)
{
    (void)state;
    struct covered covered;
    struct text text;
    text_init(&text, CAP);
    covered_sort(&sites, edges, &covered);
    covered_print_json(&covered, &text);
    assert_non_null(strstr(text.data, "\"edges\": 7"));
    assert_non_null(strstr(text.data, "\"reachable\": 5"));
    assert_non_null(strstr(text.data, "\"taken\": 2"));
    assert_non_null(strstr(text.data, "\"case\": -1"));
    text_free(&text);
    covered_free(&covered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorted),
        cmocka_unit_test(test_lcov),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
