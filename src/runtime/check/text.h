/* text.h: a message that is composed in memory and written at once. */
#ifndef TUTTI_RUNTIME_CHECK_TEXT_H
#define TUTTI_RUNTIME_CHECK_TEXT_H

#include <stddef.h>

enum { TEXT_BYTES = 16384 };

/* A text of limited length; longer texts are cut. */
struct text {
    size_t length;
    char bytes[TEXT_BYTES];
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds "rank 3", "ranks 0-2, 5". Sorts the ranks. */
void text_add_ranks(struct text *text, int *ranks, size_t count);

/* Writes the text to standard error. */
void text_write(const struct text *text);

/* Copies a text. If it does not fit, copies its end: that says more in a path than its start. */
void text_copy_end(char *to, size_t space, const char *from);

#endif
