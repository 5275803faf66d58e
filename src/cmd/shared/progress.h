/* progress.h: a few lines on the terminal, mostly one, that are written again and again while
 * something long runs.
 * Nothing is shown where stderr is no terminal that can do it, or with --quiet. */
#ifndef TUTTI_CMD_SHARED_PROGRESS_H
#define TUTTI_CMD_SHARED_PROGRESS_H

#include "base/log.h"

#include <stdbool.h>

struct progress_line {
    bool wanted, shown;
    int lines; /* that are shown, but for the last */
};

struct progress_line progress_begin(const struct log *log);
void progress_show(struct progress_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Lines, each with its end. */
void progress_show_lines(struct progress_line *line, const char *text);
void progress_end(struct progress_line *line); /* takes them away */

#endif
