/* text.h: a growing text buffer with a cap.
 *
 * Appending past the cap cuts the text and sets `cut`; appending never fails otherwise (out of
 * memory ends the command). A cut falls between UTF-8 characters, and all later additions are
 * dropped, so that the text is a prefix of the complete one. `data` is always terminated, also when
 * the text is empty. An added string must not lie in the text itself: its memory may move.
 */
#ifndef TUTTI_BASE_TEXT_H
#define TUTTI_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *data;
    size_t length;
    size_t space; /* bytes allocated */
    size_t cap;   /* limit on the bytes of text */
    bool cut;
};

void text_init(struct text *text, size_t cap);
void text_free(struct text *text);

/* Empties the text and keeps its memory. */
void text_clear(struct text *text);

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add_char(struct text *text, char character);
void text_addf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds text that is safe to print on a terminal: control characters, invisible characters,
 * characters that change the direction of writing, and bytes that are not UTF-8 appear as \x1b,
 * \u202e, \xff. `length` counts bytes and may end within the string. */
void text_add_visible(struct text *text, const char *bytes, size_t length);
/* Does the same for text of several lines: keeps newlines and tabs. */
void text_add_visible_lines(struct text *text, const char *string);

/* Adds the bytes quoted as one word of a shell. */
void text_add_quoted(struct text *text, const char *bytes, size_t length);

/* Hands the string to the caller, who frees it; the text is empty afterwards. */
char *text_take(struct text *text);

/* Returns how many of the bytes make whole UTF-8 characters: all but an incomplete last one. */
size_t text_whole(const char *bytes, size_t length);

#endif
