#include "symbol/statement.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINES_MAX = 24, LINE_MAX_BYTES = 4096 };

struct statement {
    char text[LINES_MAX * LINE_MAX_BYTES];
};

/* Returns how many more parentheses open than close, outside of strings. */
static int count_open(const char *text)
{
    int open = 0;
    char quote = 0;
    for (; *text; text++) {
        if (quote) {
            if (*text == '\\' && text[1])
                text++;
            else if (*text == quote)
                quote = 0;
        } else if (*text == '"' || *text == '\'') {
            quote = *text;
        } else {
            open += (*text == '(') - (*text == ')');
        }
    }
    return open;
}

struct statement *statement_read(const char *path, int line, struct arena *arena)
{
    FILE *file = path && line > 0 ? fopen(path, "re") : NULL;
    struct statement *statement = NULL;
    char *text = NULL;
    size_t room = 0, length = 0;
    int open = 0, lines = 0;
    if (!file)
        return NULL;
    for (int at = 1; lines < LINES_MAX && getline(&text, &room, file) >= 0; at++) {
        size_t bytes = strlen(text);
        if (at < line)
            continue;
        if (bytes >= LINE_MAX_BYTES)
            break;
        if (!statement)
            statement = arena_alloc(arena, sizeof *statement);
        memcpy(statement->text + length, text, bytes + 1);
        length += bytes;
        lines++;
        open += count_open(text);
        if (open <= 0)
            break;
    }
    free(text);
    (void)fclose(file);
    return statement;
}

static bool statement_is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* Returns the last character before `at` that is not in `passed`; NULL: none. */
static const char *statement_before(const char *text, const char *at, const char *passed)
{
    while (at > text && strchr(passed, at[-1]))
        at--;
    return at > text ? at - 1 : NULL;
}

/* Says whether the bytes contain the word. */
static bool has_word(const char *from, const char *to, const char *word)
{
    size_t length = strlen(word);
    for (; from + length <= to; from++)
        if (strncmp(from, word, length) == 0)
            return true;
    return false;
}

/* Says whether (double *) or reinterpret_cast<double *> precedes the word. (void *) tells nothing,
 * and does not count. */
static bool is_cast(const char *text, const char *word)
{
    const char *close = statement_before(text, word, " \t\n(&");
    if (!close || (*close != ')' && *close != '>'))
        return false;
    const char *star = statement_before(text, close, " \t\n");
    if (!star || *star != '*')
        return false;
    const char *open = star;
    while (open > text && *open != (*close == ')' ? '(' : '<'))
        open--;
    return !has_word(open, star, "void");
}

bool statement_names(const struct statement *statement, const char *name, bool fold)
{
    size_t length = name ? strlen(name) : 0;
    if (!statement || length == 0)
        return false;
    for (const char *at = statement->text; *at;) {
        size_t word = 0;
        while (statement_is_word(at[word]))
            word++;
        if (word == length &&
            (fold ? strncasecmp(at, name, length) : strncmp(at, name, length)) == 0 &&
            !is_cast(statement->text, at))
            return true;
        at += word > 0 ? word : 1;
    }
    return false;
}
