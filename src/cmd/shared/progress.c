#include "cmd/shared/progress.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINES_CAP = 1024 * 1024 };

struct progress_line progress_begin(const struct log *log)
{
    const char *terminal = getenv("TERM");
    return (struct progress_line){.wanted = log->level >= LOG_INFO && isatty(STDERR_FILENO) &&
                                            terminal && strcmp(terminal, "dumb") != 0};
}

static int terminal_width(void)
{
    struct winsize size = {.ws_col = 80};
    ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    return size.ws_col > 1 ? size.ws_col - 1 : 79;
}

void progress_show(struct progress_line *line, const char *format, ...)
{
    if (!line->wanted)
        return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct text shown;
    text_init(&shown, sizeof text);
    text_add_visible(&shown, text, strlen(text));
    fprintf(stderr, "\r\033[K%.*s", terminal_width(), shown.data);
    text_free(&shown);
    fflush(stderr);
    line->shown = true;
}

void progress_show_lines(struct progress_line *line, const char *text)
{
    int width = terminal_width();
    if (!line->wanted)
        return;
    progress_end(line);
    struct text shown;
    text_init(&shown, LINES_CAP);
    text_add_visible_lines(&shown, text);
    for (const char *at = shown.data; *at;) {
        int length = (int)strcspn(at, "\n");
        fprintf(stderr, "%.*s", length < width ? length : width, at);
        at += length + (at[length] == '\n');
        if (*at) {
            fputs("\n", stderr);
            line->lines++;
        }
    }
    text_free(&shown);
    fflush(stderr);
    line->shown = true;
}

void progress_end(struct progress_line *line)
{
    if (line->shown)
        fputs("\r\033[K", stderr);
    for (; line->lines > 0; line->lines--)
        fputs("\033[A\033[K", stderr);
    line->shown = false;
}
