/* test_core.c: checks that nobody else can read core files, whatever the umask is, and whatever
 * files have their names already. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/test_directory.h"
#include "watch/sample/core.h"
#include "watch/sample/test_children.h"

#include <string.h>
#include <sys/stat.h>

/* Replaces gcore: gcore -o PREFIX PID. */
static const char stand_in[] = "#!/bin/sh\necho memory >\"$2.$3\"\n";

static int be_another(struct shared *shared)
{
    if (setresuid(65534, 65534, 65534) != 0)
        return 98;
    atomic_store(&shared->ready, 1);
    while (!atomic_load(&shared->finish))
        nap_ms(1);
    return 0;
}

static void core_files_are_private(void **state)
{
    struct error error;
    struct arena arena = {0};
    struct stat status;
    char *path = memory_printf("%s:%s", (char *)*state, getenv("PATH"));
    assert_int_equal(file_write("gcore", stand_in, sizeof stand_in - 1, &error), 0);
    assert_int_equal(chmod("gcore", 0755), 0);
    assert_int_equal(setenv("PATH", path, 1), 0);
    free(path);
    umask(0);
    assert_int_equal(mkdir("results", 0777), 0);
    /* Files that somebody else has put at predictable names. */
    assert_int_equal(file_write("victim", "kept", 4, &error), 0);
    char *made = memory_printf("results/core.%ld", (long)getpid());
    assert_int_equal(symlink("../victim", made), 0);
    assert_int_equal(symlink("../victim", "results/core.rank3"), 0);
    const char *said = core_save(&(struct descendant){.pid = getpid()}, 3, "results", &arena);
    assert_non_null(strstr(said, "results/core.rank3"));
    assert_int_equal(lstat("results/core.rank3", &status), 0);
    assert_true(S_ISREG(status.st_mode));
    assert_int_equal(status.st_mode & 0777, 0600);
    char *kept;
    assert_int_equal(file_read("victim", 100, &kept, NULL, &error), 0);
    assert_string_equal(kept, "kept");
    free(kept);
    free(made);
    arena_free(&arena);
    /* The command's umask is unchanged. */
    assert_int_equal(umask(022), 0);
}

/* GDB reads the files of a process: root must not let it read those of a user. */
static void root_makes_none_for_others(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (geteuid() != 0)
        skip();
    struct shared *shared = shared_make();
    pid_t pid = child_start(be_another, shared);
    child_wait_ready(shared);
    assert_string_equal(core_save(&(struct descendant){.pid = pid}, 0, ".", &arena),
                        "no core file of rank 0: it belongs to user 65534; let that user run the "
                        "watch");
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 0);
    shared_free(shared);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(core_files_are_private, directory_enter, directory_leave),
        cmocka_unit_test(root_makes_none_for_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
