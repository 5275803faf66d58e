#include "base/log.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOG_CAP = 1024 * 1024 };

bool log_wants_color(int descriptor, const char *color)
{
    if (strcmp(color, "always") == 0)
        return true;
    if (strcmp(color, "never") == 0)
        return false;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if ((no_color && *no_color) || !term || strcmp(term, "dumb") == 0)
        return false;
    return isatty(descriptor);
}

static void log_write(const struct log *log, enum log_level level, const char *format,
                      va_list arguments) __attribute__((format(printf, 3, 0)));

static void log_write(const struct log *log, enum log_level level, const char *format,
                      va_list arguments)
{
    static const char *const names[] = {"error: ", "warning: ", "", "debug: "};
    static const char *const colors[] = {"\033[1;31m", "\033[1;35m", "", "\033[2m"};
    if (level > log->level)
        return;
    int number = errno; /* reporting a failure must not change the errno */
    char *sentence = memory_vprintf(format, arguments);
    /* The sentence may quote names that other people chose. */
    struct text shown;
    text_init(&shown, LOG_CAP);
    text_add_visible_lines(&shown, sentence);
    bool color = log->color && *colors[level];
    char *line = memory_printf("tutti: %s%s%s%s\n", color ? colors[level] : "", names[level],
                               color ? "\033[0m" : "", shown.data);
    size_t length = strlen(line), done = 0;
    while (done < length) {
        ssize_t wrote = write(log->descriptor, line + done, length - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            break; /* no place is left to report this to */
        done += (size_t)wrote;
    }
    free(line);
    text_free(&shown);
    free(sentence);
    errno = number;
}

#define LOG_FUNCTION(name, level)                             \
    void name(const struct log *log, const char *format, ...) \
    {                                                         \
        va_list arguments;                                    \
        va_start(arguments, format);                          \
        log_write(log, level, format, arguments);             \
        va_end(arguments);                                    \
    }

LOG_FUNCTION(log_error, LOG_ERROR)
LOG_FUNCTION(log_warning, LOG_WARNING)
LOG_FUNCTION(log_info, LOG_INFO)
LOG_FUNCTION(log_debug, LOG_DEBUG)
