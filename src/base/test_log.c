#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A log into a pipe, from which heard() takes the content. */
struct ear {
    int reading, writing;
    char said[4096];
};

static struct ear ear_open(void)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    return (struct ear){.reading = ends[0], .writing = ends[1]};
}

static const char *heard(struct ear *ear)
{
    ssize_t length = read(ear->reading, ear->said, sizeof ear->said - 1);
    ear->said[length > 0 ? length : 0] = '\0';
    return ear->said;
}

static void ear_close(struct ear *ear)
{
    close(ear->reading);
    close(ear->writing);
}

static void each_level_has_its_name(void **state)
{
    (void)state;
    struct ear ear = ear_open();
    struct log log = {.level = LOG_DEBUG, .descriptor = ear.writing};
    log_error(&log, "no %s", "way");
    assert_string_equal(heard(&ear), "tutti: error: no way\n");
    log_warning(&log, "take care");
    assert_string_equal(heard(&ear), "tutti: warning: take care\n");
    log_info(&log, "going on");
    assert_string_equal(heard(&ear), "tutti: going on\n");
    log_debug(&log, "%d%%", 50);
    assert_string_equal(heard(&ear), "tutti: debug: 50%\n");
    ear_close(&ear);
}

static void levels_above_the_chosen_are_silent(void **state)
{
    (void)state;
    for (int level = LOG_ERROR; level <= LOG_DEBUG; level++) {
        struct ear ear = ear_open();
        struct log log = {.level = (enum log_level)level, .descriptor = ear.writing};
        log_error(&log, "e");
        log_warning(&log, "w");
        log_info(&log, "i");
        log_debug(&log, "d");
        const char *said = heard(&ear);
        int lines = 0;
        for (; *said; said++)
            lines += *said == '\n';
        assert_int_equal(lines, level + 1);
        ear_close(&ear);
    }
}

static void color_marks_only_the_name_of_the_level(void **state)
{
    (void)state;
    struct ear ear = ear_open();
    struct log log = {.level = LOG_DEBUG, .color = true, .descriptor = ear.writing};
    log_error(&log, "x");
    assert_string_equal(heard(&ear), "tutti: \033[1;31merror: \033[0mx\n");
    log_info(&log, "x");
    assert_string_equal(heard(&ear), "tutti: x\n");
    ear_close(&ear);
}

static void control_characters_do_not_reach_the_terminal(void **state)
{
    (void)state;
    struct ear ear = ear_open();
    struct log log = {.level = LOG_INFO, .descriptor = ear.writing};
    log_info(&log, "%s",
             "a\033[2Jb\rc\x7f\xc2\x9b"
             "d");
    assert_string_equal(heard(&ear), "tutti: a\\x1b[2Jb\\x0dc\\x7f\\u009bd\n");
    log_info(&log, "%s", "caf\xc3\xa9\n\tmore \xe2\x82\xac");
    assert_string_equal(heard(&ear), "tutti: caf\xc3\xa9\n\tmore \xe2\x82\xac\n");
    ear_close(&ear);
}

static void errno_stays_and_a_dead_descriptor_is_survived(void **state)
{
    (void)state;
    struct log log = {.level = LOG_INFO, .descriptor = -1};
    errno = EXDEV;
    log_info(&log, "to nobody");
    assert_int_equal(errno, EXDEV);

    struct ear ear = ear_open();
    log.descriptor = ear.writing;
    while (write(ear.writing, "0123456789abcdef", 16) > 0)
        ; /* the pipe is full, and logging must not wait */
    errno = EXDEV;
    log_info(&log, "to a full pipe");
    assert_int_equal(errno, EXDEV);
    ear_close(&ear);
}

static void color_is_wanted_on_terminals_only(void **state)
{
    (void)state;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    int file = open("/dev/null", O_WRONLY);
    assert_true(terminal >= 0);
    assert_true(file >= 0);
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    assert_true(log_wants_color(terminal, "auto"));
    assert_false(log_wants_color(file, "auto"));
    assert_true(log_wants_color(file, "always"));
    assert_false(log_wants_color(terminal, "never"));

    setenv("NO_COLOR", "1", 1);
    assert_false(log_wants_color(terminal, "auto"));
    assert_true(log_wants_color(terminal, "always"));
    setenv("NO_COLOR", "", 1); /* an empty value counts as not set: no-color.org */
    assert_true(log_wants_color(terminal, "auto"));
    unsetenv("NO_COLOR");

    setenv("TERM", "dumb", 1);
    assert_false(log_wants_color(terminal, "auto"));
    unsetenv("TERM");
    assert_false(log_wants_color(terminal, "auto"));
    close(terminal);
    close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_level_has_its_name),
        cmocka_unit_test(levels_above_the_chosen_are_silent),
        cmocka_unit_test(color_marks_only_the_name_of_the_level),
        cmocka_unit_test(control_characters_do_not_reach_the_terminal),
        cmocka_unit_test(errno_stays_and_a_dead_descriptor_is_survived),
        cmocka_unit_test(color_is_wanted_on_terminals_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
