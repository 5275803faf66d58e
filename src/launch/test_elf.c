#include "launch/elf.h"
#include "launch/test_image.h"

#include <fcntl.h>
#include <limits.h>

struct fixture {
    char directory[64];
    struct arena arena;
    struct elf_image image;
    struct error error;
};

static int enter(void **state)
{
    struct fixture *fixture = memory_zero(1, sizeof *fixture);
    test_enter(fixture->directory, sizeof fixture->directory);
    unsetenv("LD_LIBRARY_PATH");
    *state = fixture;
    return 0;
}

static int leave(void **state)
{
    struct fixture *fixture = *state;
    test_leave(fixture->directory);
    arena_free(&fixture->arena);
    free(fixture);
    return 0;
}

static void read_ok(struct fixture *fixture, const char *path)
{
    if (elf_read(path, &fixture->arena, &fixture->image, &fixture->error) != 0)
        fail_msg("%s", fixture->error.text);
}

static void assert_refused(struct fixture *fixture, const char *path, const char *part)
{
    assert_int_equal(elf_read(path, &fixture->arena, &fixture->image, &fixture->error), -1);
    assert_int_equal(fixture->error.kind, ERROR_USAGE);
    if (!strstr(fixture->error.text, part) || !strstr(fixture->error.text, path))
        fail_msg("'%s' does not say '%s' of %s", fixture->error.text, part, path);
}

static void reads_a_written_image(void **state)
{
    struct fixture *fixture = *state;
    test_write_image("program", &(struct test_image){.interpreted = true,
                                                     .pie = true,
                                                     .needed = {"libone.so.1", "libtwo.so"},
                                                     .rpath = "/r",
                                                     .runpath = "$ORIGIN/x:/y"});
    read_ok(fixture, "program");
    assert_int_equal(fixture->image.machine, EM_X86_64);
    assert_int_equal(fixture->image.bits, 64);
    assert_true(fixture->image.dynamic);
    assert_false(fixture->image.library);
    assert_int_equal(fixture->image.needed_count, 2);
    assert_string_equal(fixture->image.needed[0], "libone.so.1");
    assert_string_equal(fixture->image.needed[1], "libtwo.so");
    assert_string_equal(fixture->image.rpath, "/r");
    assert_string_equal(fixture->image.runpath, "$ORIGIN/x:/y");
    assert_string_equal(fixture->image.path, "program");
}

static void reads_this_program(void **state)
{
    struct fixture *fixture = *state;
    char self[PATH_MAX];
    assert_non_null(realpath("/proc/self/exe", self));
    read_ok(fixture, self);
    assert_int_equal(fixture->image.machine, elf_own_machine());
    assert_true(fixture->image.dynamic);
    bool cmocka = false;
    for (size_t i = 0; i < fixture->image.needed_count; i++)
        if (strncmp(fixture->image.needed[i], "libcmocka.so", 12) == 0) {
            cmocka = true;
            const char *path =
                elf_find_library(fixture->image.needed[i], &fixture->image, &fixture->arena);
            assert_non_null(path);
            assert_int_equal(access(path, R_OK), 0);
        }
    assert_true(cmocka);
    static const char *const defined[] = {"no_such_symbol", "main", NULL};
    static const char *const undefined[] = {"no_such_symbol", "ain", "mai", NULL};
    assert_true(elf_defines(self, defined));
    assert_false(elf_defines(self, undefined));
}

static void tells_static_from_dynamic(void **state)
{
    struct fixture *fixture = *state;
    test_write_image("static", &(struct test_image){.type = ET_EXEC, .no_dynamic = true});
    read_ok(fixture, "static");
    assert_false(fixture->image.dynamic);
    test_write_image("static-pie", &(struct test_image){.pie = true});
    read_ok(fixture, "static-pie");
    assert_false(fixture->image.dynamic);
    assert_false(fixture->image.library);
    test_write_image("library", &(struct test_image){.needed = {"libc.so.6"}});
    read_ok(fixture, "library");
    assert_true(fixture->image.dynamic);
    assert_true(fixture->image.library);
}

static void says_what_else_it_is(void **state)
{
    struct fixture *fixture = *state;
    test_write("script", "#! /usr/bin/env python3\nprint()\n", 32);
    assert_refused(fixture, "script", "script (for /usr/bin/env python3)");
    test_write("empty", "", 0);
    assert_refused(fixture, "empty", "empty file");
    test_write("text", "hello\n", 6);
    assert_refused(fixture, "text", "not an ELF file");
    test_write("stub", "\177EL", 3);
    assert_refused(fixture, "stub", "not an ELF file");
    test_write("hashbang", "#!", 2);
    assert_refused(fixture, "hashbang", "script");
    assert_refused(fixture, fixture->directory, "directory");
    assert_refused(fixture, "/dev/null", "device");
    assert_refused(fixture, "nowhere", "No such file");
    test_write_image("object.o", &(struct test_image){.type = ET_REL});
    assert_refused(fixture, "object.o", "object file");
    test_write_image("core", &(struct test_image){.type = ET_CORE});
    assert_refused(fixture, "core", "core file");
}

/* Every prefix of a valid file is refused or read, and never crashes. */
static void survives_any_length(void **state)
{
    struct fixture *fixture = *state;
    struct test_bytes *bytes = test_bytes_of(&(struct test_image){
        .interpreted = true, .needed = {"liba.so"}, .rpath = "/a", .symbol = "MPI_Init"});
    static const char *const symbols[] = {"MPI_Init", NULL};
    for (size_t length = 0; length < sizeof *bytes; length += 7) {
        test_write("cut", bytes, length);
        assert_int_equal(elf_read("cut", &fixture->arena, &fixture->image, &fixture->error), -1);
        elf_defines("cut", symbols);
    }
    free(bytes);
}

/* With every byte of the tables set to extremes, there is an answer or an error. */
static void survives_any_byte(void **state)
{
    struct fixture *fixture = *state;
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
    static const char *const symbols[] = {"MPI_Init", NULL};
    const struct test_image image = {
        .interpreted = true, .needed = {"liba.so"}, .runpath = "/a", .symbol = "MPI_Init"};
    struct test_bytes *bytes = test_bytes_of(&image);
    size_t tables = offsetof(struct test_bytes, dynamic) + 6 * sizeof(Elf64_Dyn);
    size_t refused = 0;
    for (size_t at = 0; at < tables; at++)
        for (size_t i = 0; i < sizeof values; i++) {
            unsigned char *byte = (unsigned char *)bytes + at, kept = *byte;
            *byte = values[i];
            int file = open("mutant", O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
            assert_true(file >= 0);
            assert_int_equal(write(file, bytes, sizeof *bytes), sizeof *bytes);
            close(file);
            *byte = kept;
            if (elf_read("mutant", &fixture->arena, &fixture->image, &fixture->error) != 0) {
                assert_true(strlen(fixture->error.text) > 10);
                refused++;
            }
            elf_defines("mutant", symbols);
            arena_free(&fixture->arena);
        }
    assert_true(refused > 50);
    free(bytes);
}

static void reads_big_endian_and_32_bits(void **state)
{
    struct fixture *fixture = *state;
    Elf32_Ehdr small = {.e_type = ET_EXEC, .e_machine = EM_ARM};
    memcpy(small.e_ident, ELFMAG "\1\1\1", 7);
    test_write("small", &small, sizeof small);
    read_ok(fixture, "small");
    assert_int_equal(fixture->image.bits, 32);
    assert_int_equal(fixture->image.machine, EM_ARM);
    Elf64_Ehdr big = {.e_type = ET_EXEC << 8, .e_machine = EM_S390 << 8};
    memcpy(big.e_ident, ELFMAG "\2\2\1", 7);
    test_write("big", &big, sizeof big);
    read_ok(fixture, "big");
    assert_int_equal(fixture->image.machine, EM_S390);
    assert_string_equal(elf_machine_name(EM_AARCH64, &fixture->arena), "aarch64");
    assert_string_equal(elf_machine_name(12345, &fixture->arena), "machine 12345");
}

static void assert_found(struct fixture *fixture, const struct elf_image *image, const char *part)
{
    const char *found = elf_find_library("libx.so", image, &fixture->arena);
    if (part == NULL) {
        assert_null(found);
        return;
    }
    assert_non_null(found);
    if (!strstr(found, part))
        fail_msg("%s is not in %s", found, part);
}

static void searches_as_the_loader_does(void **state)
{
    struct fixture *fixture = *state;
    static const char *const places[] = {"rpath", "variable", "runpath", "lib64", "other"};
    for (size_t i = 0; i < 5; i++) {
        char path[64];
        mkdir(places[i], 0755);
        snprintf(path, sizeof path, "%s/libx.so", places[i]);
        test_write_image(path, &(struct test_image){.machine = i == 4 ? EM_AARCH64 : EM_X86_64});
    }
    struct elf_image image = {.path = "program", .machine = EM_X86_64, .bits = 64};
    assert_found(fixture, &image, NULL);
    image.rpath = "/nowhere:$ORIGIN/rpath";
    assert_found(fixture, &image, "/rpath/");
    setenv("LD_LIBRARY_PATH", "/nowhere:variable", 1);
    assert_found(fixture, &image, "/rpath/"); /* RPATH precedes the variable, */
    image.runpath = "${ORIGIN}/runpath";
    assert_found(fixture, &image, "variable/"); /* RUNPATH follows it, and disables RPATH */
    unsetenv("LD_LIBRARY_PATH");
    assert_found(fixture, &image, "/runpath/");
    image.runpath = "$ORIGIN/$LIB";
    assert_found(fixture, &image, "/lib64/");
    image.runpath = "$ORIGIN/$LIBRARY";
    assert_found(fixture, &image, NULL);
    image.runpath = "other"; /* a library for another machine is ignored */
    assert_found(fixture, &image, NULL);
    image.runpath = "other:runpath";
    assert_found(fixture, &image, "runpath/");
    image.machine = EM_AARCH64;
    assert_found(fixture, &image, "other/");
}

static void inherits_old_rpaths_only(void **state)
{
    struct fixture *fixture = *state;
    mkdir("place", 0755);
    test_write_image("place/libx.so", &(struct test_image){0});
    struct elf_image program = {
        .path = "program", .machine = EM_X86_64, .bits = 64, .rpath = "$ORIGIN/place"};
    struct elf_image library = {
        .path = "/far/libfar.so", .machine = EM_X86_64, .bits = 64, .loader = &program};
    assert_found(fixture, &library, "/place/");
    library.runpath = "/elsewhere";
    assert_found(fixture, &library, NULL);
    library.runpath = NULL;
    program.rpath = NULL;
    program.runpath = "$ORIGIN/place";
    assert_found(fixture, &library, NULL);
}

static void finds_by_path_and_through_links(void **state)
{
    struct fixture *fixture = *state;
    char path[128];
    mkdir("real", 0755);
    test_write_image("real/libx.so", &(struct test_image){0});
    test_write_image("real/program", &(struct test_image){.interpreted = true});
    assert_int_equal(symlink("real/program", "link"), 0);
    struct elf_image image = {
        .path = "link", .machine = EM_X86_64, .bits = 64, .runpath = "$ORIGIN"};
    assert_found(fixture, &image, "/real/libx.so"); /* $ORIGIN follows the link */
    snprintf(path, sizeof path, "%s/real/libx.so", fixture->directory);
    assert_string_equal(elf_find_library(path, &image, &fixture->arena), path);
    assert_null(elf_find_library("real/liby.so", &image, &fixture->arena));
}

static void reads_ld_so_conf(void **state)
{
    struct fixture *fixture = *state;
    static const char main_text[] = "# comment\n/one # two\n  /three:/four,/five\t/six=libc6\n"
                                    "hwcap 1 nosegneg\ninclude conf.d/*.conf\n/last\n";
    static const char loop[] = "/looped\ninclude ../ld.so.conf\n";
    static const char *const expected[] = {"/one", "/three", "/four", "/five", "/six", "/looped"};
    size_t count;
    mkdir("conf.d", 0755);
    test_write("ld.so.conf", main_text, sizeof main_text - 1);
    test_write("conf.d/a.conf", loop, sizeof loop - 1);
    const char **found = elf_configured_directories("ld.so.conf", &fixture->arena, &count);
    assert_true(count > 6 && count < 200); /* a cycle of includes ends */
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(found[i], expected[i]);
    assert_string_equal(found[count - 1], "/last");
    elf_configured_directories("nowhere.conf", &fixture->arena, &count);
    assert_int_equal(count, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
    const struct CMUnitTest tests[] = {
        TEST(reads_a_written_image),
        TEST(reads_this_program),
        TEST(tells_static_from_dynamic),
        TEST(says_what_else_it_is),
        TEST(survives_any_length),
        TEST(survives_any_byte),
        TEST(reads_big_endian_and_32_bits),
        TEST(searches_as_the_loader_does),
        TEST(inherits_old_rpaths_only),
        TEST(finds_by_path_and_through_links),
        TEST(reads_ld_so_conf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
