/* progress.h: one line on the terminal that is written again and again while something long runs.
 * Nothing is shown where stderr is no terminal that can do it, or with --quiet. */
#ifndef TUTTI_CMD_PROGRESS_H
#define TUTTI_CMD_PROGRESS_H

#include "base/log.h"

#include <stdbool.h>

struct progress_line {
    bool wanted, shown;
};

struct progress_line progress_begin(const struct log *log);
void progress_show(struct progress_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void progress_end(struct progress_line *line); /* takes it away */

#endif
