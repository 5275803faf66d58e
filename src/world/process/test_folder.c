#include "world/process/folder.h"

#include "base/file.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { LARGE = 100000, HUGE_FILE = 2 << 20 };

struct scene {
    struct error error;
    char *scratch, *folder;
};

static void put(const char *directory, const char *name, const char *text)
{
    struct error error;
    char *path = memory_printf("%s/%s", directory, name);
    assert_int_equal(file_write(path, text, strlen(text), &error), 0);
    free(path);
}

/* Writes into the existing file, as a program does. */
static void write_into(const char *directory, const char *name, const char *text)
{
    char *path = memory_printf("%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    free(path);
}

static bool has(const char *directory, const char *name, const char *text)
{
    struct error error;
    char *path = memory_printf("%s/%s", directory, name), *bytes;
    bool same = file_read(path, 1 << 20, &bytes, NULL, &error) == 0;
    if (same) {
        same = strcmp(bytes, text) == 0;
        free(bytes);
    }
    free(path);
    return same;
}

static void act(const char *directory, const char *name, int (*action)(const char *path))
{
    char *path = memory_printf("%s/%s", directory, name);
    assert_int_equal(action(path), 0);
    free(path);
}

static int make_directory(const char *path)
{
    return mkdir(path, 0777);
}

static void put_zeros(const char *directory, const char *name, off_t length)
{
    char *path = memory_printf("%s/%s", directory, name);
    put(directory, name, "");
    assert_int_equal(truncate(path, length), 0);
    free(path);
}

static int begin(void **state)
{
    struct scene *scene = memory_zero(1, sizeof *scene);
    assert_int_equal(file_make_temporary("tutti-folder-", &scene->scratch, &scene->error), 0);
    scene->folder = memory_printf("%s/folder", scene->scratch);
    assert_int_equal(mkdir(scene->folder, 0777), 0);
    put(scene->folder, "in.txt", "input");
    act(scene->folder, "data", make_directory);
    put(scene->folder, "data/grid", "1 2 3");
    char *link = memory_printf("%s/link", scene->folder);
    assert_int_equal(symlink("in.txt", link), 0);
    free(link);
    *state = scene;
    return 0;
}

static int end(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(file_remove_directory(scene->scratch, &scene->error), 0);
    free(scene->scratch);
    free(scene->folder);
    free(scene);
    return 0;
}

static void changes_are_seen(void **state)
{
    struct scene *scene = *state;
    struct listing *listing = listing_open(scene->folder, NULL);
    assert_false(listing_changed(listing));
    act(scene->folder, "tutti-out", make_directory); /* results of the command itself */
    assert_false(listing_changed(listing));
    write_into(scene->folder, "data/grid", "1 2 4 5");
    assert_true(listing_changed(listing));
    listing_close(listing);
    listing = listing_open(scene->folder, NULL);
    put(scene->folder, "data/new", "");
    assert_true(listing_changed(listing));
    act(scene->folder, "data/new", unlink);
    assert_false(listing_changed(listing));
    act(scene->folder, "in.txt", unlink);
    assert_true(listing_changed(listing));
    listing_close(listing);
}

static void each_execution_finds_the_same(void **state)
{
    struct scene *scene = *state;
    struct listing *listing = listing_open(scene->folder, NULL);
    struct workplace *workplace;
    put(scene->folder, "out.txt", "of the first execution");
    write_into(scene->folder, "in.txt", "INPUT");
    assert_int_equal(workplace_open(listing, scene->scratch, &workplace, &scene->error), 0);
    const char *work = workplace_directory(workplace);
    put(work, "early", "before MPI_Init");
    assert_int_equal(workplace_settle(workplace, &scene->error), 0);
    for (int execution = 0; execution < 3; execution++) {
        assert_true(has(work, "in.txt", "input") && has(work, "data/grid", "1 2 3"));
        assert_true(has(work, "link", "input") && has(work, "early", "before MPI_Init"));
        assert_false(has(work, "out.txt", "of the first execution"));
        write_into(work, "in.txt", "INPUT"); /* as long as before, and perhaps written at the same
                                                time */
        write_into(work, "early", "");
        act(work, "data/grid", unlink);
        act(work, "data", rmdir);
        act(work, "link", unlink);
        act(work, "more", make_directory);
        put(work, "more/out.txt", "");
        put(work, "data", "a file in place of a folder");
        assert_int_equal(workplace_restore(workplace, &scene->error), 0);
        assert_false(has(work, "more/out.txt", ""));
    }
    assert_true(has(work, "in.txt", "input") && has(work, "data/grid", "1 2 3"));
    assert_true(has(scene->folder, "in.txt", "INPUT") && has(scene->folder, "data/grid", "1 2 3"));
    workplace_close(workplace);
    listing_close(listing);
}

/* Checks that a larger file is a copy of the original if that did not change, and that a huge one
 * is a link for reading. */
static void large_files(void **state)
{
    struct scene *scene = *state;
    struct workplace *workplace;
    struct stat status;
    put_zeros(scene->folder, "large", LARGE);
    put_zeros(scene->folder, "huge", HUGE_FILE);
    struct listing *listing = listing_open(scene->folder, NULL);
    assert_int_equal(workplace_open(listing, scene->scratch, &workplace, &scene->error), 0);
    char *path = memory_printf("%s/large", workplace_directory(workplace));
    assert_true(lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == LARGE);
    free(path);
    path = memory_printf("%s/huge", workplace_directory(workplace));
    assert_true(lstat(path, &status) == 0 && S_ISLNK(status.st_mode));
    free(path);
    workplace_close(workplace);
    write_into(scene->folder, "large", "changed");
    assert_int_equal(workplace_open(listing, scene->scratch, &workplace, &scene->error), -1);
    assert_non_null(strstr(scene->error.text, "large is changed by the program, and too large"));
    listing_close(listing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(changes_are_seen, begin, end),
        cmocka_unit_test_setup_teardown(each_execution_finds_the_same, begin, end),
        cmocka_unit_test_setup_teardown(large_files, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
