#include "base/text.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_FIRST_SPACE = 128 };

void text_init(struct text *text, size_t cap)
{
    *text = (struct text){.cap = cap};
    text->space = cap < TEXT_FIRST_SPACE ? cap + 1 : TEXT_FIRST_SPACE;
    text->data = memory_alloc(text->space);
    text->data[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->cut = false;
    text->data[0] = '\0';
}

/* Makes room for `more` bytes and a terminator. */
static void text_reserve(struct text *text, size_t more)
{
    size_t need = text->length + more + 1;
    if (need <= text->space)
        return;
    size_t space = TEXT_FIRST_SPACE;
    while (space < need)
        space = space <= SIZE_MAX / 2 ? space * 2 : need;
    text->data = memory_resize(text->data, space);
    text->space = space;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    if (text->cut || length == 0)
        return;
    size_t room = text->cap - text->length;
    if (length > room) {
        text->cut = true;
        length = room;
    }
    text_reserve(text, length);
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    if (text->cut)
        text->length = text_whole(text->data, text->length);
    text->data[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_char(struct text *text, char character)
{
    text_add_bytes(text, &character, 1);
}

void text_addf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = memory_vprintf(format, arguments);
    va_end(arguments);
    text_add(text, string);
    free(string);
}

/* Returns whether a terminal interprets the character, or it changes how the rest of the line reads
 * (Unicode, chapter 23). */
static bool is_harmful(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C ||
           (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
           (code >= 0xE0000 && code <= 0xE007F);
}

void text_add_visible(struct text *text, const char *bytes, size_t length)
{
    enum { LONGEST = 4 };
    for (size_t at = 0; at < length;) {
        /* Terminated, so that no byte behind the end counts as part of a character. */
        char next[LONGEST + 1] = {0};
        memcpy(next, bytes + at, length - at < LONGEST ? length - at : LONGEST);
        uint32_t code;
        size_t size = utf8_decode(next, &code);
        if (size == 0)
            text_addf(text, "\\x%02x", (unsigned char)*next);
        else if (!is_harmful(code))
            text_add_bytes(text, next, size);
        else
            text_addf(text, code < 0x80 ? "\\x%02x" : "\\u%04x", code);
        at += size ? size : 1;
    }
}

void text_add_visible_lines(struct text *text, const char *string)
{
    while (*string) {
        size_t length = strcspn(string, "\n\t");
        text_add_visible(text, string, length);
        string += length;
        if (*string)
            text_add_char(text, *string++);
    }
}

void text_add_quoted(struct text *text, const char *bytes, size_t length)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./,:@%";
    bool quote = length == 0;
    for (size_t i = 0; i < length; i++)
        quote = quote || !bytes[i] || !strchr(plain, bytes[i]);
    if (!quote) {
        text_add_bytes(text, bytes, length);
        return;
    }
    text_add_char(text, '\'');
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == '\'')
            text_add(text, "'\\''");
        else
            text_add_char(text, bytes[i]);
    text_add_char(text, '\'');
}

char *text_take(struct text *text)
{
    char *data = text->data;
    text_init(text, text->cap);
    return data;
}

size_t text_whole(const char *bytes, size_t length)
{
    enum { LONGEST = 4 };
    for (size_t back = 1; back <= LONGEST && back <= length; back++) {
        unsigned char byte = (unsigned char)bytes[length - back];
        if ((byte & 0xc0) == 0x80)
            continue; /* inside a character: continue to its first byte */
        size_t wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return wanted > back ? length - back : length;
    }
    return length;
}
