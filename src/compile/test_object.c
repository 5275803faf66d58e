/* Tests that find bitcode in objects and archives that clang makes during the test, also in damaged
 * ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/test_directory.h"
#include "compile/gather.h"
#include "compile/object.h"

#include <stdlib.h>
#include <string.h>

enum { CAP = 1024 * 1024, STEP = 7 };

static void run(const char *command)
{
    if (system(command) != 0) /* NOLINT(cert-env33-c): a test, with words of its own */
        fail_msg("%s", command);
}

static int setup(void **state)
{
    if (directory_enter(state) != 0)
        return -1;
    run("echo 'int f(void); int main(void) { return f(); }' >a.c;"
        "echo 'int f(void) { return 1; }' >b.c; echo 'int g(void) { return 2; }' >c.c;"
        "for i in a b c; do clang-" TUTTI_LLVM " -c -Xclang -fembed-bitcode=all $i.c;"
        "clang-" TUTTI_LLVM
        " -c -emit-llvm $i.c; done; (ar rc lib.a b.o c.o; ar rcT thin.a b.o c.o) "
        "2>/dev/null;"
        "ld -r a.o b.o -o both.o");
    return 0;
}

static size_t piece_count(const char *path)
{
    struct object object;
    struct error error;
    size_t count = 0;
    if (object_open(path, &object, &error) != 0)
        return 0;
    for (size_t i = 0; i < object.member_count; i++) {
        count += object.members[i].piece_count;
        object_read_symbols(&object, &object.members[i]);
    }
    object_close(&object);
    return count;
}

static void test_pieces(void **state)
{
    (void)state;
    assert_int_equal(piece_count("a.o"), 1);
    assert_int_equal(piece_count("both.o"), 2);
    assert_int_equal(piece_count("lib.a"), 2);
    assert_int_equal(piece_count("thin.a"), 2);
    assert_int_equal(piece_count("a.bc"), 1);
    assert_int_equal(piece_count("a.c"), 0);
    object_rename_section("a.o");
    assert_int_equal(piece_count("a.o"), 1);
    run("readelf -SW a.o | grep -q ' " OBJECT_SECTION " '");
    run("! readelf -SW a.o | grep -q ' .llvmbc '");
}

static void test_symbols(void **state)
{
    (void)state;
    static const char *const paths[] = {"a.o", "a.bc"};
    for (size_t i = 0; i < 2; i++) {
        struct object object;
        struct error error;
        assert_int_equal(object_open(paths[i], &object, &error), 0);
        object_read_symbols(&object, &object.members[0]);
        assert_true(object.members[0].known);
        assert_int_equal(object.members[0].defined_count, 1);
        assert_string_equal(object.members[0].defined[0], "main");
        assert_int_equal(object.members[0].wanted_count, 1);
        assert_string_equal(object.members[0].wanted[0], "f");
        object_close(&object);
    }
}

/* Only wanted members of an archive are taken. */
static void test_link(void **state)
{
    (void)state;
    char *const words[] = {(char *)"a.o", (char *)"lib.a", NULL};
    struct line line;
    struct error error;
    struct gathered gathered;
    assert_int_equal(line_parse(words, &line, &error), 0);
    gather(&line, &gathered);
    assert_int_equal(gathered.piece_count, 2);
    assert_string_equal(gathered.pieces[1].name, "lib.a(b.o)");
    assert_false(gathered.parallel);
    gather_free(&gathered);
    line_free(&line);
}

static void test_programs(void **state)
{
    (void)state;
    struct gathered gathered = {0};
    struct error error;
    size_t count;
    run("cp a.bc a2.bc");
    static const char *const paths[] = {"a.bc", "b.bc", "c.bc", "a2.bc"};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(gather_file(&gathered, paths[i], &error), 0);
    struct gathered_program *programs = gather_programs(&gathered, &count);
    assert_int_equal(count, 3); /* a and b, a2 and b, c */
    assert_int_equal(programs[0].piece_count, 2);
    assert_true(programs[0].whole);
    assert_int_equal(programs[1].piece_count, 2);
    assert_int_equal(programs[2].piece_count, 1);
    assert_false(programs[2].whole);
    gather_free(&gathered);
}

/* However a file is cut or changed: no crash, no read outside of it. */
static void test_damaged(void **state)
{
    (void)state;
    static const char *const paths[] = {"both.o", "lib.a", "thin.a", "a.bc"};
    for (size_t i = 0; i < 4; i++) {
        struct error error;
        char *bytes;
        size_t length;
        assert_int_equal(file_read(paths[i], CAP, &bytes, &length, &error), 0);
        for (size_t at = 1; at < length; at += STEP) {
            assert_int_equal(file_write("cut", bytes, at, &error), 0);
            piece_count("cut");
            object_rename_section("cut");
            char before = bytes[at];
            bytes[at] = (char)0xff;
            assert_int_equal(file_write("changed", bytes, length, &error), 0);
            piece_count("changed");
            bytes[at] = before;
        }
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symbols),  cmocka_unit_test(test_link),
        cmocka_unit_test(test_programs), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, setup, directory_leave);
}
