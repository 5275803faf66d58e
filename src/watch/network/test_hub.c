/* Tests of hub.h and node.h: the hub trusts a node that knows the secret; a monitor saves core
 * files only if it was started with a folder for them. The node is a child of this process. */
#include "watch/network/hub.h"

#include "base/clock.h"
#include "base/file.h"
#include "watch/network/node.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const double PATIENCE = 60;

static struct tracker tracker;
static struct hub *hub;
static pid_t rank, monitor;

static int set_up(void **state)
{
    struct error error;
    (void)state;
    tracker_start(&tracker, clock_seconds());
    hub = hub_open("127.0.0.1", 2, &tracker, &error);
    rank = fork();
    if (rank == 0) {
        execlp("sleep", "sleep", "1000", (char *)NULL); /* its core file is small */
        _exit(127);
    }
    return hub && rank > 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    kill(rank, SIGKILL);
    kill(monitor, SIGKILL);
    waitpid(rank, NULL, 0);
    waitpid(monitor, NULL, 0);
    hub_close(hub);
    tracker_free(&tracker);
    return 0;
}

/* A process on another node, and its monitor. */
static void start_monitor(const struct secret *secret, const char *cores)
{
    monitor = fork();
    assert_true(monitor >= 0);
    if (monitor > 0)
        return;
    struct board board;
    struct error error;
    if (board_private(&board, &error) != 0)
        _exit(2);
    board.file->processes[0].pid = rank;
    atomic_store(&board.file->processes[0].state, BEACON_RUNNING);
    atomic_store(&board.file->claimed, 1);
    node_run(&(struct node_options){
        .addresses = hub_addresses(hub), .secret = secret, .cores = cores, .board = &board});
    _exit(0);
}

/* Returns the next note of the hub for the user, to be freed; NULL: none came in time. */
static char *next_note(void)
{
    char *note = NULL;
    for (double end = clock_seconds() + PATIENCE; !note && clock_seconds() < end; usleep(10000)) {
        hub_pump(hub, clock_seconds());
        note = hub_note(hub);
    }
    return note;
}

static void await_process(void)
{
    for (double end = clock_seconds() + PATIENCE; tracker.count == 0 && clock_seconds() < end;
         usleep(10000))
        hub_pump(hub, clock_seconds());
    assert_int_equal(tracker.count, 1);
}

static void test_no_core(void **state)
{
    (void)state;
    start_monitor(hub_secret(hub), NULL);
    await_process();
    hub_save(hub, tracker.processes[0]);
    char *note = next_note();
    assert_non_null(note);
    assert_non_null(strstr(note, "the job was not started with --core"));
    free(note);
}

/* gcore makes the file, or a note says that there is none. */
static void test_core(void **state)
{
    (void)state;
    char *folder;
    struct error error;
    assert_int_equal(file_make_temporary("tutti-test-hub-", &folder, &error), 0);
    start_monitor(hub_secret(hub), folder);
    await_process();
    hub_save(hub, tracker.processes[0]);
    char *note = next_note();
    assert_non_null(note);
    assert_non_null(strstr(note, "core file of rank 0: "));
    if (note[0] == 'c')
        assert_non_null(strstr(note, folder));
    free(note);
    assert_int_equal(file_remove_directory(folder, &error), 0);
    free(folder);
}

static void test_stranger(void **state)
{
    (void)state;
    struct secret other;
    secret_make(&other);
    start_monitor(&other, NULL);
    for (int i = 0; i < 100; i++) {
        hub_pump(hub, clock_seconds());
        usleep(10000);
    }
    assert_int_equal(hub_nodes(hub), 0);
    assert_int_equal(tracker.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_no_core, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_core, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stranger, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
