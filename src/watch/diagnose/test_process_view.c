#include "watch/sample/process_view.h"

#include "launch/descendants.h"
#include "watch/diagnose/stack_tree.h"
#include "watch/sample/stack_reader.h"
#include "watch/sample/test_children.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

static struct process_view *open_view(pid_t pid)
{
    struct process_view *view = NULL;
    struct error error = {0};
    if (process_view_open(pid, &view, &error) != SAMPLE_TAKEN)
        fail_msg("%s", error.text);
    return view;
}

/* Prints the functions of the main thread's path. */
static void print_view(struct process_view *view, pid_t pid, struct text *out)
{
    struct arena arena = {0};
    struct error error = {0};
    struct thread_stack stack;
    struct stack_path path;
    if (process_view_look_at(view, pid, &arena, &stack, &error) != SAMPLE_TAKEN)
        fail_msg("%s", error.text);
    process_view_path(view, &stack, &arena, &path);
    assert_int_equal(path.complete, stack.end == UNWIND_COMPLETE);
    text_clear(out);
    for (size_t i = 0; i < path.count; i++) {
        text_add(out, i ? " > " : "");
        text_add(out, path.lines[i].function);
    }
    arena_free(&arena);
}

static void check_view(struct process_view *view, pid_t pid, const char *wanted)
{
    struct text text;
    text_init(&text, 1 << 16);
    print_view(view, pid, &text);
    if (strncmp(text.data, "main > ", 7) != 0 || !strstr(text.data, wanted))
        fail_msg("no %s in %s", wanted, text.data);
    text_free(&text);
}

static __attribute__((noinline)) void work(struct shared *shared)
{
    atomic_store(&shared->ready, 1);
    while (!atomic_load(&shared->finish))
        atomic_fetch_add(&shared->counts, 1);
}

static __attribute__((noinline)) int fill(struct shared *shared)
{
    volatile char large[1 << 20]; /* larger than the first copy */
    large[0] = 1;
    large[sizeof large - 1] = 6;
    work(shared);
    return large[0] + large[sizeof large - 1];
}

static void sees_beyond_large_frames(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(fill, shared);
    child_wait_ready(shared);
    struct process_view *view = open_view(pid);
    for (int i = 0; i < 3; i++)
        check_view(view, pid, " > fill > work");
    process_view_close(view);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    shared_free(shared);
}

static struct shared *called;

static double work_back(double value)
{
    work(called);
    return value;
}

/* Loads a library on request, and waits in a function that this library calls. */
static int load_late(struct shared *shared)
{
    called = shared;
    atomic_store(&shared->ready, 1);
    while (!atomic_load(&shared->interrupted))
        nap_ms(1);
    void *library = dlopen(TUTTI_TEST_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    double (*call_back)(double (*)(double), double) = NULL;
    void *found = library ? dlsym(library, "late_call_back") : NULL;
    memcpy(&call_back, &found, sizeof found);
    if (!call_back)
        return 1;
    atomic_store(&shared->ready, 0);
    return (int)call_back(work_back, 7.0);
}

static void notices_new_libraries(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(load_late, shared);
    child_wait_ready(shared);
    struct process_view *view = open_view(pid);
    check_view(view, pid, " > load_late");
    atomic_store(&shared->interrupted, 1);
    while (atomic_load(&shared->counts) == 0)
        nap_ms(1);
    check_view(view, pid, " > load_late > late_call_back > work_back > work");
    process_view_close(view);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    shared_free(shared);
}

static void makes_a_tree(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pids[3];
    struct stack_tree tree = {0};
    struct stack_branch *branches;
    struct text text;
    for (int i = 0; i < 3; i++) {
        atomic_store(&shared->ready, 0);
        pids[i] = child_start(i == 1 ? load_late : fill, shared);
        child_wait_ready(shared);
    }
    for (int rank = 0; rank < 3; rank++) {
        struct process_view *view = open_view(pids[rank]);
        struct arena arena = {0};
        struct error error = {0};
        struct thread_stack *stacks = NULL;
        struct stack_path path;
        size_t count = 0;
        assert_int_equal(process_view_look(view, &arena, &stacks, &count, &error), SAMPLE_TAKEN);
        assert_int_equal(count, 1);
        assert_int_equal(stacks->mpi_depth, 0);
        process_view_path(view, stacks, &arena, &path);
        stack_tree_add_path(&tree, rank, &path);
        arena_free(&arena);
        process_view_close(view);
    }
    text_init(&text, 1 << 16);
    size_t count = stack_tree_list(&tree, &tree.arena, &branches);
    for (size_t i = 0; i < count; i++)
        text_addf(&text, "%*s%s  %s\n", 2 * branches[i].depth, "", branches[i].ranks,
                  branches[i].where);
    assert_int_equal(strncmp(text.data, "0-2  main test_process_view.c:", 30), 0);
    assert_non_null(strstr(text.data, " > makes_a_tree test_process_view.c:"));
    assert_non_null(strstr(text.data, "\n  0,2  fill test_process_view.c:"));
    assert_non_null(strstr(text.data, "\n  1  load_late test_process_view.c:"));
    text_free(&text);
    stack_tree_free(&tree);
    for (int i = 0; i < 3; i++)
        child_kill(pids[i]);
    shared_free(shared);
}

static void says_that_nothing_is_there(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(fill, shared);
    child_wait_ready(shared);
    struct process_view *view = open_view(pid), *none = NULL;
    child_kill(pid);
    struct arena arena = {0};
    struct error error = {0};
    struct thread_stack *stacks = NULL;
    size_t count = 0;
    assert_int_equal(process_view_look(view, &arena, &stacks, &count, &error), SAMPLE_ENDED);
    assert_null(stacks);
    assert_int_equal(process_view_open(pid, &none, &error), SAMPLE_ENDED);
    assert_non_null(strstr(error.text, "there is no process"));
    assert_null(none);
    process_view_close(view);
    process_view_close(NULL);
    arena_free(&arena);
    shared_free(shared);
}

static int fill_as_another(struct shared *shared)
{
    if (setresgid(65534, 65534, 65534) != 0 || setresuid(65534, 65534, 65534) != 0)
        return 98;
    return fill(shared);
}

/* If the owner of a process cannot be determined, such as one that ends meanwhile, it does not
 * count as root's own. */
static void reads_nothing_in_doubt(pid_t pid)
{
    struct rlimit before, few;
    uid_t user = 0;
    gid_t group = 0;
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    bool needed = stack_reader_needed(pid, &user, &group);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_true(needed);
    assert_int_equal(user, STACK_READER_UNKNOWN);
    pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    assert_int_equal(waitpid(gone, NULL, 0), gone);
    assert_true(stack_reader_needed(gone, &user, &group));
    assert_int_equal(user, STACK_READER_UNKNOWN);
}

/* Root does not read the files of another user's process: see stack_reader.h. */
static void sees_another_users_process(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    struct shared *shared = shared_make();
    struct arena arena = {0};
    struct error error = {0};
    struct thread_stack stack;
    struct location place = {0};
    uid_t user = 0;
    gid_t group = 0;
    pid_t pid = child_start(fill_as_another, shared);
    child_wait_ready(shared);
    assert_true(stack_reader_needed(pid, &user, &group));
    assert_int_equal(user, 65534);
    assert_false(stack_reader_needed(getpid(), &user, &group));
    reads_nothing_in_doubt(pid);
    struct process_view *view = open_view(pid);
    check_view(view, pid, " > fill_as_another > fill > work");
    assert_int_equal(process_view_look_at(view, pid, &arena, &stack, &error), SAMPLE_TAKEN);
    process_view_place(view, stack.pcs, stack.pc_count, false, &arena, &place);
    assert_string_equal(place.function, "work");
    assert_non_null(strstr(place.file, "test_process_view.c"));
    assert_true(place.line > 0 && place.stack_count >= 4);
    arena_free(&arena);
    process_view_close(view);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    shared_free(shared);
}

/* The user has stopped the reader, and there are more questions than fit into a socket. */
static void gives_up_a_reader_that_is_silent(void **state)
{
    (void)state;
    static unsigned char bytes[SAMPLE_STACK_MAX];
    const struct unwind_input input = {.bytes = bytes, .size = sizeof bytes};
    struct stack_reader *reader;
    struct error error = {0};
    enum unwind_end end;
    uint64_t pcs[4];
    size_t count, depth;
    if (geteuid() != 0)
        skip();
    static const char maps[] = "00401000-00402000 r-xp 00001000 00:00 0 /nowhere/app\n";
    if (stack_reader_open(maps, 65534, 65534, &reader, &error) != 0)
        fail_msg("%s", error.text);
    struct descendants children = descendants_find(NULL);
    assert_int_equal(children.count, 1);
    assert_int_equal(kill(children.items[0].pid, SIGSTOP), 0);
    descendants_free(&children);
    alarm(120);
    assert_int_equal(stack_reader_unwind(reader, &input, pcs, 4, &count, &end, &depth, &error), -1);
    alarm(0);
    stack_reader_close(reader);
    assert_int_equal(waitpid(-1, NULL, 0), -1);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], STACK_READER_WORD) == 0)
        return stack_reader_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_beyond_large_frames),
        cmocka_unit_test(notices_new_libraries),
        cmocka_unit_test(makes_a_tree),
        cmocka_unit_test(says_that_nothing_is_there),
        cmocka_unit_test(sees_another_users_process),
        cmocka_unit_test(gives_up_a_reader_that_is_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
