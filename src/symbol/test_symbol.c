#include "base/test_directory.h"
#include "base/text.h"
#include "symbol/demangle.h"
#include "symbol/maps.h"
#include "symbol/symbol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A layout of files that do not exist: a program, one of the user's libraries, MPI, and a guest. */
static const char layout[] =
    "00400000-00401000 r--p 00000000 00:00 0    /nowhere/app\n"
    "00401000-00402000 r-xp 00001000 00:00 0    /nowhere/app\n"
    "10000000-10001000 r-xp 00000000 00:00 0    /nowhere/libuser.so.1\n"
    "20000000-20001000 r-xp 00000000 00:00 0    /nowhere/libmpich.so.12.2.2\n"
    "30000000-30001000 r-xp 00000000 00:00 0    /nowhere/libtutti-world-mpich.so\n"
    "40000000-40001000 r-xp 00000000 00:00 0 \n"
    "7ffd8000-7ffd9000 r-xp 00000000 00:00 0    [vdso]\n";

static struct symbols *open_layout(const char *text)
{
    struct symbols *symbols = NULL;
    struct error error = {0};
    if (symbols_open_maps(text, &symbols, &error) != 0)
        fail_msg("%s", error.text);
    return symbols;
}

static void joins_mappings(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct mapping *mappings = NULL;
    size_t count = 0;
    maps_parse("10000000-10001000 r-xp 00001000 fe:1f 7 /lib/patched.so\n"
               "10001000-10002000 rwxp 00002000 fe:1f 7 /lib/patched.so\n"
               "10002000-10003000 r--p 00003000 fe:1f 7 /lib/patched.so\n"
               "10003000-10004000 r-xp 00004000 fe:1f 7 /lib/patched.so\n"
               "20000000-20001000 r-xp 00001000 fe:1f 7 /lib/patched.so\n"
               "20001000-20002000 r-xp 00002000 fe:1f 8 /lib/other.so\n"
               "20002000-20003000 r-xp 00000000 00:00 0 \n"
               "20003000-20004000 r-xp 00000000 00:00 0 \n",
               &arena, &mappings, &count);
    assert_int_equal(count, 5);
    assert_int_equal(mappings[0].start, 0x10000000);
    assert_int_equal(mappings[0].end, 0x10004000);
    assert_int_equal(mappings[1].start, 0x20000000); /* the same file, loaded again */
    assert_int_equal(mappings[1].end, 0x20001000);
    arena_free(&arena);
}

static void parses_maps(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct mapping *mappings = NULL;
    size_t count = 0;
    size_t all =
        maps_parse("7f0000001000-7f0000002000 r-xp 0002a000 fe:1f 247498      /usr/lib/lib x.so\n"
                   "7f0000002000-7f0000003000 rw-p 0002b000 fe:1f 247498      /usr/lib/lib x.so\n"
                   "garbage\n"
                   "7f0000003000-7f0000003000 r-xp 00000000 00:00 0 /empty\n"
                   "7f0000004000-7f0000005000 r-xp 00000000 00:00 0 \n"
                   "7f0000005000-7f0000006000 --xs 00000000 00:01 9 /new\\012line (deleted)\n"
                   "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0   [vsyscall]\n"
                   "7f0000006000-7f0000007000 r-xp 00000000 00:00 0 /cut/sho",
                   &arena, &mappings, &count);
    assert_int_equal(all, 5);
    assert_int_equal(count, 4);
    assert_int_equal(mappings[0].start, 0x7f0000001000);
    assert_int_equal(mappings[0].end, 0x7f0000002000);
    assert_int_equal(mappings[0].offset, 0x2a000);
    assert_int_equal(mappings[0].major, 0xfe);
    assert_int_equal(mappings[0].minor, 0x1f);
    assert_int_equal(mappings[0].inode, 247498);
    assert_string_equal(mappings[0].path, "/usr/lib/lib x.so");
    assert_false(mappings[0].deleted);
    assert_string_equal(mappings[1].path, "");
    assert_string_equal(mappings[2].path, "/new\nline");
    assert_true(mappings[2].deleted);
    assert_string_equal(mappings[3].path, "[vsyscall]");
    assert_int_equal(mappings[3].end, 0xffffffffff601000);
    arena_free(&arena);
}

static void refuses_what_is_no_map(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n", "nothing\n", "00400000-00401000 r-xp 00000000"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct symbols *symbols = NULL;
        struct error error = {0};
        assert_int_equal(symbols_open_maps(texts[i], &symbols, &error), -1);
        assert_null(symbols);
        assert_int_equal(error.kind, ERROR_FAILED);
        assert_non_null(strstr(error.text, "/proc/PID/maps"));
    }
    symbols_close(NULL);
}

static void answers_without_files(void **state)
{
    (void)state;
    struct symbols *symbols = open_layout(layout);
    struct arena arena = {0};
    const struct {
        uint64_t pc;
        bool is_return_address;
        const char *text;
    } cases[] = {
        {0x401234, true, "?? in app+0x401234"},
        {0x7ffd8010, true, "?? in [vdso]+0x7ffd8010"},
        {0x40000010, true, "?? at address 0x40000010"},
        {0x50000000, true, "?? at address 0x50000000"},
        {0, true, "?? at address 0x0"},
        {UINT64_MAX, false, "?? at address 0xffffffffffffffff"},
        /* A call at the end of a mapping returns to the address after it. */
        {0x402000, true, "?? in app+0x402000"},
        {0x402000, false, "?? at address 0x402000"},
        {0x401000, true, "?? at address 0x401000"},
        {0x401000, false, "?? in app+0x401000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct frame *frames = NULL;
        size_t count = 0;
        symbols_find(symbols, cases[i].pc, cases[i].is_return_address, &frames, &count);
        assert_int_equal(count, 1);
        assert_string_equal(symbols_format_frame(frames, &arena), cases[i].text);
        assert_null(frames->file);
        assert_false(frames->inlined);
    }
    arena_free(&arena);
    symbols_close(symbols);
}

static void formats_frames(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct frame frame = {
        .function = "relax", .file = "src/solver.c", .line = 61, .module = "/x/app", .offset = 16};
    assert_string_equal(symbols_format_frame(&frame, &arena), "relax at src/solver.c:61");
    frame.line = 0;
    assert_string_equal(symbols_format_frame(&frame, &arena), "relax at src/solver.c");
    frame.file = NULL;
    assert_string_equal(symbols_format_frame(&frame, &arena), "relax in app+0x10");
    arena_free(&arena);
}

static void knows_foreign_modules(void **state)
{
    (void)state;
    static const char *const foreign[] = {"/usr/lib/x86_64-linux-gnu/libmpich.so.12.2.2",
                                          "/usr/lib/libmpichfort.so.12",
                                          "/opt/intel/libmpi.so.12.0",
                                          "/usr/lib/libmpi.so.40.30.4",
                                          "/usr/lib/libmpi_mpifh.so.40",
                                          "/usr/lib/libmpi_usempif08.so.40.30.0",
                                          "/usr/lib/openmpi/lib/openmpi3/mca_pml_ob1.so",
                                          "/usr/lib/libopen-pal.so.40.30.2",
                                          "/usr/lib/libucp.so.0.0.0",
                                          "/usr/lib/tutti/libtutti-world-mpich.so",
                                          "libmpi.so"};
    static const char *const own[] = {"/home/me/app",
                                      "/home/me/libmpi_helpers.so",
                                      "/home/me/libsolver.so",
                                      "/usr/lib/libc.so.6",
                                      "/home/libmpi.so/app",
                                      "/home/me/mpi",
                                      "[vdso]",
                                      ""};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (symbols_own_frame(&(struct frame){.module = foreign[i]}))
            fail_msg("%s", foreign[i]);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!symbols_own_frame(&(struct frame){.module = own[i]}))
            fail_msg("%s", own[i]);
    assert_true(symbols_own_frame(&(struct frame){0}));
}

static void trims_stacks(void **state)
{
    (void)state;
    struct symbols *symbols = open_layout(layout);
    struct arena arena = {0};
    /* A guest, MPI, a callback of the user's, MPI, the program. */
    const uint64_t mixed[] = {0x30000010, 0x20000010, 0x10000010, 0x20000020, 0x401010};
    const char **lines = NULL;
    assert_int_equal(symbols_format_stack(symbols, mixed, 5, true, &arena, &lines), 2);
    assert_string_equal(lines[0], "?? in libuser.so.1+0x10000010");
    assert_string_equal(lines[1], "?? in app+0x401010");
    /* All frames, if none would remain. */
    assert_int_equal(symbols_format_stack(symbols, mixed, 2, true, &arena, &lines), 2);
    assert_string_equal(lines[0], "?? in libtutti-world-mpich.so+0x30000010");
    assert_string_equal(lines[1], "?? in libmpich.so.12.2.2+0x20000010");
    assert_int_equal(symbols_format_stack(symbols, NULL, 0, true, &arena, &lines), 0);
    static const bool own[] = {false, false, true, false, true};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(symbols_own_address(symbols, mixed[i], true), own[i]);
    assert_true(symbols_own_address(symbols, 16, true));
    assert_false(symbols_own_all(symbols));
    /* The first address of the program is no return address; the others always are. */
    const uint64_t edge[] = {0x401000, 0x401000};
    assert_int_equal(symbols_format_stack(symbols, edge, 2, false, &arena, &lines), 2);
    assert_string_equal(lines[0], "?? in app+0x401000");
    assert_string_equal(lines[1], "?? at address 0x401000");
    arena_free(&arena);
    symbols_close(symbols);
}

static __attribute__((noinline)) uint64_t where_called(void)
{
    __asm__ volatile("");
    return (uint64_t)(uintptr_t)__builtin_return_address(0);
}

static __attribute__((noinline)) uint64_t marked_line(int *line)
{
    *line = __LINE__ + 1;
    uint64_t pc = where_called();
    __asm__ volatile("");
    return pc;
}

/* Says whether the frame is marked_line() at that line. */
static bool is_marked(const struct frame *frame, int line)
{
    return frame->function && strcmp(frame->function, "marked_line") == 0 && frame->line == line &&
           frame->file && strstr(frame->file, "test_symbol.c");
}

static void finds_own_lines(void **state)
{
    (void)state;
    struct symbols *symbols = NULL;
    struct error error = {0};
    if (symbols_open_pid(getpid(), &symbols, &error) != 0)
        fail_msg("%s", error.text);
    int line;
    uint64_t pc = marked_line(&line);
    const struct frame *frames = NULL, *again = NULL;
    size_t count = 0, count_again = 0;
    symbols_find(symbols, pc, true, &frames, &count);
    assert_int_equal(count, 1);
    assert_true(is_marked(&frames[0], line));
    assert_true(frames[0].column >= 0);
    assert_false(frames[0].is_main);
    symbols_find(symbols, pc, true, &again, &count_again);
    assert_ptr_equal(frames, again); /* kept */
    assert_int_equal(count, count_again);
    const struct frame *brief = symbols_find_function(symbols, pc, true);
    assert_string_equal(brief->function, "marked_line");
    assert_null(brief->file);
    assert_string_equal(brief->module, frames[0].module);
    assert_int_equal(brief->offset, frames[0].offset);
    assert_string_equal(symbols_find_module(symbols, pc, true), frames[0].module);
    assert_null(symbols_find_module(symbols, 16, true));
    symbols_close(symbols);
}

/* Writes the map of this process with a part of each line replaced. */
static char *map_with(const char *from, const char *to, const char *device)
{
    struct error error;
    char *text;
    struct text changed;
    assert_int_equal(file_read("/proc/self/maps", 16 << 20, &text, NULL, &error), 0);
    text_init(&changed, 32 << 20);
    for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        char place[64], rights[8], offset[32], path[4096] = "";
        /* NOLINTNEXTLINE(cert-err34-c): words only */
        assert_true(sscanf(line, "%63s %7s %31s %*s %*s %4095[^\n]", place, rights, offset, path) >=
                    3);
        text_addf(&changed, "%s %s %s %s 0 %s\n", place, rights, offset, device,
                  strcmp(path, from) == 0 ? to : path);
    }
    free(text);
    char *map = text_take(&changed);
    text_free(&changed);
    return map;
}

static void opens_files_late(void **state)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    assert_true(length > 0);
    program[length] = '\0';
    char *copy = memory_printf("%s/copy", (const char *)*state);
    char *maps = map_with(program, copy, "00:00");

    /* The file appears after the layout is read. */
    struct symbols *symbols = open_layout(maps);
    char *bytes;
    size_t size;
    struct error error;
    assert_int_equal(file_read(program, 256 << 20, &bytes, &size, &error), 0);
    assert_int_equal(file_write(copy, bytes, size, &error), 0);
    int line;
    uint64_t pc = marked_line(&line);
    const struct frame *frames = NULL;
    size_t count = 0;
    symbols_find(symbols, pc, true, &frames, &count);
    assert_true(is_marked(&frames[0], line));
    assert_string_equal(frames[0].module, copy);
    symbols_close(symbols);
    free(bytes);
    free(maps);
    free(copy);
}

static void reports_a_process_that_is_gone(void **state)
{
    (void)state;
    struct symbols *symbols = NULL;
    struct error error = {0};
    assert_int_equal(symbols_open_pid(-1, &symbols, &error), -1);
    assert_null(symbols);
    assert_non_null(strstr(error.text, "/proc/-1/maps"));
}

static void reads_names_of_cplusplus(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"relax", "relax"},
        {"_Zodd", "_Zodd"},
        {"_ZN4grid5relaxEi", "grid::relax"},
        {"_ZNK4grid4cell4sizeEv", "grid::cell::size"},
        {"_ZN4grid5sweepIdEET_S1_", "grid::sweep<double>"},
        {"_ZN12_GLOBAL__N_15relaxEv", "(anonymous namespace)::relax"},
        {"_ZN4gridclEii", "grid::operator()"},
        {"_ZlsRSoRKN4grid4cellE", "operator<<"},
        {"_ZNK4gridcvbEv", "grid::operator bool"},
        {"_ZZN4grid5relaxEiENKUlvE_clEv", "grid::relax::{lambda()#1}::operator()"},
        {"_ZZ4mainEN5local5visitEv", "main::local::visit"},
        {"__heat_MOD_solve", "solve"},
        {"_QMheatPsolve", "solve"},
        {"solve_", "solve"},
        {"MAIN__", "MAIN__"},
        {"_Z4moveNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", "move"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(demangle(arena_copy(&arena, names[i][0]), &arena), names[i][1]);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses_maps),
        cmocka_unit_test(joins_mappings),
        cmocka_unit_test(refuses_what_is_no_map),
        cmocka_unit_test(answers_without_files),
        cmocka_unit_test(formats_frames),
        cmocka_unit_test(knows_foreign_modules),
        cmocka_unit_test(trims_stacks),
        cmocka_unit_test(finds_own_lines),
        cmocka_unit_test(reads_names_of_cplusplus),
        cmocka_unit_test_setup_teardown(opens_files_late, directory_enter, directory_leave),
        cmocka_unit_test(reports_a_process_that_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
