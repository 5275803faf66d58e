#include "api/scan.h"

#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 64 * 1024 };

/* Returns the start of the comment in a line, or the line's length: '#' at the start or after a
 * blank, but not in quotes. */
static size_t comment_start(const char *line, size_t length)
{
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '"')
            quoted = !quoted;
        if (line[i] == '#' && !quoted && (i == 0 || isspace((unsigned char)line[i - 1])))
            return i;
    }
    return length;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

/* Joins the line at `rest` and its continuations. */
static void take_logical_line(struct scan *scan)
{
    struct text joined;
    text_init(&joined, LINE_MAX_LENGTH);
    scan->line = scan->next_line;
    do {
        size_t length = strcspn(scan->rest, "\n");
        text_add_bytes(&joined, scan->rest, comment_start(scan->rest, length));
        text_add_char(&joined, ' ');
        scan->rest += length + (scan->rest[length] == '\n');
        scan->next_line++;
    } while (*scan->rest == ' ' || *scan->rest == '\t');
    scan->text = arena_copy(scan->arena, joined.data);
    text_free(&joined);
}

bool scan_line(struct scan *scan)
{
    do {
        if (*scan->rest == '\0')
            return false;
        take_logical_line(scan);
    } while (is_blank(scan->text));
    scan->position = 0;
    scan_next(scan);
    return true;
}

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

void scan_next(struct scan *scan)
{
    const char *text = scan->text;
    size_t start = scan->position + strspn(text + scan->position, " \t\r");
    size_t end = start;
    struct scan_token token = {.offset = start};
    if (text[start] == '\0') {
        token.kind = SCAN_END;
        token.text = "end of line";
    } else if (text[start] == '"') {
        size_t length = strcspn(text + start + 1, "\"");
        token.kind = SCAN_QUOTED;
        token.text = arena_copy_bytes(scan->arena, text + start + 1, length);
        end = start + 1 + length + (text[start + 1 + length] == '"');
    } else {
        token.kind = is_word_character(text[start]) ? SCAN_WORD : SCAN_SIGN;
        do
            end++;
        while (token.kind == SCAN_WORD && is_word_character(text[end]));
        token.text = arena_copy_bytes(scan->arena, text + start, end - start);
    }
    scan->position = end;
    scan->token = token;
}

bool scan_is(const struct scan *scan, const char *text)
{
    return (scan->token.kind == SCAN_WORD || scan->token.kind == SCAN_SIGN) &&
           strcmp(scan->token.text, text) == 0;
}

bool scan_take(struct scan *scan, const char *text)
{
    if (!scan_is(scan, text))
        return false;
    scan_next(scan);
    return true;
}

static int scan_take_kind(struct scan *scan, enum scan_kind kind, const char *what,
                          const char **text, struct error *error)
{
    if (scan->token.kind != kind)
        return scan_error(scan, error, "%s expected, but there is \"%s\"", what, scan->token.text);
    *text = scan->token.text;
    scan_next(scan);
    return 0;
}

int scan_word(struct scan *scan, const char **word, struct error *error)
{
    return scan_take_kind(scan, SCAN_WORD, "a word", word, error);
}

int scan_quoted(struct scan *scan, const char **text, struct error *error)
{
    return scan_take_kind(scan, SCAN_QUOTED, "a quoted type", text, error);
}

int scan_sign(struct scan *scan, const char *sign, struct error *error)
{
    if (!scan_take(scan, sign))
        return scan_error(scan, error, "\"%s\" expected, but there is \"%s\"", sign,
                          scan->token.text);
    return 0;
}

static const char *scan_trimmed(struct scan *scan, size_t start, size_t end)
{
    while (start < end && isspace((unsigned char)scan->text[start]))
        start++;
    while (end > start && isspace((unsigned char)scan->text[end - 1]))
        end--;
    return arena_copy_bytes(scan->arena, scan->text + start, end - start);
}

const char *scan_since(struct scan *scan, size_t start)
{
    return scan_trimmed(scan, start, scan->token.offset);
}

const char *scan_remainder(struct scan *scan)
{
    const char *rest = scan_trimmed(scan, scan->token.offset, strlen(scan->text));
    scan->position = strlen(scan->text);
    scan_next(scan);
    return rest;
}

int scan_error(const struct scan *scan, struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char sentence[ERROR_TEXT_MAX];
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return error_set(error, ERROR_USAGE, "%s:%d: %s", scan->name, scan->line, sentence);
}
