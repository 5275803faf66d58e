/* model_scan.c: the scanf() family. The real function scans and stores; then it is found out which
 * text each conversion took. Of a stream, that is the text between its positions before and after,
 * which is read once more from the file. */
#include "runtime/symbolic/files.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/scan.h"
#include "runtime/symbolic/sources.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

enum {
    LOOKED_AT = 4096,      /* bytes of a text that may say that it is of an input */
    READ_AGAIN = 1 << 20,  /* bytes of a stream */
    OFTEN_ENOUGH = 1 << 12 /* ...for which there is always memory */
};

/* A number that was stored there, and stood at [begin, end). */
static void note_number(void *at, const char *begin, const char *end,
                        const struct conversion *conversion)
{
    uint64_t value = 0;
    memcpy(&value, at, type_bytes(conversion->type));
    shadow_store(at, conversion->type, number_at(begin, end, conversion, value), value);
}

static void note_text(const struct scan_item *item, char *at, const char *begin, size_t length)
{
    shadow_copy(at, begin, length);
    if (item->kind == SCAN_TEXT)
        shadow_forget(at + length, 1);
}

/* What was stored there is of no input. */
static void note_nothing(const struct scan_item *item, char *at)
{
    switch (item->kind) {
    case SCAN_NUMBER:
        shadow_forget(at, type_bytes(item->conversion.type));
        return;
    case SCAN_TEXT:
        shadow_forget(at, strlen(at) + 1);
        return;
    case SCAN_BYTES:
        shadow_forget(at, item->width);
        return;
    case SCAN_COUNT:
        shadow_forget(at, sizeof(int));
        return;
    case SCAN_OTHER:
        return;
    }
}

static void note(const struct scan_item *item, char *at, const char *text)
{
    if (item->allocates) {
        shadow_forget(at, sizeof(char *));
        memcpy(&at, at, sizeof at);
    }
    bool known = text && item->begin >= 0 && item->end >= 0;
    if (known && item->kind == SCAN_NUMBER)
        note_number(at, text + item->begin, text + item->end, &item->conversion);
    else if (known && (item->kind == SCAN_TEXT || item->kind == SCAN_BYTES))
        note_text(item, at, text + item->begin, (size_t)(item->end - item->begin));
    else
        note_nothing(item, at);
}

/* `result` conversions were stored by way of the arguments. */
static void note_all(const struct scan *scan, const char *text, int result, va_list arguments)
{
    for (size_t i = 0; i < scan->count; i++) {
        const struct scan_item *item = &scan->items[i];
        if (item->suppressed)
            continue;
        if (item->kind != SCAN_COUNT && result-- <= 0)
            return;
        note(item, va_arg(arguments, char *), text);
    }
}

static bool is_of_input(const char *text)
{
    unsigned part;
    bool found = false;
    if (!state_enter())
        return false;
    for (size_t i = 0; i < LOOKED_AT && text[i] && !found; i++)
        found = shadow_byte(text + i, &part) != 0;
    state_leave();
    return found;
}

typedef int scan_text_function(const char *, const char *, va_list);
typedef int scan_stream_function(FILE *, const char *, va_list);

/* Before the real function, for that may write where the text is. */
static bool probe(struct scan *scan, const char *text)
{
    int kept = errno;
    bool of_input = is_of_input(text);
    if (of_input)
        scan_probe(scan, text);
    errno = kept;
    return of_input;
}

static int scan_text(const char *text, const char *format, va_list arguments,
                     scan_text_function *real, bool old)
{
    struct scan scan;
    va_list again;
    bool understood = scan_parse(&scan, format, old);
    bool of_input = understood && probe(&scan, text);
    va_copy(again, arguments);
    int result = real(text, format, arguments);
    if (understood && state_enter()) {
        note_all(&scan, of_input ? text : NULL, result, again);
        state_leave();
    }
    va_end(again);
    tutti_symbolic_result = 0;
    return result;
}

/* The text that the stream gave, `length` bytes from `place` on; false: there is none. */
static bool read_again(int descriptor, const struct file_place *place, char *to, size_t length)
{
    ssize_t count = pread(descriptor, to, length, (off_t)place->offset);
    if (count != (ssize_t)length)
        return false;
    to[length] = '\0';
    source_mark(place->source, place->offset, to, length);
    return true;
}

static void note_stream(struct scan *scan, int descriptor, const struct file_place *place,
                        size_t length, int result, va_list arguments)
{
    static char often[OFTEN_ENOUGH]; /* one thread at a time is inside */
    char *text = length < sizeof often ? often : memory_map(length + 1);
    bool known = text && read_again(descriptor, place, text, length);
    if (known)
        scan_probe(scan, text);
    note_all(scan, known ? text : NULL, result, arguments);
    if (known)
        shadow_forget(text, length);
    if (text && text != often)
        memory_unmap(text, length + 1);
}

static int scan_stream(FILE *stream, const char *format, va_list arguments,
                       scan_stream_function *real, bool old)
{
    struct scan scan;
    struct file_place before, after;
    va_list again;
    bool understood = scan_parse(&scan, format, old);
    bool known = understood && file_place_of(stream, &before);
    va_copy(again, arguments);
    int result = real(stream, format, arguments);
    known = known && file_place_of(stream, &after) && after.offset >= before.offset &&
            after.offset - before.offset < READ_AGAIN;
    if (understood && state_enter()) {
        if (known)
            note_stream(&scan, fileno(stream), &before, after.offset - before.offset, result,
                        again);
        else
            note_all(&scan, NULL, result, again);
        state_leave();
    }
    va_end(again);
    tutti_symbolic_result = 0;
    return result;
}

/* Compilers call scanf() and the others by one of these names, by the standard that a program is
 * compiled for. They differ in what %a means; the newest ones know 0b101. */
#define DECLARE(prefix)                                                               \
    extern int prefix##scanf(const char *, ...) __attribute__((weak));                \
    extern int prefix##fscanf(FILE *, const char *, ...) __attribute__((weak));       \
    extern int prefix##sscanf(const char *, const char *, ...) __attribute__((weak)); \
    extern int prefix##vscanf(const char *, va_list) __attribute__((weak));           \
    extern int prefix##vfscanf(FILE *, const char *, va_list) __attribute__((weak));  \
    extern int prefix##vsscanf(const char *, const char *, va_list) __attribute__((weak));

#define FAMILY(prefix, old)                                                                    \
    MODEL_OF(prefix##scanf);                                                                   \
    MODEL_OF(prefix##fscanf);                                                                  \
    MODEL_OF(prefix##sscanf);                                                                  \
    MODEL_OF(prefix##vscanf);                                                                  \
    MODEL_OF(prefix##vfscanf);                                                                 \
    MODEL_OF(prefix##vsscanf);                                                                 \
                                                                                               \
    int tutti_model_##prefix##vsscanf(const char *text, const char *format, va_list arguments) \
    {                                                                                          \
        return scan_text(text, format, arguments, prefix##vsscanf, old);                       \
    }                                                                                          \
                                                                                               \
    int tutti_model_##prefix##vfscanf(FILE *stream, const char *format, va_list arguments)     \
    {                                                                                          \
        return scan_stream(stream, format, arguments, prefix##vfscanf, old);                   \
    }                                                                                          \
                                                                                               \
    int tutti_model_##prefix##vscanf(const char *format, va_list arguments)                    \
    {                                                                                          \
        return scan_stream(stdin, format, arguments, prefix##vfscanf, old);                    \
    }                                                                                          \
                                                                                               \
    int tutti_model_##prefix##sscanf(const char *text, const char *format, ...)                \
    {                                                                                          \
        va_list arguments;                                                                     \
        va_start(arguments, format);                                                           \
        int result = scan_text(text, format, arguments, prefix##vsscanf, old);                 \
        va_end(arguments);                                                                     \
        return result;                                                                         \
    }                                                                                          \
                                                                                               \
    int tutti_model_##prefix##fscanf(FILE *stream, const char *format, ...)                    \
    {                                                                                          \
        va_list arguments;                                                                     \
        va_start(arguments, format);                                                           \
        int result = scan_stream(stream, format, arguments, prefix##vfscanf, old);             \
        va_end(arguments);                                                                     \
        return result;                                                                         \
    }                                                                                          \
                                                                                               \
    int tutti_model_##prefix##scanf(const char *format, ...)                                   \
    {                                                                                          \
        va_list arguments;                                                                     \
        va_start(arguments, format);                                                           \
        int result = scan_stream(stdin, format, arguments, prefix##vfscanf, old);              \
        va_end(arguments);                                                                     \
        return result;                                                                         \
    }

DECLARE(__isoc99_) /* NOLINT(bugprone-reserved-identifier) */
DECLARE(__isoc23_) /* NOLINT(bugprone-reserved-identifier) */
FAMILY(, true)
FAMILY(__isoc99_, false) /* NOLINT(bugprone-reserved-identifier) */
FAMILY(__isoc23_, false) /* NOLINT(bugprone-reserved-identifier) */
