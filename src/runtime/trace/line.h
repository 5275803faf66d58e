/* line.h: writes one line of the journal (format.h) into a fixed buffer, fast and without any call
 * that could allocate or fail. A line that does not fit is cut, and "..." marks the cut. */
#ifndef TUTTI_RUNTIME_TRACE_LINE_H
#define TUTTI_RUNTIME_TRACE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINE_SIZE = 8192,
    LINE_STRING_MAX = 200, /* limit on the bytes shown of a string argument */
    LINE_LIST_MAX = 16,    /* limit on the elements shown of an array argument */
};

struct line {
    size_t length;
    bool cut;
    bool first; /* the open list or structure has no element yet */
    char bytes[LINE_SIZE];
};

void line_start(struct line *line, char mark, const char *word);
void line_commit(struct line *line); /* ends the line and appends it to the journal */

void line_text(struct line *line, const char *text);
void line_number(struct line *line, int64_t number);
void line_hex(struct line *line, uint64_t number);
void line_real(struct line *line, double number);
void line_string(struct line *line, const char *string, size_t length); /* quoted and escaped */

void line_name(struct line *line, const char *name); /* starts the next argument: tab, name, "=" */

/* Write a list: line_open(line, '['), line_next() before each element, line_close(line, ']'). */
void line_open(struct line *line, char bracket);
void line_next(struct line *line);
void line_close(struct line *line, char bracket);

#endif
