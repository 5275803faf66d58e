/* test_symbolic.c: sites of the test build of a file. test/ir/symbolic.sh tests what the modules
 * do. */
#include "base/test_directory.h"
#include "ir/symbolic/symbolic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/test_compile.h"

static bool is_modelled(const char *symbol)
{
    return strcmp(symbol, "atoi") == 0;
}

static const struct ir_symbolic_options numbers = {
    .first_site = 10, .first_edge = 100, .unique = "one", .modelled = is_modelled};

static const char source[] = "int atoi(const char *); void other(void);\n"
                             "static int f(int x) {\n"
                             "  switch (x) {\n"
                             "  case 7: other(); return 1;\n"
                             "  case -2: return 2;\n"
                             "  }\n"
                             "  return 0;\n"
                             "}\n"
                             "int main(int n, char **v) {\n"
                             "  while (n > 0)\n"
                             "    n -= f(atoi(v[0]));\n"
                             "  return n / atoi(v[1]);\n"
                             "}\n";

static struct ir_symbolic instrument(const char *options)
{
    struct error error = {0};
    struct ir_symbolic result;
    struct ir_bitcode piece = compile_source("piece.c", options, source);
    if (ir_symbolic(&piece, &numbers, &result, &error) != 0)
        fail_msg("%s", error.text);
    free_bitcode(&piece);
    return result;
}

static void check_site(const struct ir_site *site, enum ir_site_kind kind, const char *function,
                       int line, uint32_t edge, size_t edges)
{
    assert_int_equal(site->kind, kind);
    assert_string_equal(site->function, function);
    assert_string_equal(site->place.file, "piece.c");
    assert_int_equal(site->place.line, line);
    assert_int_equal(site->first_edge, edge);
    assert_int_equal(site->edge_count, edges);
}

static void test_sites(void **state)
{
    (void)state;
    struct ir_symbolic result = instrument("-g");
    const struct ir_site *sites = result.sites;
    assert_true(result.site_count >= 5);
    for (size_t i = 0; i < result.site_count; i++)
        assert_int_equal(sites[i].number, 10 + i);
    /* Functions are in the order of the module. */
    const struct ir_site *f = strcmp(sites[0].name, "f") == 0 ? sites : sites + 2;
    const struct ir_site *main_sites = f == sites ? sites + 2 : sites;
    uint32_t f_edge = f == sites ? 100 : 103, main_edge = f == sites ? 104 : 100;
    check_site(&f[0], IR_SITE_ENTRY, "f$one", 2, f_edge, 1);
    check_site(&f[1], IR_SITE_SWITCH, "f$one", 3, f_edge + 1, 3);
    check_site(&main_sites[0], IR_SITE_ENTRY, "main", 9, main_edge, 1);
    check_site(&main_sites[1], IR_SITE_BRANCH, "main", 10, main_edge + 1, 2);
    assert_int_equal(f[1].cases[1], 7);
    assert_int_equal(f[1].cases[2], -2);
    assert_int_equal(result.edge_count, 7);
    /* Targets of the edges. */
    assert_int_equal(f[0].ways[0].next, f[1].number);
    assert_int_equal(f[1].ways[1].next, UINT32_MAX);
    assert_int_equal(f[1].ways[1].call_count, 1);
    assert_string_equal(f[1].ways[1].calls[0], "other");
    assert_int_equal(main_sites[1].ways[0].next, main_sites[1].number);
    assert_int_equal(main_sites[1].ways[0].call_count, 2);
    assert_string_equal(main_sites[1].ways[0].calls[1], "f$one");
    assert_int_equal(main_sites[1].ways[1].next, UINT32_MAX);
    /* The division has a place. */
    bool division = false;
    for (size_t i = 4; i < result.site_count; i++) {
        assert_int_equal(sites[i].kind, IR_SITE_OPERATION);
        assert_int_equal(sites[i].edge_count, 0);
        division = division || sites[i].place.line == 12;
    }
    assert_true(division);
    ir_symbolic_free(&result);
}

static void test_keys(void **state)
{
    (void)state;
    struct ir_symbolic first = instrument("-g"),
                       second = instrument("-g -O2 -Xclang -disable-llvm-passes");
    for (size_t i = 0; i < 4; i++) {
        assert_true(first.sites[i].key == second.sites[i].key);
        for (size_t j = 0; j < i; j++)
            assert_true(first.sites[i].key != first.sites[j].key);
    }
    ir_symbolic_free(&first);
    ir_symbolic_free(&second);
}

static void test_bad_bitcode(void **state)
{
    (void)state;
    struct error error;
    struct ir_symbolic result;
    const struct ir_bitcode piece = {"odd.o", "BC\xC0\xDE and nothing more", 20};
    assert_int_equal(ir_symbolic(&piece, &numbers, &result, &error), -1);
    assert_non_null(strstr(error.text, "odd.o"));
}

#define in_directory(test) cmocka_unit_test_setup_teardown(test, directory_enter, directory_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_directory(test_sites),
        in_directory(test_keys),
        in_directory(test_bad_bitcode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
