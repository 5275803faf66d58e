/* statement.h: the statement of a source file at a line, as far as it tells which variables it
 * names. */
#ifndef TUTTI_SYMBOL_STATEMENT_H
#define TUTTI_SYMBOL_STATEMENT_H

#include "base/memory.h"

#include <stdbool.h>

struct statement;

/* From the line up to the one that closes its parentheses. NULL: the file cannot be read, or has no
 * such line. */
struct statement *statement_read(const char *path, int line, struct arena *arena);

/* Whether a word of the statement is the name; with `fold` whatever the case of its letters. A name
 * that is cast to a pointer to something does not count: the statement says what is there. Of no
 * statement, and of no name: false. */
bool statement_names(const struct statement *statement, const char *name, bool fold);

#endif
