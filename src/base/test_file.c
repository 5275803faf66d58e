#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/test_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int entries(const char *path)
{
    DIR *directory = opendir(path);
    if (!directory)
        abort();
    int count = -2; /* . and .. */
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

static void assert_content(const char *path, const char *content)
{
    struct error error = {0};
    char *bytes;
    size_t length;
    if (file_read(path, 1 << 20, &bytes, &length, &error) != 0)
        fail_msg("%s", error.text);
    assert_int_equal(length, strlen(content));
    assert_memory_equal(bytes, content, length + 1);
    free(bytes);
}

static void put(const char *path, const char *content)
{
    struct error error = {0};
    if (file_write(path, content, strlen(content), &error) != 0)
        fail_msg("%s", error.text);
}

static void written_is_what_is_read(void **state)
{
    (void)state;
    struct error error = {0};
    char bytes[100000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    assert_int_equal(file_write("a", bytes, sizeof bytes, &error), 0);
    char *read_back;
    size_t length;
    assert_int_equal(file_read("a", sizeof bytes, &read_back, &length, &error), 0);
    assert_int_equal(length, sizeof bytes);
    assert_memory_equal(read_back, bytes, sizeof bytes);
    assert_int_equal(read_back[length], '\0');
    free(read_back);
    assert_int_equal(file_read("a", sizeof bytes, &read_back, NULL, &error), 0);
    free(read_back);
    assert_int_equal(entries("."), 1);

    put("a", "");
    assert_content("a", "");
}

static void replacing_keeps_mode_and_link(void **state)
{
    (void)state;
    umask(022);
    put("new", "x");
    struct stat status;
    assert_int_equal(stat("new", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);

    assert_int_equal(chmod("new", 0600), 0);
    assert_int_equal(mkdir("elsewhere", 0777), 0);
    assert_int_equal(symlink("../new", "elsewhere/link"), 0);
    put("elsewhere/link", "through the link");
    assert_content("new", "through the link");
    assert_int_equal(stat("new", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(lstat("elsewhere/link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(entries("elsewhere"), 1);
}

static void a_reader_never_sees_half(void **state)
{
    (void)state;
    put("a", "old");
    int before = open("a", O_RDONLY);
    put("a", "new and longer");
    char seen[32] = "";
    assert_int_equal(read(before, seen, sizeof seen - 1), 3);
    assert_string_equal(seen, "old"); /* a process that has the old file open still sees it */
    close(before);
    assert_content("a", "new and longer");
}

static void a_name_as_long_as_can_be(void **state)
{
    (void)state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    put(name, "x");
    assert_content(name, "x");
    assert_int_equal(entries("."), 1);
}

static void a_temporary_name_that_is_taken(void **state)
{
    (void)state;
    char *taken = memory_printf(".tutti-%ld-0.tmp", (long)getpid());
    assert_int_equal(symlink("victim", taken), 0); /* as another user might leave it in /tmp */
    put("a", "x");
    assert_content("a", "x");
    assert_int_equal(access("victim", F_OK), -1);
    assert_int_equal(entries("."), 2);
    free(taken);
}

static void a_full_disk_leaves_the_old_file_and_nothing_else(void **state)
{
    (void)state;
    put("a", "old");
    static char large[1 << 20];
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 4096;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    struct error error = {0}, new_error = {0};
    int result = file_write("a", large, sizeof large, &error);
    int new_result = file_write("b", large, sizeof large, &new_error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);

    assert_int_equal(result, -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot write a: File too large");
    assert_content("a", "old");
    assert_int_equal(new_result, -1);
    assert_int_equal(access("b", F_OK), -1);
    assert_int_equal(entries("."), 1);
}

static void devices_are_written_in_place(void **state)
{
    (void)state;
    struct error error = {0};
    assert_int_equal(file_write("/dev/full", "x", 1, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot write /dev/full: No space left on device");
    assert_int_equal(file_write("/dev/null", "x", 1, &error), 0);
    struct stat status;
    assert_int_equal(lstat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));

    /* A missing name below /dev must not become a file. */
    assert_int_equal(file_write("/dev/tutti-not-there", "x", 1, &error), -1);
    assert_int_equal(access("/dev/tutti-not-there", F_OK), -1);

    /* Shared memory is a place for files like any other. */
    char *shared = memory_printf("/dev/shm/tutti-test-%ld", (long)getpid());
    put(shared, "x");
    assert_content(shared, "x");
    assert_int_equal(unlink(shared), 0);
    free(shared);

    assert_int_equal(mkfifo("pipe", 0600), 0);
    int reading = open("pipe", O_RDONLY | O_NONBLOCK);
    put("pipe", "through");
    char seen[16] = "";
    assert_int_equal(read(reading, seen, sizeof seen), 7);
    assert_string_equal(seen, "through");
    close(reading);
    assert_int_equal(lstat("pipe", &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
}

static void a_descriptor_by_name_is_appended_to(void **state)
{
    (void)state;
    int descriptor = open("a", O_WRONLY | O_CREAT, 0666);
    assert_int_equal(write(descriptor, "one ", 4), 4);
    char *path = memory_printf("/dev/fd/%d", descriptor);
    put(path, "two");
    free(path);
    close(descriptor);
    assert_content("a", "one two");
}

static void dash_is_standard_output(void **state)
{
    (void)state;
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error = {0};
        if (!freopen("out", "w", stdout))
            _exit(10);
        printf("buffered, "); /* this still comes out first */
        if (file_write("-", "direct", 6, &error) != 0 ||
            file_write("/dev/stdout", ", again", 7, &error) != 0)
            _exit(11);
        if (!freopen("/dev/full", "w", stdout))
            _exit(12);
        if (file_write("-", "x", 1, &error) != -1 || error.kind != ERROR_FAILED ||
            strcmp(error.text, "cannot write to standard output: No space left on device") != 0)
            _exit(13);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_content("out", "buffered, direct, again");
    assert_int_equal(entries("."), 1);
}

static void a_non_blocking_descriptor_is_waited_for(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error = {0};
        static char bytes[SIZE];
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(file_write("-", bytes, sizeof bytes, &error) == 0 ? 0 : 1);
    }
    close(ends[1]);
    size_t total = 0;
    char bytes[4096];
    for (ssize_t got; (got = read(ends[0], bytes, sizeof bytes)) != 0;) {
        if (got > 0)
            total += (size_t)got;
        else if (errno == EAGAIN)
            usleep(100);
    }
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(total, SIZE);
}

static void a_stream_is_seen_at_commit(void **state)
{
    (void)state;
    struct error error = {0};
    struct file_stream *stream;
    put("a", "old");
    assert_int_equal(file_stream_open("a", &stream, &error), 0);
    for (int i = 0; i < 100000; i++)
        file_stream_write(stream, "0123456789", 10);
    file_stream_write(stream, NULL, 0);
    assert_int_equal(file_stream_flush(stream, &error), 0);
    assert_content("a", "old");
    assert_int_equal(entries("."), 2);
    assert_int_equal(file_stream_commit(stream, &error), 0);
    assert_int_equal(entries("."), 1);
    char *bytes;
    size_t length;
    assert_int_equal(file_read("a", 1 << 20, &bytes, &length, &error), 0);
    assert_int_equal(length, 1000000);
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != (char)('0' + i % 10))
            fail_msg("byte %zu is wrong", i);
    free(bytes);
}

static void an_abandoned_stream_leaves_nothing(void **state)
{
    (void)state;
    struct error error = {0};
    struct file_stream *stream;
    put("a", "old");
    assert_int_equal(file_stream_open("a", &stream, &error), 0);
    file_stream_write(stream, "new", 3);
    file_stream_abandon(stream);
    assert_content("a", "old");
    assert_int_equal(file_stream_open("b", &stream, &error), 0);
    file_stream_abandon(stream);
    assert_int_equal(entries("."), 1);
}

static void a_stream_remembers_why_it_failed(void **state)
{
    (void)state;
    struct error error = {0};
    struct file_stream *stream;
    static char large[1 << 20];
    assert_int_equal(file_stream_open("/dev/full", &stream, &error), 0);
    file_stream_write(stream, large, sizeof large);
    errno = 0; /* whatever happens meanwhile */
    assert_int_equal(file_stream_flush(stream, &error), -1);
    assert_string_equal(error.text, "cannot write /dev/full: No space left on device");
    error = (struct error){0};
    assert_int_equal(file_stream_commit(stream, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot write /dev/full: No space left on device");

    /* The name is taken by a directory between open and commit. */
    assert_int_equal(file_stream_open("a", &stream, &error), 0);
    file_stream_write(stream, "x", 1);
    assert_int_equal(mkdir("a", 0777), 0);
    assert_int_equal(file_stream_commit(stream, &error), -1);
    assert_string_equal(error.text, "cannot write a: Is a directory");
    assert_int_equal(entries("."), 1);
}

static void what_cannot_be_written(void **state)
{
    (void)state;
    struct error error = {0};
    put("file", "x");
    assert_int_equal(file_write("file/below", "y", 1, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot write file/below: Not a directory");
    assert_int_equal(file_write("absent/below", "y", 1, &error), -1);
    assert_string_equal(error.text, "cannot write absent/below: No such file or directory");
    assert_int_equal(mkdir("directory", 0777), 0);
    assert_int_equal(file_write("directory", "y", 1, &error), -1);
    assert_string_equal(error.text, "cannot write directory: Is a directory");
    assert_int_equal(file_write("", "y", 1, &error), -1);
    assert_content("file", "x");
    assert_int_equal(entries("."), 2);
    assert_int_equal(entries("directory"), 0);
}

static void what_cannot_be_read(void **state)
{
    (void)state;
    struct error error = {0};
    char *bytes = (char *)state;
    size_t length = 77;
    assert_int_equal(file_read("absent", 10, &bytes, &length, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot read absent: No such file or directory");
    assert_int_equal(file_read("/", 10, &bytes, &length, &error), -1);
    assert_string_equal(error.text, "cannot read /: Is a directory");
    put("a", "12345678901");
    assert_int_equal(file_read("a", 10, &bytes, &length, &error), -1);
    assert_string_equal(error.text, "a is larger than the limit of 10 bytes");
    /* Outputs are set only on success. */
    assert_ptr_equal(bytes, state);
    assert_int_equal(length, 77);
    put("a", "1234567890");
    assert_int_equal(file_read("a", 10, &bytes, &length, &error), 0);
    assert_int_equal(length, 10);
    free(bytes);
    assert_int_equal(file_read("/dev/zero", 100000, &bytes, &length, &error), -1); /* endless */
}

static void directories(void **state)
{
    (void)state;
    struct error error = {0};
    struct stat status;
    assert_int_equal(file_make_directory("a/b//c/", &error), 0);
    assert_int_equal(stat("a/b/c", &status), 0);
    assert_true(S_ISDIR(status.st_mode));
    assert_int_equal(file_make_directory("a/b/c", &error), 0);
    assert_int_equal(file_make_directory("/", &error), 0);
    assert_int_equal(file_make_directory(".", &error), 0);
    char *absolute = memory_printf("%s/x/y", (char *)*state);
    assert_int_equal(file_make_directory(absolute, &error), 0);
    assert_int_equal(stat("x/y", &status), 0);
    free(absolute);

    put("file", "x");
    assert_int_equal(file_make_directory("file", &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot make the directory file: Not a directory");
    assert_int_equal(file_make_directory("file/below", &error), -1);
    assert_string_equal(error.text, "cannot make the directory file: Not a directory");
    assert_int_equal(file_make_directory("", &error), -1);
    assert_int_equal(file_make_directory("/proc/tutti/x", &error), -1);
    assert_non_null(strstr(error.text, "/proc/tutti: "));
}

static void temporary_directories(void **state)
{
    struct error error;
    char *one, *other;
    setenv("TMPDIR", *state, 1);
    assert_int_equal(file_make_temporary("tutti-x-", &one, &error), 0);
    assert_int_equal(file_make_temporary("tutti-x-", &other, &error), 0);
    assert_string_not_equal(one, other);
    assert_memory_equal(one, *state, strlen(*state));
    assert_memory_equal(one + strlen(*state), "/tutti-x-", 9);
    assert_int_equal(access(one, W_OK), 0);
    free(one);
    free(other);
    setenv("TMPDIR", "/nowhere", 1);
    assert_int_equal(file_make_temporary("tutti-x-", &one, &error), -1);
    assert_non_null(strstr(error.text, "/nowhere/tutti-x-"));
    unsetenv("TMPDIR");
}

static void installed_files_lie_beside_the_command(void **state)
{
    (void)state;
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = '\0';
    for (int i = 0; i < 2; i++)
        *strrchr(self, '/') = '\0';
    char *expected = memory_printf("%s/lib/tutti/x.so", self);
    char *path = file_installed("lib/tutti/x.so");
    assert_string_equal(path, expected);
    free(path);
    free(expected);
}

/* These replace the functions of libc. */
static struct {
    char calls[8];
    int failure; /* of fsync(); 0: none */
} disk;

static void disk_note(char call)
{
    size_t length = strlen(disk.calls);
    if (length + 1 < sizeof disk.calls)
        disk.calls[length] = call;
}

int fsync(int file)
{
    struct stat status;
    disk_note(fstat(file, &status) == 0 && S_ISDIR(status.st_mode) ? 'd' : 'f');
    errno = disk.failure;
    return disk.failure ? -1 : 0;
}

int rename(const char *from, const char *to)
{
    disk_note('r');
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

static void what_is_kept_is_on_the_disk_before_its_name(void **state)
{
    (void)state;
    struct error error = {0};
    memset(&disk, 0, sizeof disk);
    assert_int_equal(file_keep("a", "old", 3, &error), 0);
    assert_string_equal(disk.calls, "frd");
    memset(&disk, 0, sizeof disk);
    put("b", "scratch");
    assert_string_equal(disk.calls, "r");
    /* A disk that fails leaves the old file, and nothing else. */
    disk.failure = EIO;
    assert_int_equal(file_keep("a", "new", 3, &error), -1);
    assert_non_null(strstr(error.text, "cannot write a"));
    assert_content("a", "old");
    assert_int_equal(entries("."), 2);
    /* A file system that does not support this is not one that fails. */
    disk.failure = EINVAL;
    assert_int_equal(file_keep("a", "new", 3, &error), 0);
    assert_content("a", "new");
    /* All files below a folder. */
    assert_int_equal(file_make_directory("tree/leaf", &error), 0);
    put("tree/leaf/one", "1");
    memset(&disk, 0, sizeof disk);
    assert_int_equal(file_sync_tree("tree", &error), 0);
    assert_string_equal(disk.calls, "fdd");
    assert_int_equal(file_keep("-", "", 0, &error), 0);
    assert_int_equal(file_keep("/dev/null", "x", 1, &error), 0);
    assert_string_equal(disk.calls, "fdd");
}

/* Makes a folder as another process would; with `gone`, that process has ended. */
static char *left_behind(bool gone)
{
    char *path = NULL;
    struct error error = {0};
    int line[2];
    assert_int_equal(pipe(line), 0);
    if (gone && fork() == 0) {
        bool made = file_make_temporary_in(".", "tutti-test-", &path, &error) == 0;
        _exit(made && write(line[1], path, strlen(path)) > 0 ? 0 : 1);
    }
    close(line[1]);
    char name[256] = "";
    if (gone)
        assert_true(read(line[0], name, sizeof name - 1) > 0);
    else
        assert_int_equal(file_make_temporary_in(".", "tutti-test-", &path, &error), 0);
    close(line[0]);
    while (gone && wait(NULL) < 0 && errno == EINTR)
        ;
    return gone ? memory_copy(name) : path;
}

static void what_killed_commands_left_is_removed(void **state)
{
    (void)state;
    struct error error = {0};
    char *living = left_behind(false), *gone = left_behind(true), *path;
    char *kept = memory_printf("%s/kept", gone), *link = memory_printf("%s-x", gone);
    char *file = memory_printf("tutti-%s", gone + strlen("./tutti-test-"));
    char *foreign = memory_copy(gone);
    put(kept, "x");
    /* No folder of this user: one of another user, one of another machine, a link, a file, another
     * name. */
    foreign[strlen("./tutti-test-")] = foreign[strlen("./tutti-test-")] == '0' ? '1' : '0';
    assert_int_equal(mkdir(foreign, 0700), 0);
    assert_int_equal(mkdir("tutti-test-ABCDEF", 0700), 0);
    assert_int_equal(mkdir("mine", 0700), 0);
    put("mine/kept", "x");
    link[strlen(link) - 3] = link[strlen(link) - 3] == 'a' ? 'b' : 'a';
    link[strlen(link) - 2] = '\0';
    assert_int_equal(symlink("mine", link), 0);
    put(file, "x");
    assert_int_equal(file_make_temporary_in(".", "tutti-more-", &path, &error), 0);
    assert_int_not_equal(access(gone, F_OK), 0);
    assert_int_equal(access(living, F_OK), 0);
    assert_int_equal(access(foreign, F_OK), 0);
    assert_int_equal(access("tutti-test-ABCDEF", F_OK), 0);
    assert_int_equal(access("mine/kept", F_OK), 0);
    assert_int_equal(access(link, F_OK), 0);
    assert_int_equal(access(file, F_OK), 0);
    free(living);
    free(gone);
    free(kept);
    free(link);
    free(file);
    free(foreign);
    free(path);
}

/* Memory that processes share keeps its size, and only the user can open it. */
static void memory_keeps_its_size(void **state)
{
    struct stat status;
    (void)state;
    int memory = file_make_memory("tutti-check", 5000);
    assert_true(memory >= 0 && fstat(memory, &status) == 0);
    assert_int_equal(status.st_size, 5000);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(ftruncate(memory, 0), -1);
    assert_int_equal(ftruncate(memory, 6000), -1);
    assert_int_equal(pwrite(memory, "x", 1, 4999), 1);
    close(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(written_is_what_is_read, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(replacing_keeps_mode_and_link, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_reader_never_sees_half, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(a_name_as_long_as_can_be, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(a_temporary_name_that_is_taken, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_the_old_file_and_nothing_else,
                                        directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(devices_are_written_in_place, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_descriptor_by_name_is_appended_to, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(dash_is_standard_output, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(a_non_blocking_descriptor_is_waited_for, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_stream_is_seen_at_commit, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(an_abandoned_stream_leaves_nothing, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_stream_remembers_why_it_failed, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(what_cannot_be_written, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(what_cannot_be_read, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(directories, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(temporary_directories, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(what_is_kept_is_on_the_disk_before_its_name,
                                        directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(what_killed_commands_left_is_removed, directory_enter,
                                        directory_leave),
        cmocka_unit_test(memory_keeps_its_size),
        cmocka_unit_test(installed_files_lie_beside_the_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
