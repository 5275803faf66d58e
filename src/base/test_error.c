#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/error.h"

#include <errno.h>
#include <string.h>

static void set_gives_kind_and_sentence(void **state)
{
    (void)state;
    struct error error = {0};
    assert_int_equal(error_set(&error, ERROR_USAGE, "no rank %d in %s", 7, "world"), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_string_equal(error.text, "no rank 7 in world");
}

static void kinds_are_exit_codes(void **state)
{
    (void)state;
    assert_int_equal(ERROR_NONE, 0);
    assert_int_equal(ERROR_USAGE, 2);
    assert_int_equal(ERROR_FAILED, 3);
}

static void errno_stands_behind_the_sentence(void **state)
{
    (void)state;
    struct error error = {0};
    errno = ENOENT;
    assert_int_equal(error_errno(&error, "cannot read %s", "x"), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot read x: No such file or directory");
}

static void wrap_puts_context_before_and_keeps_the_kind(void **state)
{
    (void)state;
    struct error error = {0};
    error_set(&error, ERROR_USAGE, "inner");
    assert_int_equal(error_wrap(&error, "outer %d", 1), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_string_equal(error.text, "outer 1: inner");
}

static void a_sentence_may_be_made_of_the_one_it_replaces(void **state)
{
    (void)state;
    struct error error = {0};
    error_set(&error, ERROR_USAGE, "first");
    error_set(&error, error.kind, "<%s> and <%s>", error.text, error.text);
    assert_string_equal(error.text, "<first> and <first>");
    error_wrap(&error, "[%s]", error.text);
    assert_string_equal(error.text, "[<first> and <first>]: <first> and <first>");
}

static void what_is_too_long_is_cut_and_says_so(void **state)
{
    (void)state;
    struct error error = {0};
    char word[2 * ERROR_TEXT_MAX];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';

    error_set(&error, ERROR_FAILED, "%s", word);
    assert_int_equal(strlen(error.text), ERROR_TEXT_MAX - 1);
    assert_string_equal(error.text + ERROR_TEXT_MAX - 5, "x...");

    error_wrap(&error, "%s", word);
    assert_int_equal(strlen(error.text), ERROR_TEXT_MAX - 1);
    assert_string_equal(error.text + ERROR_TEXT_MAX - 4, "...");

    error_set(&error, ERROR_FAILED, "short");
    error_wrap(&error, "%s", word);
    assert_string_equal(error.text + ERROR_TEXT_MAX - 4, "...");

    /* A path may be longer than the sentence; the reason must still be visible. */
    errno = ENOSPC;
    error_errno(&error, "cannot write %s", word);
    assert_int_equal(strlen(error.text), ERROR_TEXT_MAX - 1);
    assert_non_null(strstr(error.text, "xx...: No space left on device"));
}

static void exactly_full_is_not_cut(void **state)
{
    (void)state;
    struct error error = {0};
    char word[ERROR_TEXT_MAX];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    error_set(&error, ERROR_FAILED, "%s", word);
    assert_string_equal(error.text, word);
}

static void a_cut_falls_between_characters(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 3; shift++) {
        struct error error = {0};
        char word[2 * ERROR_TEXT_MAX] = "ab";
        size_t length = shift;
        for (; length + 4 < sizeof word; length += 3)
            memcpy(word + length, "\xe2\x82\xac", 4); /* the euro sign */
        error_set(&error, ERROR_FAILED, "%s", word);
        size_t end = strlen(error.text) - strlen("...");
        assert_memory_equal(error.text + end - 3, "\xe2\x82\xac...", 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_gives_kind_and_sentence),
        cmocka_unit_test(kinds_are_exit_codes),
        cmocka_unit_test(errno_stands_behind_the_sentence),
        cmocka_unit_test(wrap_puts_context_before_and_keeps_the_kind),
        cmocka_unit_test(a_sentence_may_be_made_of_the_one_it_replaces),
        cmocka_unit_test(what_is_too_long_is_cut_and_says_so),
        cmocka_unit_test(exactly_full_is_not_cut),
        cmocka_unit_test(a_cut_falls_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
