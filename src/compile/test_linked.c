/* Tests that the section about a link passes through an object and the linker into a program, and
 * is read there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/test_directory.h"
#include "compile/linked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLANG "clang-" TUTTI_LLVM

enum { CAP = 1024 * 1024 };

static void run(const char *command)
{
    if (system(command) != 0) /* NOLINT(cert-env33-c): a test, with words of its own */
        fail_msg("%s", command);
}

static int setup(void **state)
{
    if (directory_enter(state) != 0)
        return -1;
    run("echo 'int main(void) { return 0; }' >a.c; " CLANG " -c a.c;" CLANG
        " -c -fcf-protection=full a.c -o protected.o; " CLANG " -m32 -c a.c -o small.o");
    return 0;
}

static const char *const words[] = {CLANG, "-O2", "", "two words", "-lm", NULL};
static const char *libraries[] = {"lib/libx.so"};
static const struct linked example = {.directory = "/some where",
                                      .front = "cc",
                                      .flavour = "mpich",
                                      .words = (char **)words,
                                      .word_count = 5,
                                      .libraries = libraries,
                                      .library_count = 1};

static int write_note(const char *like, bool retain)
{
    struct object object;
    struct error error;
    assert_int_equal(object_open(like, &object, &error), 0);
    int failed = object.member_count > 0
                     ? linked_write(&example, &object.members[0], retain, "note.o", &error)
                     : -1;
    object_close(&object);
    return failed;
}

static int read_note(const char *path, struct linked *linked)
{
    struct object object;
    struct error error;
    assert_int_equal(object_open(path, &object, &error), 0);
    int failed = linked_read(&object.members[0], linked);
    object_close(&object);
    return failed;
}

static void check_note(const char *program)
{
    struct linked linked;
    assert_int_equal(read_note(program, &linked), 0);
    assert_string_equal(linked.directory, example.directory);
    assert_string_equal(linked.front, "cc");
    assert_string_equal(linked.flavour, "mpich");
    assert_int_equal(linked.word_count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(linked.words[i], words[i]);
    assert_null(linked.words[5]);
    assert_int_equal(linked.library_count, 1);
    assert_string_equal(linked.libraries[0], libraries[0]);
    linked_free(&linked);
}

static void test_round_trip(void **state)
{
    (void)state;
    assert_int_equal(write_note("a.o", false), 0);
    run(CLANG " a.o note.o -o program && ./program");
    check_note("program");
    run("! readelf -lW program | grep -q tuttilink"); /* it is not loaded */
    run(CLANG " a.o -o program");
    struct linked linked;
    assert_int_equal(read_note("program", &linked), -1);
}

static void test_garbage_collected(void **state)
{
    (void)state;
    assert_int_equal(write_note("a.o", true), 0);
    run(CLANG " -Wl,--gc-sections a.o note.o -o program && ./program");
    check_note("program");
}

/* The program keeps the properties of all its code, and a stack that is not executable. */
static void test_promises(void **state)
{
    (void)state;
    assert_int_equal(write_note("protected.o", false), 0);
    run("ld -r protected.o note.o -o both.o && readelf -nW both.o | grep -q IBT");
    run(CLANG " a.o note.o -o program && readelf -lW program | grep GNU_STACK | grep -q 'RW '");
    assert_int_equal(write_note("small.o", false), -1);
}

/* Every part of a section may be cut off. */
static void test_damaged(void **state)
{
    (void)state;
    assert_int_equal(write_note("a.o", false), 0);
    struct error error;
    char *bytes;
    size_t length;
    run("objcopy -O binary --only-section=" LINKED_SECTION " --set-section-flags " LINKED_SECTION
        "=alloc note.o section");
    assert_int_equal(file_read("section", CAP, &bytes, &length, &error), 0);
    for (size_t size = 1; size < length; size += 3) {
        struct linked linked;
        assert_int_equal(file_write("cut", bytes, size, &error), 0);
        run("objcopy --update-section " LINKED_SECTION "=cut note.o other.o");
        assert_int_equal(read_note("other.o", &linked), -1);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_garbage_collected),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, setup, directory_leave);
}
