/* Sites through a file and back, in parts, and from damaged files. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, directory_enter, directory_leave);
}
