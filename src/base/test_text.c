#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void starts_empty_and_terminated(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, 10);
    assert_string_equal(text.data, "");
    assert_int_equal(text.length, 0);
    assert_false(text.cut);
    text_free(&text);
}

static void adds_of_every_kind(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, 100);
    text_add(&text, "one ");
    text_add_bytes(&text, "two and more", 3);
    text_add_bytes(&text, NULL, 0);
    text_add_char(&text, ' ');
    text_addf(&text, "%d%s", 3, "!");
    assert_string_equal(text.data, "one two 3!");
    assert_int_equal(text.length, strlen("one two 3!"));
    text_free(&text);
}

static void grows_as_far_as_needed(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, SIZE_MAX);
    for (int i = 0; i < 100000; i++)
        text_add_char(&text, (char)('a' + i % 26));
    assert_int_equal(text.length, 100000);
    assert_false(text.cut);
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] != (char)('a' + i % 26))
            fail_msg("byte %zu is wrong", i);
    assert_int_equal(text.data[text.length], '\0');
    text_free(&text);
}

static void every_cap_is_kept(void **state)
{
    (void)state;
    for (size_t cap = 0; cap < 300; cap++) {
        struct text text;
        text_init(&text, cap);
        for (size_t i = 0; i < cap; i++)
            text_add_char(&text, 'x');
        assert_int_equal(text.length, cap);
        assert_false(text.cut);
        text_add(&text, "y");
        assert_true(text.cut);
        assert_int_equal(text.length, cap);
        assert_int_equal(strlen(text.data), cap);
        text_free(&text);
    }
}

static void nothing_is_added_behind_a_cut(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, 8);
    text_add(&text, "12345");
    text_add(&text, "\xe2\x82\xac\xe2\x82\xac"); /* two euro signs: one fits */
    assert_true(text.cut);
    assert_string_equal(text.data, "12345\xe2\x82\xac");

    text_clear(&text);
    assert_false(text.cut);
    text_add(&text, "123456");
    text_add(&text, "\xe2\x82\xac"); /* does not fit, and leaves two bytes free */
    text_add(&text, "78");
    assert_true(text.cut);
    assert_string_equal(text.data, "123456");
    text_free(&text);
}

static void a_character_that_came_in_parts_is_not_left_half(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, 4);
    text_add(&text, "ab");
    for (const char *byte = "\xe2\x82\xac"; *byte; byte++)
        text_add_char(&text, *byte);
    assert_true(text.cut);
    assert_string_equal(text.data, "ab");
    text_free(&text);
}

static void words_of_a_shell(void **state)
{
    static const struct {
        const char *word, *quoted;
    } cases[] = {{"./a.out", "./a.out"},
                 {"", "''"},
                 {"a b", "'a b'"},
                 {"it's", "'it'\\''s'"},
                 {"$HOME", "'$HOME'"}};
    struct text text;
    (void)state;
    text_init(&text, 100);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_clear(&text);
        text_add_quoted(&text, cases[i].word, strlen(cases[i].word));
        assert_string_equal(text.data, cases[i].quoted);
    }
    text_free(&text);
}

static void take_hands_over_and_starts_again(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, 20);
    text_add(&text, "mine");
    char *taken = text_take(&text);
    assert_string_equal(taken, "mine");
    assert_string_equal(text.data, "");
    assert_int_equal(text.cap, 20);
    text_add(&text, "yours");
    assert_string_equal(text.data, "yours");
    free(taken);
    text_free(&text);
}

static void whole_characters(void **state)
{
    (void)state;
    assert_int_equal(text_whole("", 0), 0);
    assert_int_equal(text_whole("abc", 3), 3);
    assert_int_equal(text_whole("a\xc3\xa9", 3), 3);
    assert_int_equal(text_whole("a\xc3\xa9", 2), 1);
    assert_int_equal(text_whole("a\xe2\x82\xac", 3), 1);
    assert_int_equal(text_whole("a\xf0\x9f\x8e\xbc", 4), 1);
    assert_int_equal(text_whole("a\xf0\x9f\x8e\xbc", 5), 5);
    /* Bytes that are not UTF-8 at all: they stay, instead of getting lost. */
    assert_int_equal(text_whole("\x80\x80\x80\x80\x80\x80", 6), 6);
    assert_int_equal(text_whole("\x80", 1), 1);
}

/* Characters that a terminal interprets, or that hide or turn text, become visible. */
static void visible(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *shown;
    } cases[] = {
        {"plain caf\xc3\xa9 \xe2\x82\xac", "plain caf\xc3\xa9 \xe2\x82\xac"},
        {"\033[2J\a\r\n\t\x7f", "\\x1b[2J\\x07\\x0d\\x0a\\x09\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\u009b31m"},
        {"\xe2\x80\xae\xe2\x81\xa6\xef\xbb\xbf", "\\u202e\\u2066\\ufeff"},
        {"\xff\xc0\x80\xed\xa0\x80", "\\xff\\xc0\\x80\\xed\\xa0\\x80"},
        {"\xe2\x82", "\\xe2\\x82"}, /* cut within a character */
    };
    struct text text;
    text_init(&text, 1000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_clear(&text);
        text_add_visible(&text, cases[i].bytes, strlen(cases[i].bytes));
        assert_string_equal(text.data, cases[i].shown);
    }
    text_clear(&text);
    text_add_visible(&text, "\xe2\x82\xac", 2); /* the byte behind the end is not read */
    assert_string_equal(text.data, "\\xe2\\x82");
    text_clear(&text);
    text_add_visible_lines(&text, "a\n\tb\033\n");
    assert_string_equal(text.data, "a\n\tb\\x1b\n");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visible),
        cmocka_unit_test(starts_empty_and_terminated),
        cmocka_unit_test(adds_of_every_kind),
        cmocka_unit_test(grows_as_far_as_needed),
        cmocka_unit_test(every_cap_is_kept),
        cmocka_unit_test(nothing_is_added_behind_a_cut),
        cmocka_unit_test(a_character_that_came_in_parts_is_not_left_half),
        cmocka_unit_test(take_hands_over_and_starts_again),
        cmocka_unit_test(whole_characters),
        cmocka_unit_test(words_of_a_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
