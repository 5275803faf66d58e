/* text.h: a message that is put together and written at once. */
#ifndef TUTTI_RUNTIME_CHECK_TEXT_H
#define TUTTI_RUNTIME_CHECK_TEXT_H

#include <stddef.h>

enum { TEXT_BYTES = 16384 };

/* Longer texts are cut. */
struct text {
    size_t length;
    char bytes[TEXT_BYTES];
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "rank 3", "ranks 0-2, 5". Sorts the ranks. */
void text_add_ranks(struct text *text, int *ranks, size_t count);

/* To standard error. */
void text_write(const struct text *text);

/* Copies a text, its end rather than its start if it does not fit: that is the more telling part
 * of a path. */
void text_copy_end(char *to, size_t space, const char *from);

#endif
