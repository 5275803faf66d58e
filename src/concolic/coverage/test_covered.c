/* Tests of coverage sorted by source, and of coverage over time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/test_directory.h"
#include "concolic/coverage/chronicle.h"
#include "concolic/coverage/coverage.h"
#include "concolic/coverage/covered.h"

#include <string.h>

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

/* Trials of edges; those of edges that were taken are ignored. */
static uint8_t tried[13];

static void test_sorted(void **state)
{
    (void)state;
    struct covered covered;
    covered_sort(&sites, edges, tried, &covered);
    assert_int_equal(covered.file_count, 2);
    assert_string_equal(covered.files[0].path, "h.h");
    assert_int_equal(covered.files[0].function_count, 2);
    const struct covered_function *none = &covered.files[0].functions[0], *twice = none + 1;
    assert_string_equal(none->symbol, "none");
    assert_false(none->entered);
    assert_true(twice->entered);
    assert_int_equal(twice->branch_count, 1);
    assert_int_equal(twice->ways, 2);
    assert_int_equal(twice->taken, 1);
    assert_int_equal(twice->branches[0].ways[0].why, COVERED_CONCRETE);
    assert_int_equal(twice->branches[0].ways[1].why, COVERED_TAKEN);
    assert_true(twice->branches[0].reached);
    const struct covered_branch *choice = &covered.files[1].functions[0].branches[0];
    assert_int_equal(choice->way_count, 3);
    assert_int_equal(choice->ways[0].when, COVERED_DEFAULT);
    assert_int_equal(choice->ways[2].when, COVERED_CASE);
    assert_int_equal(choice->ways[2].value, -1);
    assert_int_equal(covered.ways, 7);
    assert_int_equal(covered.possible, 5);
    assert_int_equal(covered.taken, 2);
    assert_int_equal(covered.functions, 3);
    assert_int_equal(covered.entered, 2);
    assert_int_equal(covered.whys[COVERED_NOT_ENTERED], 2);
    covered_free(&covered);
}

/* Returns the reason for case 7 of main, which no test took, after these trials. */
static enum covered_why why_after(uint8_t trials)
{
    struct covered covered;
    tried[3] = trials;
    covered_sort(&sites, edges, tried, &covered);
    enum covered_why why = covered.files[1].functions[0].branches[0].ways[2].why;
    assert_int_equal(covered.whys[why] > 0, 1);
    covered_free(&covered);
    tried[3] = 0;
    return why;
}

static void test_whys(void **state)
{
    (void)state;
    assert_int_equal(why_after(0), COVERED_CONCRETE);
    assert_int_equal(why_after(TRIAL_SEEN), COVERED_UNTRIED);
    assert_int_equal(why_after(TRIAL_SEEN | TRIAL_NONE), COVERED_IMPOSSIBLE);
    assert_int_equal(why_after(TRIAL_SEEN | TRIAL_NONE | TRIAL_LIMITED), COVERED_LIMITED);
    assert_int_equal(why_after(TRIAL_SEEN | TRIAL_NONE | TRIAL_MADE), COVERED_UNTRIED);
    assert_int_equal(why_after(TRIAL_SEEN | TRIAL_MADE | TRIAL_MISSED), COVERED_DIVERGED);
    assert_int_equal(why_after(TRIAL_SEEN | TRIAL_NONE | TRIAL_HARD), COVERED_HARD);
    assert_int_equal(why_after(TRIAL_SEEN | TRIAL_HARD | TRIAL_MADE), COVERED_UNTRIED);
}

/* The chronicle is kept, read again, and continued. */
static void test_chronicle(void **state)
{
    (void)state;
    struct chronicle chronicle;
    struct error error;
    uint8_t done[4] = {0, TRIAL_SEEN | TRIAL_NONE, 0, TRIAL_HARD}, again[4] = {0};
    chronicle_open(&chronicle, ".", false, done, 4);
    chronicle_add(&chronicle, &(struct covered_point){1, 10, 5, 20, 0}, false);
    chronicle_add(&chronicle, &(struct covered_point){2, 20, 5, 20, 0}, false); /* nothing new */
    chronicle_add(&chronicle, &(struct covered_point){50, 30, 7, 20, 1}, false);
    chronicle_add(&chronicle, &(struct covered_point){70, 40, 7, 20, 1}, true);
    assert_int_equal(chronicle.point_count, 3);
    assert_int_equal(chronicle_news(&chronicle, 70, 60), 2);
    assert_int_equal(chronicle_news(&chronicle, 55, 60), 7);
    assert_int_equal(chronicle_news(&chronicle, 200, 60), 0);
    assert_int_equal(chronicle_save(&chronicle, done, 4, true, &error), 0);
    chronicle_close(&chronicle);
    chronicle_open(&chronicle, ".", true, again, 4);
    assert_int_equal(chronicle.point_count, 3);
    assert_int_equal(chronicle.points[1].tests, 30);
    assert_int_equal(chronicle.points[1].findings, 1);
    assert_memory_equal(again, done, 4);
    /* While the journal is read again, less is known than before. */
    chronicle_add(&chronicle, &(struct covered_point){71, 12, 6, 20, 0}, false);
    assert_int_equal(chronicle.point_count, 3);
    chronicle_close(&chronicle);
    memset(again, 0, sizeof again);
    chronicle_open(&chronicle, ".", true, again, 2); /* fewer edges: not of this build */
    assert_int_equal(again[3], 0);
    chronicle_close(&chronicle);
    chronicle_open(&chronicle, NULL, true, again, 4);
    assert_int_equal(chronicle.point_count, 0);
    chronicle_close(&chronicle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorted),
        cmocka_unit_test(test_whys),
        cmocka_unit_test_setup_teardown(test_chronicle, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
