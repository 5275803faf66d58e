#include "runtime/symbolic/scan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of a conversion between % and the letter. */
struct specification {
    const char *at; /* the next character of the format */
    const char *width;
    int width_length;
    char length[2]; /* "hh", "l" */
};

static enum symbolic_type integer_type(const char length[2])
{
    if (length[0] == 'h')
        return length[1] == 'h' ? SYMBOLIC_I8 : SYMBOLIC_I16;
    return length[0] ? SYMBOLIC_I64 : SYMBOLIC_I32;
}

static void classify_number(struct scan_item *item, const char length[2], bool is_signed, int base)
{
    item->kind = SCAN_NUMBER;
    item->conversion = (struct conversion){integer_type(length), is_signed, base};
}

static void classify_float(struct scan_item *item, const char length[2])
{
    item->kind = length[0] == 'L' || length[1] == 'l' ? SCAN_OTHER : SCAN_NUMBER;
    item->conversion =
        (struct conversion){length[0] == 'l' ? SYMBOLIC_DOUBLE : SYMBOLIC_FLOAT, true, -1};
}

/* Classifies a conversion; returns false if there is no such conversion. */
static bool scan_classify(struct scan_item *item, char letter, const char length[2])
{
    switch (letter) {
    case 'd':
        classify_number(item, length, true, 10);
        return true;
    case 'i':
        classify_number(item, length, true, 0);
        return true;
    case 'u':
        classify_number(item, length, false, 10);
        return true;
    case 'x':
    case 'X':
        classify_number(item, length, false, 16);
        return true;
    case 'o':
        classify_number(item, length, false, 8);
        return true;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        classify_float(item, length);
        return true;
    case 's':
    case '[':
        item->kind = length[0] ? SCAN_OTHER : SCAN_TEXT;
        return true;
    case 'c':
        item->kind = length[0] ? SCAN_OTHER : SCAN_BYTES;
        return true;
    case 'n':
        item->kind = SCAN_COUNT;
        return true;
    case 'p':
    case 'S':
    case 'C':
        item->kind = SCAN_OTHER;
        return true;
    default:
        return false;
    }
}

static void read_length(struct specification *specification)
{
    const char *at = specification->at;
    if (*at && strchr("hlLqjzt", *at)) {
        specification->length[0] = *at++;
        if (specification->length[0] == *at && (*at == 'h' || *at == 'l'))
            specification->length[1] = *at++;
    }
    specification->at = at;
}

/* Reads a specification, from the character after the % to the letter. */
static bool read_specification(struct specification *specification, struct scan_item *item,
                               bool old)
{
    const char *at = specification->at;
    for (; *at == '*' || *at == '\'' || *at == 'I'; at++)
        item->suppressed = item->suppressed || *at == '*';
    specification->width = at;
    while (isdigit((unsigned char)*at))
        at++;
    specification->width_length = (int)(at - specification->width);
    if (specification->width_length > 0)
        item->width = strtoul(specification->width, NULL, 10);
    if (*at == '$')
        return false;
    if (*at == 'm' || (old && *at == 'a' && at[1] && strchr("sS[", at[1]))) {
        item->allocates = true;
        at++;
    }
    specification->at = at;
    read_length(specification);
    return true;
}

/* Returns the position after the ] that ends a set; NULL: there is none. */
static const char *end_of_set(const char *at)
{
    if (*at == '^')
        at++;
    if (*at == ']')
        at++;
    at = strchr(at, ']');
    return at ? at + 1 : NULL;
}

/* The format, while it is being rewritten. */
struct rewriting {
    struct scan *scan;
    size_t length;
    const char *at;
    bool old;
};

static bool scan_put(struct rewriting *rewriting, const char *text, size_t length)
{
    if (length >= SCAN_FORMAT - rewriting->length)
        return false;
    memcpy(rewriting->scan->format + rewriting->length, text, length);
    rewriting->length += length;
    rewriting->scan->format[rewriting->length] = '\0';
    return true;
}

static void add_sample(struct scan *scan, char byte)
{
    if (scan->sample_length + 1 < SCAN_SAMPLE)
        scan->sample[scan->sample_length++] = byte;
    scan->sample[scan->sample_length] = '\0';
}

/* Adds what must be in the text as it is in the format; any blanks are one blank. */
static void sample_literal(struct scan *scan, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool blank = isspace((unsigned char)text[i]);
        if (!blank || scan->sample_length == 0 || scan->sample[scan->sample_length - 1] != ' ')
            add_sample(scan, (char)(blank ? ' ' : text[i]));
    }
}

/* Adds a text that this conversion reads, and that the one before it does not. */
static void sample_item(struct scan *scan, struct scan_item *item, const char *letter)
{
    const struct scan_item *before = scan->count > 0 ? &scan->items[scan->count - 1] : NULL;
    bool number = item->kind == SCAN_NUMBER;
    if (before && before->sample == scan->sample_length && *letter != '[' && *letter != 'c' &&
        (before->kind == SCAN_TEXT || (before->kind == SCAN_NUMBER && number)))
        add_sample(scan, ' ');
    char byte = number ? '1' : 'x';
    if (*letter == '[' && letter[1] != '^')
        byte = letter[1];
    add_sample(scan, byte);
    item->sample = scan->sample_length;
}

/* Rewrites one conversion; `rewriting->at` is after its %. Returns false if the format is not
 * supported. */
static bool scan_rewrite(struct rewriting *rewriting, bool *room)
{
    struct specification specification = {.at = rewriting->at};
    struct scan_item item = {.begin = -1, .end = -1, .width = 1};
    char text[SCAN_FORMAT];
    if (!read_specification(&specification, &item, rewriting->old))
        return false;
    char letter = *specification.at;
    if (!letter || !scan_classify(&item, letter, specification.length))
        return false;
    const char *end = letter == '[' ? end_of_set(specification.at + 1) : specification.at + 1;
    if (!end)
        return false;
    rewriting->at = end;
    if (letter == 'n') { /* takes nothing, and must not be suppressed */
        rewriting->scan->items[rewriting->scan->count++] = item;
        return true;
    }
    sample_item(rewriting->scan, &item, specification.at);
    bool skips = letter != '[' && letter != 'c' && letter != 'C';
    int length = snprintf(text, sizeof text, "%s%%n%%*%.*s%.*s%.*s%%n", skips ? " " : "",
                          specification.width_length, specification.width,
                          (int)strnlen(specification.length, 2), specification.length,
                          (int)(end - specification.at), specification.at);
    *room = length > 0 && (size_t)length < sizeof text && scan_put(rewriting, text, (size_t)length);
    if (*room)
        rewriting->scan->items[rewriting->scan->count++] = item;
    return true;
}

bool scan_parse(struct scan *scan, const char *format, bool old)
{
    struct rewriting rewriting = {.scan = scan, .at = format, .old = old};
    bool room = true;
    scan->count = scan->sample_length = 0;
    scan->format[0] = scan->sample[0] = '\0';
    while (*rewriting.at && room && scan->count < SCAN_CONVERSIONS) {
        size_t literal = strcspn(rewriting.at, "%");
        if (literal == 0 && rewriting.at[1] == '%')
            literal = 2;
        if (literal > 0) {
            room = scan_put(&rewriting, rewriting.at, literal);
            sample_literal(scan, rewriting.at, rewriting.at[0] == '%' ? 1 : literal);
            rewriting.at += literal;
            continue;
        }
        rewriting.at++;
        if (!scan_rewrite(&rewriting, &room))
            return false;
    }
    return true;
}

#define EIGHT(at) (at), (at) + 1, (at) + 2, (at) + 3, (at) + 4, (at) + 5, (at) + 6, (at) + 7

void scan_probe(struct scan *scan, const char *text)
{
    int at[2 * SCAN_CONVERSIONS];
    for (size_t i = 0; i < 2 * SCAN_CONVERSIONS; i++)
        at[i] = -1;
    _Static_assert(2 * SCAN_CONVERSIONS == 64, "as many as are passed below");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    (void)sscanf(text, scan->format, EIGHT(at), EIGHT(at + 8), EIGHT(at + 16), EIGHT(at + 24),
                 EIGHT(at + 32), EIGHT(at + 40), EIGHT(at + 48), EIGHT(at + 56)); /* NOLINT */
#pragma GCC diagnostic pop
    size_t next = 0;
    for (size_t i = 0; i < scan->count; i++) {
        if (scan->items[i].kind == SCAN_COUNT)
            continue;
        scan->items[i].begin = at[next++];
        scan->items[i].end = at[next++];
    }
}
