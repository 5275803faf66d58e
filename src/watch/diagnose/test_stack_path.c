#include "watch/sample/stack_path.h"

#include "base/text.h"
#include "watch/diagnose/stack_tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OWN(name, number) \
    {.function = (name), .file = "solver.c", .line = (number), .module = "/home/me/app"}
#define LIBRARY(name, file) {.function = (name), .module = (file)}

static const char mpich[] = "/usr/lib/libmpich.so.12", ucx[] = "/usr/lib/libucp.so.0",
                  fortran[] = "/usr/lib/libmpi_mpifh.so.40", libc[] = "/usr/lib/libc.so.6",
                  guest[] = "/usr/lib/tutti/libtutti-beacon.so";

/* Checks the path of frames, innermost first. */
static void check_path(const struct frame *frames, size_t count, const char *wanted,
                       const char *function)
{
    struct arena arena = {0};
    struct text text;
    struct stack_path path;
    const struct frame **list = arena_alloc(&arena, (count + 1) * sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = &frames[i];
    stack_path_from_frames(list, count, true, &arena, &path);
    text_init(&text, 1 << 16);
    for (size_t i = 0; i < path.count; i++) {
        text_add(&text, i ? " > " : "");
        stack_line_print(&path.lines[i], &text);
    }
    assert_string_equal(text.data, wanted);
    if (function)
        assert_string_equal(path.mpi_function, function);
    else
        assert_null(path.mpi_function);
    text_free(&text);
    arena_free(&arena);
}

#define COUNT(frames) (sizeof(frames) / sizeof *(frames))

static void cuts_at_the_call(void **state)
{
    (void)state;
    const struct frame frames[] = {LIBRARY("poll", libc),
                                   LIBRARY("ucp_worker_progress", ucx),
                                   LIBRARY("MPIDI_progress_test", mpich),
                                   LIBRARY("PMPI_Allreduce", mpich),
                                   OWN("exchange", 88),
                                   OWN("main", 120)};
    check_path(frames, COUNT(frames), "main solver.c:120 > exchange solver.c:88 > MPI_Allreduce",
               "MPI_Allreduce");
}

static void sees_through_guests_and_fortran(void **state)
{
    (void)state;
    const struct frame guests[] = {LIBRARY("MPIDI_progress_test", mpich),
                                   LIBRARY("PMPI_Barrier", mpich), LIBRARY("MPI_Barrier", guest),
                                   OWN("main", 5)};
    check_path(guests, COUNT(guests), "main solver.c:5 > MPI_Barrier", "MPI_Barrier");
    const struct frame calls[] = {LIBRARY("PMPI_Send", "/usr/lib/libmpi.so.40"),
                                  LIBRARY("ompi_send_f", fortran), OWN("MAIN__", 5)};
    check_path(calls, COUNT(calls), "MAIN__ solver.c:5 > MPI_Send", "MPI_Send");
    /* A function of the library precedes the function of MPI. */
    const struct frame late[] = {LIBRARY("MPID_Recv", mpich), LIBRARY("MPI_Recv", mpich),
                                 LIBRARY("_ZN3MPI4Comm4RecvEv", "/usr/lib/libmpi_cxx.so.40"),
                                 OWN("main", 5)};
    check_path(late, COUNT(late), "main solver.c:5 > MPI_Recv", "MPI_Recv");
    const struct frame none[] = {LIBRARY("hidden", mpich), OWN("main", 5)};
    check_path(none, COUNT(none), "main solver.c:5 > hidden", NULL);
}

static void shows_what_libraries_call(void **state)
{
    (void)state;
    const struct frame reduction[] = {OWN("my_sum", 9), LIBRARY("MPIR_Reduce_local", mpich),
                                      LIBRARY("PMPI_Reduce", mpich), OWN("main", 5)};
    check_path(reduction, COUNT(reduction), "main solver.c:5 > MPI_Reduce > my_sum solver.c:9",
               "MPI_Reduce");
    const struct frame sorting[] = {OWN("compare", 9), LIBRARY("msort", libc),
                                    LIBRARY("qsort", libc), OWN("main", 5)};
    check_path(sorting, COUNT(sorting), "main solver.c:5 > qsort > compare solver.c:9", NULL);
    const struct frame napping[] = {LIBRARY("__clock_nanosleep", libc), LIBRARY("usleep", libc),
                                    OWN("main", 5)};
    check_path(napping, COUNT(napping), "main solver.c:5 > usleep", NULL);
}

static void knows_mpi_that_is_linked_in(void **state)
{
    (void)state;
    const struct frame frames[] = {OWN("MPIDI_progress_test", 700), OWN("PMPI_Wait", 30),
                                   OWN("exchange", 9), OWN("main", 5)};
    check_path(frames, COUNT(frames), "main solver.c:5 > exchange solver.c:9 > MPI_Wait",
               "MPI_Wait");
    const struct frame own[] = {OWN("mpi_exchange_", 9), OWN("MPI_CHECK", 8), OWN("main", 5)};
    check_path(own, COUNT(own), "main solver.c:5 > MPI_CHECK solver.c:8 > mpi_exchange_ solver.c:9",
               NULL);
}

static void leaves_out_the_start_of_threads(void **state)
{
    (void)state;
    const struct frame thread[] = {LIBRARY("epoll_wait", libc),
                                   LIBRARY("progress", "/usr/lib/libopen-pal.so.40"),
                                   LIBRARY("start_thread", libc), LIBRARY("clone3", libc)};
    check_path(thread, COUNT(thread), "progress", NULL);
    const struct frame bare[] = {LIBRARY("_dl_start", "/lib64/ld-linux-x86-64.so.2"),
                                 LIBRARY("_start", "/lib64/ld-linux-x86-64.so.2")};
    check_path(bare, COUNT(bare), "_start", NULL);
    check_path(bare, 0, "", NULL);
    const struct frame unknown[] = {{.module = "/home/me/libx.so", .offset = 16}, OWN("main", 5)};
    check_path(unknown, COUNT(unknown), "main solver.c:5 > ?? in libx.so+0x10", NULL);
}

static void names_functions(void **state)
{
    (void)state;
    static const struct {
        const char *function;
        bool in_library;
        const char *name;
    } cases[] = {
        {"MPI_Send", false, "MPI_Send"},
        {"PMPI_Type_create_struct", true, "MPI_Type_create_struct"},
        {"MPI_T_init_thread", true, "MPI_T_init_thread"},
        {"mpi_type_create_struct_", true, "MPI_Type_create_struct"},
        {"pmpi_allreduce__", true, "MPI_Allreduce"},
        {"MPI_ALLREDUCE", true, "MPI_Allreduce"},
        {"mpi_send_f08ts_", true, "MPI_Send"},
        {"pmpi_send_f08_", true, "MPI_Send"},
        {"__mpi_f08_MOD_mpi_wait_f08", true, "MPI_Wait"},
        {"ompi_type_size_f", true, "MPI_Type_size"},
        {"pompi_send_f", true, "MPI_Send"},
        {"mpi_send_", false, NULL},
        {"MPI_ALLREDUCE", false, NULL},
        {"ompi_request_wait_completion", true, NULL},
        {"MPIR_Wait", true, NULL},
        {"mpi_", true, NULL},
        {"MPI_", true, NULL},
        {"mpi__", true, NULL},
        {"", true, NULL},
        {NULL, true, NULL},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *name = stack_mpi_name(cases[i].function, cases[i].in_library, &arena);
        if ((name == NULL) != (cases[i].name == NULL) || (name && strcmp(name, cases[i].name) != 0))
            fail_msg("%s: %s", cases[i].function, name ? name : "(none)");
    }
    arena_free(&arena);
}

static void tells_whether_in_mpi(void **state)
{
    (void)state;
    static const char layout[] =
        "00401000-00402000 r-xp 00001000 00:00 0    /nowhere/app\n"
        "20000000-20001000 r-xp 00000000 00:00 0    /nowhere/libmpi.so.40\n"
        "30000000-30001000 r-xp 00000000 00:00 0    /nowhere/libc.so.6\n";
    struct symbols *symbols = NULL;
    struct error error = {0};
    assert_int_equal(symbols_open_maps(layout, &symbols, &error), 0);
    const uint64_t inside[] = {0x30000010, 0x20000010, 0x401010},
                   outside[] = {0x30000010, 0x401010};
    assert_int_equal(stack_mpi_depth(symbols, inside, 3), 2);
    assert_int_equal(stack_mpi_depth(symbols, outside, 2), 0);
    assert_int_equal(stack_mpi_depth(symbols, NULL, 0), 0);
    struct arena arena = {0};
    struct stack_path path;
    stack_path_make(symbols, inside, 3, UNWIND_LOST, &arena, &path);
    assert_true(path.in_mpi);
    assert_false(path.complete);
    assert_int_equal(path.count, 2);
    assert_string_equal(path.lines[1].function, "?? in libmpi.so.40+0x20000010");
    stack_path_make(symbols, outside, 2, UNWIND_COMPLETE, &arena, &path);
    assert_false(path.in_mpi);
    assert_true(path.complete);
    arena_free(&arena);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_at_the_call),
        cmocka_unit_test(sees_through_guests_and_fortran),
        cmocka_unit_test(shows_what_libraries_call),
        cmocka_unit_test(knows_mpi_that_is_linked_in),
        cmocka_unit_test(leaves_out_the_start_of_threads),
        cmocka_unit_test(names_functions),
        cmocka_unit_test(tells_whether_in_mpi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
