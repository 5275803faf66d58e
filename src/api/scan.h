/* scan.h: reads the words of one logical line of mpi.api.
 *
 * A logical line is a line and the indented lines below it, without comments. A token is a word
 * (letters, digits, '_' and '.'), a quoted text, or one other character.
 */
#ifndef TUTTI_API_SCAN_H
#define TUTTI_API_SCAN_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

enum scan_kind { SCAN_END, SCAN_WORD, SCAN_QUOTED, SCAN_SIGN };

struct scan_token {
    enum scan_kind kind;
    const char *text; /* without the quotes; a sign is a text of one character */
    size_t offset;    /* offset of its start in the line */
};

struct scan {
    struct arena *arena; /* owns the texts of tokens */
    const char *name;    /* of the file, for error messages */
    const char *rest;    /* the rest of the file */
    int next_line;       /* number of the line at `rest` */

    const char *text; /* the logical line */
    int line;         /* number of its first line */
    size_t position;  /* behind `token` */
    struct scan_token token;
};

/* Goes to the first token of the next logical line that is not empty. Returns false at the end. */
bool scan_line(struct scan *scan);

void scan_next(struct scan *scan);
bool scan_is(const struct scan *scan, const char *text); /* a word or a sign, not a quoted text */
bool scan_take(struct scan *scan, const char *text);     /* if the token is this, skips it */

/* Skip a word, a quoted text, a certain sign; any other token is an error. */
int scan_word(struct scan *scan, const char **word, struct error *error);
int scan_quoted(struct scan *scan, const char **text, struct error *error);
int scan_sign(struct scan *scan, const char *sign, struct error *error);

/* Returns the text from `start` to just before the current token, without blanks at its ends. */
const char *scan_since(struct scan *scan, size_t start);

/* Returns the rest of the line, without blanks at its ends, and goes to the end of the line. */
const char *scan_remainder(struct scan *scan);

/* Sets an error that starts with file and line. Always returns -1. */
int scan_error(const struct scan *scan, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
