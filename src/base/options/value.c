#include "base/options/private.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* More than thirty years: a longer time is a mistake, and exceeds the range of the clocks. */
static const double SECONDS_MAX = 1e9;

long option_minimum(const struct option *option)
{
    if (option->kind == OPTION_SECONDS)
        return option->minimum;
    return option->minimum == 0 && option->maximum == 0 ? LONG_MIN : option->minimum;
}

long option_maximum(const struct option *option)
{
    bool limited = option->maximum != 0 || option->minimum < 0;
    if (option->kind == OPTION_SECONDS)
        return limited ? option->maximum : (long)SECONDS_MAX;
    return limited ? option->maximum : LONG_MAX;
}

struct names option_choices(const struct option *option)
{
    struct names choices = {0};
    for (const char *at = option->choices; at;) {
        size_t length = strcspn(at, "|");
        char *choice = arena_copy_bytes(&choices.arena, at, length);
        names_add(&choices, choice);
        at = at[length] ? at + length + 1 : NULL;
    }
    return choices;
}

const char *option_argument(const struct option *option)
{
    if (option->argument)
        return option->argument;
    switch (option->kind) {
    case OPTION_NUMBER:
        return "N";
    case OPTION_SECONDS:
        return "SECONDS";
    case OPTION_FILE:
        return "FILE";
    case OPTION_DIRECTORY:
        return "DIRECTORY";
    default:
        return "VALUE";
    }
}

static int out_of_range(const struct option *option, const char *text, bool too_small,
                        const char *where, struct error *error)
{
    const char *unit = option->kind == OPTION_SECONDS ? " seconds" : "";
    long minimum = option_minimum(option), maximum = option_maximum(option);
    if (too_small && maximum == LONG_MAX)
        return error_set(error, ERROR_USAGE, "%s: %s is too small; it must be at least %ld%s",
                         where, quote(text).text, minimum, unit);
    return error_set(error, ERROR_USAGE, "%s: %s is out of range; it must be from %ld to %ld%s",
                     where, quote(text).text, minimum, maximum, unit);
}

static int read_flag(const char *text, const char *where, bool *flag, struct error *error)
{
    static const char *const words[][2] = {{"no", "yes"}, {"0", "1"}, {"off", "on"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int value = 0; value < 2; value++)
            if (strcasecmp(text, words[i][value]) == 0) {
                *flag = value;
                return 0;
            }
    return error_set(error, ERROR_USAGE, "%s: %s is neither yes nor no", where, quote(text).text);
}

static int options_value_read_number(const struct option *option, const char *text,
                                     const char *where, long *number, struct error *error)
{
    const char *digits = text + (*text == '-');
    if (option->off && strcmp(text, "off") == 0) {
        *number = 0;
        return 0;
    }
    if (!*digits || digits[strspn(digits, "0123456789")])
        return error_set(error, ERROR_USAGE, "%s: %s is not a whole number", where,
                         quote(text).text);
    errno = 0;
    *number = strtol(text, NULL, 10);
    bool too_small = *number < option_minimum(option);
    if (errno == ERANGE || too_small || *number > option_maximum(option))
        return out_of_range(option, text, too_small, where, error);
    return 0;
}

/* Reads digits with an optional fraction; returns the rest of the text, or NULL. strtod() is not
 * used because it also accepts "nan", "0x1p3" and the decimal comma of some languages. */
static const char *read_decimal(const char *text, double *value)
{
    static const double FINEST = 1e15; /* further digits do not change a double */
    size_t whole = strspn(text, "0123456789");
    if (whole == 0)
        return NULL;
    double sum = 0, scale = 1;
    for (size_t i = 0; i < whole; i++)
        sum = sum * 10 + (text[i] - '0');
    text += whole;
    if (*text == '.') {
        text++;
        size_t fraction = strspn(text, "0123456789");
        if (fraction == 0)
            return NULL;
        for (size_t i = 0; i < fraction && scale < FINEST; i++) {
            sum = sum * 10 + (text[i] - '0');
            scale *= 10;
        }
        text += fraction;
    }
    *value = sum / scale;
    return text;
}

static int read_seconds(const struct option *option, const char *text, const char *where,
                        double *seconds, struct error *error)
{
    static const struct {
        const char *name;
        double multiply, divide;
    } units[] = {{"", 1, 1}, {"s", 1, 1}, {"ms", 1, 1000}, {"m", 60, 1}, {"h", 3600, 1}};
    const char *unit = read_decimal(text, seconds);
    for (size_t i = 0; unit && i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i].name) != 0)
            continue;
        *seconds = *seconds * units[i].multiply / units[i].divide;
        bool too_small = *seconds < (double)option_minimum(option);
        if (too_small || *seconds > (double)option_maximum(option))
            return out_of_range(option, text, too_small, where, error);
        return 0;
    }
    return error_set(error, ERROR_USAGE,
                     "%s: %s is not a time; write seconds, as in 10 or 0.5, or 500ms, 2m, 1h",
                     where, quote(text).text);
}

static int options_value_read_choice(const struct option *option, const char *text,
                                     const char *where, struct error *error)
{
    struct names choices = option_choices(option);
    int result = -1;
    for (size_t i = 0; i < choices.count; i++)
        if (strcmp(choices.list[i], text) == 0)
            result = 0;
    if (result != 0) {
        struct text list;
        text_init(&list, ERROR_TEXT_MAX);
        for (size_t i = 0; i < choices.count; i++)
            text_addf(&list, "%s%s", i ? ", " : "", choices.list[i]);
        error_set(error, ERROR_USAGE, "%s: %s is not one of %s", where, quote(text).text,
                  list.data);
        names_suggest(&choices, text, "", NULL, error);
        text_free(&list);
    }
    names_free(&choices);
    return result;
}

int option_read_value(const struct option *option, const char *text, const char *where,
                      struct option_value *value, struct error *error)
{
    value->text = text;
    switch (option->kind) {
    case OPTION_FLAG:
        return read_flag(text, where, &value->flag, error);
    case OPTION_NUMBER:
        return options_value_read_number(option, text, where, &value->number, error);
    case OPTION_SECONDS:
        return read_seconds(option, text, where, &value->seconds, error);
    case OPTION_CHOICE:
        return options_value_read_choice(option, text, where, error);
    case OPTION_FILE:
    case OPTION_DIRECTORY:
        if (!*text)
            return error_set(error, ERROR_USAGE, "%s: the path is empty", where);
        return 0;
    case OPTION_TEXT:
        return 0;
    }
    return 0;
}
