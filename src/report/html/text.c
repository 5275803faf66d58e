
#include "report/html/text.h"

#include "base/utf8.h"
#include "report/html/caps.h"
#include "report/phrase.h"

#include <stdio.h>
#include <string.h>

/* Says whether a character is invisible, or changes how its neighbours read: it is shown by its
 * number. */
static bool is_deceptive(uint32_t c)
{
    return (c >= 0x80 && c < 0xa0) || c == 0xad || c == 0x61c || c == 0x180e || c == 0x200b ||
           c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff0 && c < 0xfffc) ||
           (c & 0xfffe) == 0xfffe || (c >= 0xe0000 && c < 0xe1000);
}

/* Adds the first character of the bytes; returns how many bytes it was. */
static size_t add_character(struct text *out, const char *bytes, bool block)
{
    uint32_t c = 0;
    size_t used = utf8_decode(bytes, &c);
    if (used == 0) {
        text_add(out, "\xef\xbf\xbd");
        return 1;
    }
    if (c == '<')
        text_add(out, "&lt;");
    else if (c == '>')
        text_add(out, "&gt;");
    else if (c == '&')
        text_add(out, "&amp;");
    else if (c == '"')
        text_add(out, "&quot;");
    else if (c == '\'')
        text_add(out, "&#39;");
    else if (block && (c == '\n' || c == '\t'))
        text_add_char(out, (char)c);
    else if (c < 0x20) /* the control pictures have the order of the controls */
        text_addf(out, "\xe2\x90%c", (char)(0x80 + c));
    else if (c == 0x7f)
        text_add(out, "\xe2\x90\xa1");
    else if (is_deceptive(c))
        text_addf(out, "[U+%04X]", (unsigned)c);
    else
        text_add_bytes(out, bytes, used);
    return used;
}

static void text_add_string(struct text *out, const char *bytes, size_t length, bool block)
{
    size_t cap = length > HTML_STRING_CAP ? HTML_STRING_CAP : length;
    for (size_t at = 0; at < cap;)
        at += add_character(out, bytes + at, block);
    if (length > HTML_STRING_CAP)
        text_add(out, " \xe2\x80\xa6 (cut here)");
}

void html_text_bytes(struct text *out, const char *bytes, size_t length)
{
    text_add_string(out, bytes, length, false);
}

void html_text(struct text *out, const char *string)
{
    text_add_string(out, string, strlen(string), false);
}

void html_block(struct text *out, const char *string)
{
    text_add_string(out, string, strlen(string), true);
}

/* Adds a paragraph. Text between two backquotes is code; a single one stays as it is. */
static void add_paragraph(struct text *out, const char *string, size_t length)
{
    const char *end = string + length, *open, *close;
    text_add(out, "<p>");
    while ((open = memchr(string, '`', (size_t)(end - string))) &&
           (close = memchr(open + 1, '`', (size_t)(end - open - 1)))) {
        text_add_string(out, string, (size_t)(open - string), true);
        text_add(out, "<code>");
        text_add_string(out, open + 1, (size_t)(close - open - 1), true);
        text_add(out, "</code>");
        string = close + 1;
    }
    text_add_string(out, string, (size_t)(end - string), true);
    text_add(out, "</p>\n");
}

void html_paragraphs(struct text *out, const char *string)
{
    while (*string) {
        const char *end = strstr(string, "\n\n");
        size_t length = end ? (size_t)(end - string) : strlen(string);
        if (length > 0)
            add_paragraph(out, string, length);
        string += length;
        string += strspn(string, "\n");
    }
}

void html_short(struct text *out, const char *string, size_t most)
{
    size_t length = strlen(string);
    for (size_t at = 0, count = 0; at < length; count++) {
        if (count + 1 == most) {
            uint32_t last;
            size_t used = utf8_decode(string + at, &last);
            if (at + (used ? used : 1) < length) {
                text_add(out, "\xe2\x80\xa6");
                return;
            }
        }
        at += add_character(out, string + at, false);
    }
}

void html_count(struct text *out, size_t count)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%zu", count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text_add_char(out, ',');
        text_add_char(out, digits[i]);
    }
}

void html_counted(struct text *out, size_t count, const char *one)
{
    html_count(out, count);
    text_addf(out, " %s%s", one, count == 1 ? "" : "s");
}

void html_icon(struct text *out, const char *name)
{
    text_addf(out, "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#icon-%s\"/></svg>", name);
}

const char *html_call_name(const struct location *at)
{
    return at->call ? at->call : at->function ? at->function : "here";
}

static void text_add_call(struct text *out, const struct location *at, const char *before_name,
                          const char *after_name)
{
    if (!at->call && at->argument_count == 0)
        return;
    text_add_char(out, '(');
    for (size_t i = 0; i < at->argument_count && i < HTML_ARGUMENT_CAP; i++) {
        const struct argument *argument = &at->arguments[i];
        text_add(out, i ? ", " : "");
        text_add(out, before_name);
        html_short(out, phrase_argument_name(argument), PHRASE_ARGUMENT_MAX);
        text_add_char(out, '=');
        text_add(out, after_name);
        html_short(out, argument->text ? argument->text : "", PHRASE_ARGUMENT_MAX);
    }
    text_add(out, at->argument_count > HTML_ARGUMENT_CAP ? ", \xe2\x80\xa6)" : ")");
}

void html_call(struct text *out, const struct location *at)
{
    text_add(out, "<code class=\"call\"><b>");
    html_short(out, html_call_name(at), PHRASE_ARGUMENT_MAX);
    text_add(out, "</b>");
    text_add_call(out, at, "<i>", "</i>");
    text_add(out, "</code>");
}

void html_call_plain(struct text *out, const struct location *at)
{
    html_short(out, html_call_name(at), PHRASE_ARGUMENT_MAX);
    text_add_call(out, at, "", "");
}

void html_file_line(struct text *out, const char *file, int line, int column)
{
    if (!file) {
        text_add(out, "unknown place");
        return;
    }
    html_text(out, file);
    if (line > 0)
        text_addf(out, ":%d", line);
    if (line > 0 && column > 0)
        text_addf(out, ":%d", column);
}

void html_rank(struct text *out, int rank)
{
    if (rank < 0)
        text_add(out, "no rank");
    else
        text_addf(out, "rank %d", rank);
}
