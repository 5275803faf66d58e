/* text.h: a growing text buffer with a cap.
 *
 * Appending past the cap cuts the text and sets `cut`; it never fails otherwise (out of memory
 * ends the command). A cut falls between UTF-8 characters, and what is added after it is dropped,
 * so that the text is a prefix of what was meant. `data` is always terminated, also when nothing
 * was added. What is added must not lie in the text itself: its memory may move.
 */
#ifndef TUTTI_BASE_TEXT_H
#define TUTTI_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *data;
    size_t length;
    size_t space; /* bytes allocated */
    size_t cap;   /* most bytes of text that it may hold */
    bool cut;
};

void text_init(struct text *text, size_t cap);
void text_free(struct text *text);

/* Empties it and keeps its memory. */
void text_clear(struct text *text);

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add_char(struct text *text, char character);
void text_addf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As a terminal shows it and does nothing else: control characters, those that are invisible or
 * turn the direction of writing, and bytes that are not UTF-8 come out as \x1b, \u202e, \xff.
 * `length` counts bytes and may end within the string. */
void text_add_visible(struct text *text, const char *bytes, size_t length);
/* The same for text of several lines: new lines and tabs are meant. */
void text_add_visible_lines(struct text *text, const char *string);

/* As a word of a shell. */
void text_add_quoted(struct text *text, const char *bytes, size_t length);

/* Hands the string to the caller, who frees it; the text is empty again. */
char *text_take(struct text *text);

/* How many of the bytes make whole UTF-8 characters: all but a last one that is cut short. */
size_t text_whole(const char *bytes, size_t length);

#endif
