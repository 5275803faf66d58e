#include "base/error.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Makes a sentence that did not fit into `space` bytes end in "...", never inside a character. */
static void mark_cut(char *sentence, size_t space)
{
    size_t kept = text_whole(sentence, space - sizeof "...");
    memcpy(sentence + kept, "...", sizeof "...");
}

static void format_capped(char *sentence, size_t space, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

static void format_capped(char *sentence, size_t space, const char *format, va_list arguments)
{
    int length = vsnprintf(sentence, space, format, arguments);
    if (length < 0)
        sentence[0] = '\0';
    else if ((size_t)length >= space)
        mark_cut(sentence, space);
}

/* Each function first writes the new sentence elsewhere: its arguments may point into the sentence
 * that it replaces. */

int error_set(struct error *error, enum error_kind kind, const char *format, ...)
{
    char sentence[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    format_capped(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    error->kind = kind;
    strcpy(error->text, sentence);
    return -1;
}

int error_errno(struct error *error, const char *format, ...)
{
    const char *reason = strerror(errno);
    /* If both do not fit, the reason stays whole. */
    size_t space = ERROR_TEXT_MAX - strlen(": ") - strlen(reason);
    char sentence[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    format_capped(sentence, space, format, arguments);
    va_end(arguments);
    error->kind = ERROR_FAILED;
    stpcpy(stpcpy(stpcpy(error->text, sentence), ": "), reason);
    return -1;
}

int error_wrap(struct error *error, const char *format, ...)
{
    char sentence[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    format_capped(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    char whole[2 * ERROR_TEXT_MAX + sizeof ": "];
    stpcpy(stpcpy(stpcpy(whole, sentence), ": "), error->text);
    if (strlen(whole) >= sizeof error->text)
        mark_cut(whole, sizeof error->text);
    strcpy(error->text, whole);
    return -1;
}
