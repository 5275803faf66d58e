/* Tests of board.h, together with the side of the processes (runtime/beacon/attach.h): who gets a
 * board, whose board is accepted, and that its memory exists before it is used. */
#include "watch/sample/board.h"

#include "launch/descendants.h"
#include "runtime/beacon/attach.h"
#include "runtime/beacon/path.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { STRANGER = 65534 };

static void create(struct board *board)
{
    struct error error;
    assert_int_equal(board_create(board, &error), 0);
    setenv(BEACON_VARIABLE, board->job, 1);
}

static void detach(struct beacon_file *file)
{
    munmap(file, sizeof *file);
}

static size_t descriptors(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void test_processes_share_a_board(void **state)
{
    (void)state;
    struct board board;
    uint32_t first, second;
    create(&board);
    size_t before = descriptors();
    struct beacon_file *one = attach_board(&first), *two = attach_board(&second);
    assert_non_null(one);
    assert_non_null(two);
    /* The thread that hands out the board closes its ends of the connections a moment later. */
    for (int waits = 0; descriptors() != before && waits < 60000; waits++)
        usleep(1000);
    assert_int_equal(descriptors(), before);
    assert_int_equal(first, 0);
    assert_int_equal(second, 1);
    assert_int_equal(board_count(&board), 2);
    assert_int_equal(one->monitor, getpid());
    one->processes[second].rank = 17;
    assert_int_equal(two->processes[second].rank, 17);
    assert_int_equal(board.file->processes[second].rank, 17);
    detach(one);
    detach(two);
    board_close(&board);
    assert_null(attach_board(&first));
}

/* Otherwise the core file of a rank would contain the whole board, even the parts without
 * memory. */
static void test_boards_are_not_dumped(void **state)
{
    (void)state;
    struct board board;
    uint32_t place;
    size_t boards = 0, dumped = 0;
    bool within = false;
    char line[512];
    create(&board);
    struct beacon_file *file = attach_board(&place);
    FILE *maps = fopen("/proc/self/smaps", "re");
    assert_non_null(file);
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps)) {
        if (strstr(line, "/memfd:tutti-watch")) {
            within = true;
            boards++;
        } else if (within && strncmp(line, "VmFlags:", 8) == 0) {
            within = false;
            dumped += !strstr(line, " dd");
        }
    }
    fclose(maps);
    assert_int_equal(boards, 2);
    assert_int_equal(dumped, 0);
    detach(file);
    board_close(&board);
}

static size_t reserved(const struct board *board)
{
    struct stat status;
    fstat(board->memory, &status);
    return (size_t)status.st_blocks * 512;
}

static void test_memory_is_reserved_before_it_is_touched(void **state)
{
    (void)state;
    struct board board;
    uint32_t place;
    create(&board);
    size_t header = reserved(&board);
    assert_true(header >= offsetof(struct beacon_file, processes));
    assert_true(header < sizeof *board.file / 8);
    struct beacon_file *file = attach_board(&place);
    assert_non_null(file);
    size_t both = reserved(&board);
    assert_true(both + 4 * 4096 >= header + sizeof *file->processes + sizeof *file->visits);
    memset(&file->processes[place], 1, sizeof *file->processes);
    memset(file->visits[place], 1, sizeof *file->visits);
    assert_int_equal(reserved(&board), both);
    detach(file);
    board_close(&board);
}

static void test_no_process_beyond_the_room(void **state)
{
    (void)state;
    struct board board;
    uint32_t place;
    create(&board);
    atomic_store(&board.file->claimed, BEACON_PROCESSES - 1);
    struct beacon_file *file = attach_board(&place);
    assert_non_null(file);
    assert_int_equal(place, BEACON_PROCESSES - 1);
    detach(file);
    assert_null(attach_board(&place));
    assert_int_equal(board_count(&board), BEACON_PROCESSES);
    board_close(&board);
}

/* Makes memory that does not have the form of a board. */
static int bad_memory(off_t size, mode_t mode, int seals)
{
    int memory = memfd_create("bad", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    assert_int_equal(ftruncate(memory, size), 0);
    assert_int_equal(fchmod(memory, mode), 0);
    assert_int_equal(fcntl(memory, F_ADD_SEALS, seals), 0);
    return memory;
}

static void test_only_a_whole_board_is_believed(void **state)
{
    (void)state;
    const off_t size = sizeof(struct beacon_file);
    const int bad[] = {bad_memory(size - 1, 0600, F_SEAL_SHRINK),
                       bad_memory(size, 0600, F_SEAL_GROW), bad_memory(size, 0640, F_SEAL_SHRINK),
                       bad_memory(size, 0600, F_SEAL_SHRINK),
                       open("/dev/null", O_RDWR | O_CLOEXEC)};
    struct board board;
    uint32_t place;
    create(&board);
    int own = board.memory;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        board.memory = bad[i];
        assert_null(attach_board(&place)); /* even if only the content is wrong */
        close(bad[i]);
    }
    board.memory = own;
    struct beacon_file *file = attach_board(&place);
    assert_non_null(file);
    detach(file);
    board_close(&board);
}

/* Returns whether the child ended with success. */
static bool succeeded(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void become_stranger(void)
{
    if (setresgid(STRANGER, STRANGER, STRANGER) != 0 ||
        setresuid(STRANGER, STRANGER, STRANGER) != 0)
        _exit(9);
}

/* Asks as a process of the job does, without checking who answers. */
static void test_another_user_gets_no_board(void **state)
{
    (void)state;
    struct board board;
    char byte;
    struct sockaddr_un address;
    if (geteuid() != 0)
        skip();
    create(&board);
    pid_t child = fork();
    if (child == 0) {
        become_stranger();
        socklen_t length = beacon_address(board.job, &address);
        int connection = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(connection, (struct sockaddr *)&address, length) != 0)
            _exit(2);
        _exit(recv(connection, &byte, 1, 0) == 0 ? 0 : 1);
    }
    assert_true(succeeded(child));
    assert_int_equal(board_count(&board), 0);
    board_close(&board);
}

static void test_the_board_of_another_user_is_not_believed(void **state)
{
    (void)state;
    struct board board;
    struct error error;
    uint32_t place;
    char byte = 0;
    int ready[2], over[2];
    if (geteuid() != 0)
        skip();
    assert_int_equal(pipe(ready) | pipe(over), 0);
    pid_t child = fork();
    if (child == 0) {
        become_stranger();
        close(over[1]);
        bool made = board_create(&board, &error) == 0;
        if (!made || write(ready[1], board.job, strlen(board.job) + 1) < 0)
            _exit(2);
        (void)!read(over[0], &byte, 1);
        _exit(board_count(&board) == 0 ? 0 : 1);
    }
    char job[64] = "";
    assert_true(read(ready[0], job, sizeof job - 1) > 0);
    setenv(BEACON_VARIABLE, job, 1);
    assert_null(attach_board(&place));
    close(over[1]);
    assert_true(succeeded(child));
    close(over[0]);
    close(ready[0]);
    close(ready[1]);
}

/* The monitor has stopped: the rank continues without it. */
static void test_nobody_waits_for_ever(void **state)
{
    (void)state;
    struct sockaddr_un address;
    uint32_t place;
    char job[32];
    snprintf(job, sizeof job, "silent-%d", (int)getpid());
    setenv(BEACON_VARIABLE, job, 1);
    socklen_t length = beacon_address(job, &address);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, length), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_null(attach_board(&place)); /* ten seconds later */
    close(listener);
}

/* A monitor that never becomes independent. */
static void test_nobody_waits_for_a_start(void **state)
{
    (void)state;
    uint32_t place;
    int subreaper = 0, status;
    char job[32];
    snprintf(job, sizeof job, "no-monitor-%d", (int)getpid());
    prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    setenv(BEACON_VARIABLE, job, 1);
    setenv(BEACON_MONITOR, "/bin/sleep 120", 1);
    assert_null(attach_board(&place)); /* twenty seconds later */
    unsetenv(BEACON_MONITOR);
    assert_int_equal(waitpid(-1, &status, WNOHANG), 0); /* the monitor still sleeps */
    struct descendants left = descendants_find(NULL);
    assert_int_equal(left.count, 1);
    assert_int_equal(kill(left.items[0].pid, SIGKILL), 0);
    assert_int_equal(waitpid(left.items[0].pid, &status, 0), left.items[0].pid);
    descendants_free(&left);
    prctl(PR_SET_CHILD_SUBREAPER, subreaper);
}

/* The monitor would mistake the process for another one. */
static void test_no_board_where_numbers_are_others(void **state)
{
    (void)state;
    struct board board;
    uint32_t place;
    create(&board);
    pid_t child = fork();
    if (child == 0) {
        if (unshare(CLONE_NEWPID) != 0)
            _exit(77);
        pid_t first = fork(); /* the first process of a namespace of its own */
        if (first == 0)
            _exit(attach_board(&place) ? 1 : 0);
        int status;
        _exit(waitpid(first, &status, 0) == first && WIFEXITED(status) ? WEXITSTATUS(status) : 2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(board_count(&board), 0);
    board_close(&board);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skip();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void test_names_differ(void **state)
{
    (void)state;
    struct board one, two;
    create(&one);
    create(&two);
    assert_string_not_equal(one.job, two.job);
    assert_int_equal(strlen(one.job), 32);
    board_close(&one);
    board_close(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes_share_a_board),
        cmocka_unit_test(test_boards_are_not_dumped),
        cmocka_unit_test(test_memory_is_reserved_before_it_is_touched),
        cmocka_unit_test(test_no_process_beyond_the_room),
        cmocka_unit_test(test_only_a_whole_board_is_believed),
        cmocka_unit_test(test_another_user_gets_no_board),
        cmocka_unit_test(test_the_board_of_another_user_is_not_believed),
        cmocka_unit_test(test_nobody_waits_for_ever),
        cmocka_unit_test(test_nobody_waits_for_a_start),
        cmocka_unit_test(test_no_board_where_numbers_are_others),
        cmocka_unit_test(test_names_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
