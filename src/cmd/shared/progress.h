/* progress.h: shows progress on the terminal during long work: usually one line, sometimes a few,
 * which are overwritten at each update. Shows nothing if stderr is not a terminal that supports it,
 * or with --quiet. */
#ifndef TUTTI_CMD_SHARED_PROGRESS_H
#define TUTTI_CMD_SHARED_PROGRESS_H

#include "base/log.h"

#include <stdbool.h>

struct progress_line {
    bool wanted, shown;
    int lines; /* number of lines shown, without the last */
};

struct progress_line progress_begin(const struct log *log);
void progress_show(struct progress_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Shows several lines, each with a newline. */
void progress_show_lines(struct progress_line *line, const char *text);
void progress_end(struct progress_line *line); /* removes the lines */

#endif
