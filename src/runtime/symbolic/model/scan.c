/* scan.c: models the scanf() family. The real function scans and stores. Then the model finds out
 * which text each conversion took. For a stream, this is the text between its positions before and
 * after, which is read again from the file. */
#include "runtime/symbolic/scan.h"
#include "runtime/symbolic/files.h"
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/variables.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum { LOOKED_AT = 4096 }; /* bytes of a text that are tested for an input */

static void note_text(const struct scan_item *item, char *at, const char *begin, size_t length)
{
    shadow_copy(at, begin, length);
    if (item->kind == SCAN_TEXT)
        shadow_forget(at + length, 1);
}

/* Records that what was stored there comes from no input. */
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

static void scan_note(const struct scan_item *item, char *at, const char *text)
{
    if (item->allocates) {
        char *made;
        memcpy(&made, at, sizeof made);
        shadow_forget(at, sizeof made);
        at = made;
    }
    bool known = text && item->begin >= 0 && item->end >= 0;
    if (known && item->kind == SCAN_NUMBER)
        number_stored(at, text + item->begin, text + item->end, &item->conversion);
    else if (known && (item->kind == SCAN_TEXT || item->kind == SCAN_BYTES))
        note_text(item, at, text + item->begin, (size_t)(item->end - item->begin));
    else
        note_nothing(item, at);
}

/* Records that `result` conversions were stored through the arguments. */
static void note_all(const struct scan *scan, const char *text, int result, va_list arguments)
{
    for (size_t i = 0; i < scan->count; i++) {
        const struct scan_item *item = &scan->items[i];
        if (item->suppressed)
            continue;
        if (item->kind != SCAN_COUNT && result-- <= 0)
            return;
        scan_note(item, va_arg(arguments, char *), text);
    }
}

/* Records a text from which more or fewer conversions could be read. The program made no such
 * comparison, but what it reads next depends on it. */
static void could_be(uint32_t word, const char *text, size_t length, const char *sample)
{
    bool equal = strlen(sample) == length && strncmp(text, sample, length) == 0;
    event_text(word, sample, 0, equal);
}

/* Records the samples of all possible numbers of conversions except the real one. The text is one
 * line, or a word. */
static void note_samples(const struct scan *scan, const char *text, int result)
{
    size_t length = strcspn(text, "\r\n");
    uint32_t word =
        length > 0 && length < SCAN_SAMPLE ? variable_word(text, length) : VARIABLE_NONE;
    if (word == VARIABLE_NONE)
        return;
    int stored = 0;
    if (result > 0 && scan->count > 0 && scan->items[0].kind == SCAN_NUMBER)
        could_be(word, text, length, "x");
    for (size_t i = 0; i < scan->count; i++) {
        char sample[SCAN_SAMPLE];
        const struct scan_item *item = &scan->items[i];
        if (item->kind == SCAN_COUNT || item->suppressed)
            continue;
        memcpy(sample, scan->sample, item->sample);
        sample[item->sample] = '\0';
        if (++stored != result)
            could_be(word, text, length, sample);
    }
}

typedef int scan_text_function(const char *, const char *, va_list);
typedef int scan_stream_function(FILE *, const char *, va_list);

/* Scans the text before the real function does, because that may overwrite it. */
static bool scan_probe_stream(struct scan *scan, const char *text)
{
    int kept = errno;
    bool of_input = shadow_any(text, strnlen(text, LOOKED_AT));
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
    bool of_input = understood && scan_probe_stream(&scan, text);
    va_copy(again, arguments);
    int result = real(text, format, arguments);
    if (understood && state_enter()) {
        note_all(&scan, of_input ? text : NULL, result, again);
        if (of_input)
            note_samples(&scan, text, result);
        state_leave();
    }
    va_end(again);
    tutti_symbolic_result = 0;
    return result;
}

static void note_stream(struct scan *scan, int descriptor, const struct symbolic_file_place *place,
                        size_t length, int result, va_list arguments)
{
    char *text = file_again(descriptor, place, length);
    if (text)
        scan_probe(scan, text);
    note_all(scan, text, result, arguments);
    if (text)
        file_again_done(text, length);
}

static int scan_stream(FILE *stream, const char *format, va_list arguments,
                       scan_stream_function *real, bool old)
{
    struct scan scan;
    struct symbolic_file_place before, after;
    va_list again;
    bool understood = scan_parse(&scan, format, old);
    bool known = understood && file_place_of(stream, &before);
    va_copy(again, arguments);
    int result = real(stream, format, arguments);
    known = known && file_place_of(stream, &after) && after.offset >= before.offset;
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

/* Names by which compilers call scanf() and the others, depending on the standard that a program is
 * compiled for. They differ in the meaning of %a; the newest ones accept 0b101. */
#define DECLARE(input, stream, text, vinput, vstream, vtext)                 \
    extern int input(const char *, ...) __attribute__((weak));               \
    extern int stream(FILE *, const char *, ...) __attribute__((weak));      \
    extern int text(const char *, const char *, ...) __attribute__((weak));  \
    extern int vinput(const char *, va_list) __attribute__((weak));          \
    extern int vstream(FILE *, const char *, va_list) __attribute__((weak)); \
    extern int vtext(const char *, const char *, va_list) __attribute__((weak));

#define FAMILY(old, input, stream, text, vinput, vstream, vtext)                  \
    MODEL_OF(input);                                                              \
    MODEL_OF(stream);                                                             \
    MODEL_OF(text);                                                               \
    MODEL_OF(vinput);                                                             \
    MODEL_OF(vstream);                                                            \
    MODEL_OF(vtext);                                                              \
                                                                                  \
    int tutti_model_##vtext(const char *from, const char *format, va_list values) \
    {                                                                             \
        return scan_text(from, format, values, vtext, old);                       \
    }                                                                             \
                                                                                  \
    int tutti_model_##vstream(FILE *from, const char *format, va_list values)     \
    {                                                                             \
        return scan_stream(from, format, values, vstream, old);                   \
    }                                                                             \
                                                                                  \
    int tutti_model_##vinput(const char *format, va_list values)                  \
    {                                                                             \
        return scan_stream(stdin, format, values, vstream, old);                  \
    }                                                                             \
                                                                                  \
    int tutti_model_##text(const char *from, const char *format, ...)             \
    {                                                                             \
        va_list values;                                                           \
        va_start(values, format);                                                 \
        int result = scan_text(from, format, values, vtext, old);                 \
        va_end(values);                                                           \
        return result;                                                            \
    }                                                                             \
                                                                                  \
    int tutti_model_##stream(FILE *from, const char *format, ...)                 \
    {                                                                             \
        va_list values;                                                           \
        va_start(values, format);                                                 \
        int result = scan_stream(from, format, values, vstream, old);             \
        va_end(values);                                                           \
        return result;                                                            \
    }                                                                             \
                                                                                  \
    int tutti_model_##input(const char *format, ...)                              \
    {                                                                             \
        va_list values;                                                           \
        va_start(values, format);                                                 \
        int result = scan_stream(stdin, format, values, vstream, old);            \
        va_end(values);                                                           \
        return result;                                                            \
    }

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
DECLARE(__isoc99_scanf, __isoc99_fscanf, __isoc99_sscanf, __isoc99_vscanf, __isoc99_vfscanf,
        __isoc99_vsscanf)
DECLARE(__isoc23_scanf, __isoc23_fscanf, __isoc23_sscanf, __isoc23_vscanf, __isoc23_vfscanf,
        __isoc23_vsscanf)
FAMILY(true, scanf, fscanf, sscanf, vscanf, vfscanf, vsscanf)
FAMILY(false, __isoc99_scanf, __isoc99_fscanf, __isoc99_sscanf, __isoc99_vscanf, __isoc99_vfscanf,
       __isoc99_vsscanf)
FAMILY(false, __isoc23_scanf, __isoc23_fscanf, __isoc23_sscanf, __isoc23_vscanf, __isoc23_vfscanf,
       __isoc23_vsscanf)
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
