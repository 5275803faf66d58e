/* Tests of secret.h: the secret comes by the environment, or by a private file of the user. */
#include "watch/network/secret.h"

#include "base/file.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_foreign_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
