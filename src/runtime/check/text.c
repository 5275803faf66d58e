#include "runtime/check/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(text->bytes + text->length, TEXT_BYTES - text->length, format, arguments);
    va_end(arguments);
    if (length > 0)
        text->length += (size_t)length;
    if (text->length >= TEXT_BYTES)
        text->length = TEXT_BYTES - 1;
}

static int text_compare(const void *a, const void *b)
{
    const int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

void text_add_ranks(struct text *text, int *ranks, size_t count)
{
    qsort(ranks, count, sizeof *ranks, text_compare);
    text_add(text, count == 1 ? "rank" : "ranks");
    for (size_t first = 0, last; first < count; first = last + 1) {
        for (last = first; last + 1 < count && ranks[last + 1] <= ranks[last] + 1; last++)
            ;
        text_add(text, "%s%d", first ? ", " : " ", ranks[first]);
        if (ranks[last] > ranks[first])
            text_add(text, "-%d", ranks[last]);
    }
}

void text_write(const struct text *text)
{
    for (size_t written = 0; written < text->length;) {
        ssize_t part = write(STDERR_FILENO, text->bytes + written, text->length - written);
        if (part <= 0)
            return;
        written += (size_t)part;
    }
}

void text_copy_end(char *to, size_t space, const char *from)
{
    const size_t length = strlen(from);
    if (length < space)
        memcpy(to, from, length + 1);
    else
        snprintf(to, space, "...%s", from + length - space + 4);
}
