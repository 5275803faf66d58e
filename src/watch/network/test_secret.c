/* Tests of secret.h: the secret comes by the environment, or by a private file of the user. */
#include "watch/network/secret.h"

#include "base/file.h"
#include "base/memory.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char *folder;

static int set_up(void **state)
{
    struct error error;
    (void)state;
    return file_make_temporary("tutti-test-secret-", &folder, &error) != 0 ||
           setenv("XDG_CACHE_HOME", folder, 1) != 0;
}

static int tear_down(void **state)
{
    struct error error;
    (void)state;
    int failed = file_remove_directory(folder, &error);
    free(folder);
    return failed;
}

static void test_environment(void **state)
{
    (void)state;
    struct secret made, found;
    struct error error;
    secret_make(&made);
    secret_lend(&made);
    const char *text = getenv(SECRET_VARIABLE);
    assert_int_equal(text ? strlen(text) : 0, 2 * SECRET_BYTES);
    assert_int_equal(secret_find("/no/such/file", &found, &error), 0);
    assert_memory_equal(&made, &found, sizeof made);
    assert_null(getenv(SECRET_VARIABLE));
    secret_lend(&made);
    secret_take_back();
    assert_int_equal(secret_find(NULL, &found, &error), -1);
    setenv(SECRET_VARIABLE, "00", 1);
    assert_int_equal(secret_find(NULL, &found, &error), -1);
    assert_null(getenv(SECRET_VARIABLE));
}

static void test_file(void **state)
{
    (void)state;
    struct secret made, found;
    struct error error;
    struct stat status;
    char *path;
    mode_t before = umask(0);
    secret_make(&made);
    assert_int_equal(secret_save(&made, &path, &error), 0);
    umask(before);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    char *inside = memory_printf("%s/tutti", folder);
    assert_int_equal(stat(inside, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0700);
    free(inside);
    assert_int_equal(secret_find(path, &found, &error), 0);
    assert_memory_equal(&made, &found, sizeof made);
    unlink(path);
    free(path);
}

/* A file that others could have written, or could read. */
static void test_foreign_file(void **state)
{
    (void)state;
    struct secret secret;
    struct error error;
    char *path, *link = memory_printf("%s/link", folder);
    secret_make(&secret);
    assert_int_equal(secret_save(&secret, &path, &error), 0);
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(secret_find(link, &secret, &error), -1);
    for (unsigned mode = 01; mode <= 040; mode <<= 1) {
        assert_int_equal(chmod(path, 0600 | mode), 0);
        assert_int_equal(secret_find(path, &secret, &error), -1);
    }
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(secret_find(path, &secret, &error), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 65534, 65534), 0);
        assert_int_equal(secret_find(path, &secret, &error), -1);
        assert_int_equal(chown(path, 0, 0), 0);
    }
    assert_int_equal(truncate(path, SECRET_BYTES), 0);
    assert_int_equal(secret_find(path, &secret, &error), -1);
    assert_int_equal(secret_find(folder, &secret, &error), -1);
    unlink(link);
    unlink(path);
    free(link);
    free(path);
}

static int count_files(const char *inside)
{
    int count = 0;
    DIR *directory = opendir(inside);
    for (const struct dirent *entry; directory && (entry = readdir(directory));)
        count += strncmp(entry->d_name, "watch-", 6) == 0;
    if (directory)
        closedir(directory);
    return count;
}

/* The file of a command that was killed goes when the next one saves its own; files of commands
 * that live, or of which nothing is known, stay. */
static void test_left_file(void **state)
{
    (void)state;
    struct secret secret;
    struct error error;
    char *path, *more, *inside = memory_printf("%s/tutti", folder);
    secret_make(&secret);
    assert_int_equal(secret_save(&secret, &path, &error), 0);
    char *strange = memory_printf("%s/watch-12345678-1-1-aaaaaa", inside);
    assert_int_equal(file_write(strange, "x", 1, &error), 0);
    pid_t pid = fork();
    if (pid == 0)
        _exit(secret_save(&secret, &path, &error) == 0 ? 0 : 1);
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_int_equal(count_files(inside), 3);
    assert_int_equal(secret_save(&secret, &more, &error), 0);
    assert_int_equal(count_files(inside), 3);
    assert_int_equal(secret_find(path, &secret, &error), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink(more), 0);
    assert_int_equal(unlink(strange), 0);
    free(path);
    free(more);
    free(strange);
    free(inside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_foreign_file),
        cmocka_unit_test(test_left_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
