#include "runtime/trace/line.h"

#include "runtime/trace/journal.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINE_RESERVE = 8 }; /* bytes kept free for the mark of a cut and the newline */

static void line_bytes(struct line *line, const char *bytes, size_t length)
{
    if (line->cut)
        return;
    if (length > LINE_SIZE - LINE_RESERVE - line->length) {
        line->cut = true;
        return;
    }
    memcpy(line->bytes + line->length, bytes, length);
    line->length += length;
}

void line_text(struct line *line, const char *text)
{
    line_bytes(line, text, strlen(text));
}

static void line_unsigned(struct line *line, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    line_bytes(line, digits + at, sizeof digits - at);
}

void line_number(struct line *line, int64_t number)
{
    if (number < 0)
        line_bytes(line, "-", 1);
    line_unsigned(line, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void line_hex(struct line *line, uint64_t number)
{
    char digits[18];
    size_t at = sizeof digits;
    do {
        digits[--at] = "0123456789abcdef"[number % 16];
        number /= 16;
    } while (number > 0);
    digits[--at] = 'x';
    digits[--at] = '0';
    line_bytes(line, digits + at, sizeof digits - at);
}

void line_real(struct line *line, double number)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%.9g", number);
    line_bytes(line, digits, (size_t)length);
}

static void line_escaped(struct line *line, char byte)
{
    unsigned char code = (unsigned char)byte;
    if (code >= ' ' && code < 127 && code != '\\') {
        line_bytes(line, &byte, 1);
        return;
    }
    const char escape[4] = {'\\', 'x', "0123456789abcdef"[code >> 4],
                            "0123456789abcdef"[code & 15]};
    line_bytes(line, escape, sizeof escape);
}

void line_string(struct line *line, const char *string, size_t length)
{
    line_bytes(line, "\"", 1);
    size_t shown = length < LINE_STRING_MAX ? length : LINE_STRING_MAX;
    for (size_t i = 0; i < shown; i++)
        line_escaped(line, string[i]);
    if (shown < length)
        line_text(line, "...");
}

void line_name(struct line *line, const char *name)
{
    line_bytes(line, "\t", 1);
    line_text(line, name);
    line_bytes(line, "=", 1);
}

void line_open(struct line *line, char bracket)
{
    line_bytes(line, &bracket, 1);
    line->first = true;
}

void line_next(struct line *line)
{
    if (!line->first)
        line_bytes(line, ",", 1);
    line->first = false;
}

void line_close(struct line *line, char bracket)
{
    line_bytes(line, &bracket, 1);
    line->first = false;
}

/* Returns a small number for this thread; threads are numbered in the order in which they first
 * call MPI. */
static int line_thread(void)
{
    static _Atomic int threads;
    static __thread int thread = -1;
    if (thread < 0)
        thread = threads++;
    return thread;
}

void line_start(struct line *line, char mark, const char *word)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    line->length = 0;
    line->cut = false;
    line->first = false;
    line_bytes(line, &mark, 1);
    line_bytes(line, "\t", 1);
    line_number(line, line_thread());
    line_bytes(line, "\t", 1);
    line_unsigned(line, (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec);
    line_bytes(line, "\t", 1);
    line_text(line, word);
}

void line_commit(struct line *line)
{
    if (line->cut) {
        memcpy(line->bytes + line->length, "...", 3);
        line->length += 3;
    }
    line->bytes[line->length++] = '\n';
    journal_append(line->bytes, line->length);
}
