/* test_trust.c: checks which settings files count, and the list of what the user allowed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/options/trust.h"
#include "base/test_directory.h"

#include <string.h>
#include <sys/stat.h>

static void put(const char *path, const char *content)
{
    struct error error = {0};
    if (file_write(path, content, strlen(content), &error) != 0)
        fail_msg("%s", error.text);
}

static struct settings settings_of(const char *path)
{
    struct error error = {0};
    struct settings settings;
    if (settings_read(path, &settings, &error) != 0)
        fail_msg("%s", error.text);
    return settings;
}

static enum trust trust_in(const char *path)
{
    struct settings settings = settings_of(path);
    enum trust trust = settings.trust;
    settings_free(&settings);
    return trust;
}

static int enter(void **state)
{
    if (directory_enter(state) != 0 || setenv("XDG_CONFIG_HOME", *state, 1) != 0)
        return -1;
    return unsetenv("SUDO_UID") == 0 && mkdir("project", 0755) == 0 ? 0 : -1;
}

static void an_own_file_is_harmless(void **state)
{
    char *path = memory_printf("%s/project/conf", (char *)*state);
    put(path, "cc = x\n");
    assert_int_equal(trust_in(path), TRUST_HARMLESS);
    assert_int_equal(chmod(path, 0666), 0);
    assert_int_equal(trust_in(path), TRUST_NOTHING);
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(chmod("project", 0777), 0);
    assert_int_equal(trust_in(path), TRUST_NOTHING);
    assert_int_equal(chmod("project", 01777), 0); /* nobody else can replace it there */
    assert_int_equal(trust_in(path), TRUST_HARMLESS);
    free(path);
}

static void a_strangers_file_is_nothing(void **state)
{
    char *path = memory_printf("%s/project/conf", (char *)*state);
    put(path, "cc = x\n");
    if (chown(path, 12345, 12345) != 0)
        skip(); /* only root can give a file away */
    struct settings settings = settings_of(path);
    assert_int_equal(settings.trust, TRUST_NOTHING);
    assert_string_equal(settings.strangers, "it belongs to another user");
    settings_free(&settings);
    assert_int_equal(setenv("SUDO_UID", "12345", 1), 0);
    assert_int_equal(trust_in(path), TRUST_HARMLESS);
    assert_int_equal(setenv("SUDO_UID", "12345x", 1), 0);
    assert_int_equal(trust_in(path), TRUST_NOTHING);
    assert_int_equal(unsetenv("SUDO_UID"), 0);
    assert_int_equal(chown(path, 0, 0), 0);
    assert_int_equal(chown("project", 12345, 12345), 0);
    settings = settings_of(path);
    assert_int_equal(settings.trust, TRUST_NOTHING);
    assert_string_equal(settings.strangers, "its folder belongs to another user");
    settings_free(&settings);
    free(path);
}

static void a_list_keeps_contents(void **state)
{
    static const char *const contents[] = {"",   "\n",       "a",  "a\n", "a\n\n\tb = 1\r\n",
                                           "\t", "/a\n/b\n", "# x"};
    enum { COUNT = sizeof contents / sizeof *contents };
    struct error error = {0};
    struct trust_list list;
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(trust_list_read(&list, &error), 0);
        assert_int_equal(list.count, i);
        char *path = memory_printf("/p %zu", i);
        trust_list_add(&list, path, "another");
        trust_list_add(&list, path, contents[i]);
        free(path);
        assert_int_equal(list.count, i + 1);
        assert_int_equal(trust_list_write(&list, &error), 0);
        trust_list_free(&list);
    }
    assert_int_equal(trust_list_read(&list, &error), 0);
    for (size_t i = 0; i < COUNT; i++)
        assert_string_equal(list.list[i].content, contents[i]);
    trust_list_remove(&list, trust_list_find(&list, "/p 2"));
    assert_int_equal(list.count, COUNT - 1);
    assert_null(trust_list_find(&list, "/p 2"));
    assert_string_equal(trust_list_find(&list, "/p 3")->content, contents[3]);
    trust_list_free(&list);
}

static void trust_holds_for_a_content(void **state)
{
    char *path = memory_printf("%s/project/conf", (char *)*state);
    struct error error = {0};
    struct trust_list list;
    put(path, "cc = x\n");
    assert_int_equal(trust_list_read(&list, &error), 0);
    trust_list_add(&list, path, "cc = x\n");
    assert_int_equal(trust_list_write(&list, &error), 0);
    assert_int_equal(trust_in(path), TRUST_ALL);
    assert_int_equal(chmod(path, 0666), 0); /* a stranger's, with the allowed content */
    assert_int_equal(trust_in(path), TRUST_ALL);
    put(path, "cc = x");
    assert_int_equal(trust_in(path), TRUST_NOTHING);
    assert_int_equal(chmod(path, 0644), 0);
    struct settings settings = settings_of(path);
    assert_int_equal(settings.trust, TRUST_HARMLESS);
    assert_true(settings.changed);
    settings_free(&settings);
    put(path, "cc = x\n");
    assert_int_equal(chmod(list.file, 0620), 0); /* somebody else could have written it */
    assert_int_equal(trust_in(path), TRUST_HARMLESS);
    trust_list_free(&list);
    assert_int_equal(trust_list_read(&list, &error), -1);
    trust_list_free(&list);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_own_file_is_harmless, enter, directory_leave),
        cmocka_unit_test_setup_teardown(a_strangers_file_is_nothing, enter, directory_leave),
        cmocka_unit_test_setup_teardown(a_list_keeps_contents, enter, directory_leave),
        cmocka_unit_test_setup_teardown(trust_holds_for_a_content, enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
