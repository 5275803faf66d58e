#include "cmd/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct progress_line progress_begin(const struct log *log)
{
    const char *terminal = getenv("TERM");
    return (struct progress_line){.wanted = log->level >= LOG_INFO && isatty(STDERR_FILENO) &&
                                            terminal && strcmp(terminal, "dumb") != 0};
}

void progress_show(struct progress_line *line, const char *format, ...)
{
    if (!line->wanted)
        return;
    char text[512];
    struct winsize size = {.ws_col = 80};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    int width = size.ws_col > 1 ? size.ws_col - 1 : 79;
    fprintf(stderr, "\r\033[K%.*s", width, text);
    fflush(stderr);
    line->shown = true;
}

void progress_end(struct progress_line *line)
{
    if (line->shown)
        fputs("\r\033[K", stderr);
    line->shown = false;
}
