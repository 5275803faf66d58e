/* Tests that sites are written and read, also in parts, and from damaged files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/test_directory.h"
#include "instrument/sites.h"

#include <stdlib.h>

enum { CAP = 1024 * 1024 };

static const char *calls[] = {"solve", "MPI_Send"};
static struct ir_site_way ways[] = {{1, calls, 2}, {UINT32_MAX, NULL, 0}, {0, calls, 1}};
static int64_t cases[] = {0, -5, INT64_MAX};
static struct ir_site some[] = {
    {IR_SITE_ENTRY, 0, "main", "main", {"a b.c", 3, 1}, 17, 0, 1, NULL, ways},
    {IR_SITE_SWITCH, 1, "_ZN1f1gEi", "f::g(int)", {NULL, 0, 0}, UINT64_MAX, 1, 3, cases, ways},
    {IR_SITE_BRANCH, 2, "main", "main", {"a b.c", 9, 2}, 18, 4, 2, NULL, ways},
};

static void check_equal(const struct ir_site *a, const struct ir_site *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->number, b->number);
    assert_string_equal(a->function, b->function);
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->place.file == NULL, b->place.file == NULL);
    if (a->place.file)
        assert_string_equal(a->place.file, b->place.file);
    assert_int_equal(a->place.line, b->place.line);
    assert_int_equal(a->place.column, b->place.column);
    assert_true(a->key == b->key);
    assert_int_equal(a->first_edge, b->first_edge);
    assert_int_equal(a->edge_count, b->edge_count);
    for (size_t i = 0; i < a->edge_count; i++) {
        if (b->cases)
            assert_true(a->cases[i] == b->cases[i]);
        assert_int_equal(a->ways[i].next, b->ways[i].next);
        assert_int_equal(a->ways[i].call_count, b->ways[i].call_count);
        for (size_t j = 0; j < a->ways[i].call_count; j++)
            assert_string_equal(a->ways[i].calls[j], b->ways[i].calls[j]);
    }
}

static void check_file(const char *path)
{
    static const uint32_t owners[] = {0, 1, 1, 1, 2, 2};
    struct sites sites;
    struct error error;
    assert_int_equal(sites_read(path, &sites, &error), 0);
    assert_int_equal(sites.site_count, 3);
    assert_int_equal(sites.edge_count, 6);
    for (size_t i = 0; i < 3; i++)
        check_equal(&sites.sites[i], &some[i]);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(sites.site_of_edge[i], owners[i]);
    sites_free(&sites);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct error error;
    const struct sites sites = {.sites = some, .site_count = 3, .edge_count = 6};
    assert_int_equal(sites_write("whole", &sites, &error), 0);
    check_file("whole");
}

static void test_parts(void **state)
{
    (void)state;
    static const char *const parts[] = {"first", "none", "last"};
    struct error error;
    size_t count;
    uint32_t edges;
    assert_int_equal(sites_write_some("first", some, 2, &error), 0);
    assert_int_equal(sites_write_some("none", NULL, 0, &error), 0);
    assert_int_equal(sites_write_some("last", some + 2, 1, &error), 0);
    assert_int_equal(sites_count("first", &count, &edges, &error), 0);
    assert_int_equal(count, 2);
    assert_int_equal(edges, 4);
    assert_int_equal(sites_join("joined", parts, 3, &error), 0);
    check_file("joined");
}

static void test_damaged(void **state)
{
    (void)state;
    struct error error;
    struct sites sites = {.sites = some, .site_count = 3, .edge_count = 6};
    char *bytes;
    size_t length;
    assert_int_equal(sites_write("whole", &sites, &error), 0);
    assert_int_equal(file_read("whole", CAP, &bytes, &length, &error), 0);
    for (size_t size = 0; size < length; size++) {
        assert_int_equal(file_write("cut", bytes, size, &error), 0);
        assert_int_equal(sites_read("cut", &sites, &error), -1);
    }
    for (size_t i = 0; i < length; i++) { /* any answer, but no crash */
        bytes[i] ^= (char)0xff;
        assert_int_equal(file_write("odd", bytes, length, &error), 0);
        if (sites_read("odd", &sites, &error) == 0)
            sites_free(&sites);
        bytes[i] ^= (char)0xff;
    }
    free(bytes);
}

/* An inline function of two files (one symbol, paths from two directories), a static one of a
 * header (one key), and another function with the same place by other macros. */
static void test_same(void **state)
{
    (void)state;
    static int64_t seven[] = {0, 7}, eight[] = {0, 8};
    static struct ir_site list[] = {
        {IR_SITE_ENTRY, 0, "twice", "twice", {"h.h", 9, 0}, 200, 0, 1, NULL, ways},
        {IR_SITE_BRANCH, 1, "twice", "twice", {"h.h", 10, 4}, 201, 1, 2, NULL, ways},
        {IR_SITE_ENTRY, 2, "own$a", "own", {"h.h", 20, 0}, 300, 3, 1, NULL, ways},
        {IR_SITE_SWITCH, 3, "own$a", "own", {"h.h", 21, 0}, 301, 4, 2, seven, ways},
        {IR_SITE_OPERATION, 4, "own$a", "own", {"h.h", 21, 0}, 302, 6, 0, NULL, NULL},
        {IR_SITE_ENTRY, 5, "twice", "twice", {"../h.h", 9, 0}, 210, 6, 1, NULL, ways},
        {IR_SITE_BRANCH, 6, "twice", "twice", {"../h.h", 10, 4}, 211, 7, 2, NULL, ways},
        {IR_SITE_ENTRY, 7, "own$b", "own", {"h.h", 20, 0}, 300, 9, 1, NULL, ways},
        {IR_SITE_SWITCH, 8, "own$b", "own", {"h.h", 21, 0}, 301, 10, 2, seven, ways},
        {IR_SITE_ENTRY, 9, "own$c", "own", {"h.h", 20, 0}, 300, 12, 1, NULL, ways},
        {IR_SITE_SWITCH, 10, "own$c", "own", {"h.h", 21, 0}, 301, 13, 2, eight, ways},
    };
    static const uint32_t same[] = {0, 1, 2, 3, 4, 0, 1, 2, 3, 9, 10};
    struct sites sites = {.sites = list, .site_count = 11, .edge_count = 15};
    sites_index(&sites);
    for (size_t i = 0; i < 11; i++)
        assert_int_equal(sites.same[i], same[i]);
    assert_int_equal(sites_same_edge(&sites, 2), 2);
    assert_int_equal(sites_same_edge(&sites, 8), 2);
    assert_int_equal(sites_same_edge(&sites, 11), 5);
    assert_int_equal(sites_same_edge(&sites, 14), 14);
    sites_free(&sites);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_same),
    };
    return cmocka_run_group_tests(tests, directory_enter, directory_leave);
}
