/* log.h: messages of the command about its own work, on stderr.
 *
 * Results go to stdout and never through here. Each command has one log, and hands it down in the
 * context. A message is one write, so lines of parallel processes do not mix. Logging leaves errno
 * unchanged, and shows control characters in quoted text as \x1b.
 */
#ifndef TUTTI_BASE_LOG_H
#define TUTTI_BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

struct log {
    enum log_level level; /* messages above it are not shown; LOG_INFO is the default */
    bool color;
    int descriptor;
};

/* Returns whether to use colours. `color` is "auto", "always" or "never"; "auto" checks whether the
 * descriptor is a terminal, and honours NO_COLOR and TERM=dumb. */
bool log_wants_color(int descriptor, const char *color);

void log_error(const struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void log_warning(const struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void log_info(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_debug(const struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
