/* statement.h: reads the statement at a line of a source file, to tell which variables it names. */
#ifndef TUTTI_SYMBOL_STATEMENT_H
#define TUTTI_SYMBOL_STATEMENT_H

#include "base/memory.h"

#include <stdbool.h>

struct statement;

/* Reads a statement, from the line to the one that closes its parentheses. NULL: the file cannot be
 * read, or has no such line. */
struct statement *statement_read(const char *path, int line, struct arena *arena);

/* Says whether the statement names it; with `fold`, in whatever case. A name that is cast to a
 * typed pointer does not count, since then the statement states the type itself. Returns false if
 * either is NULL. */
bool statement_names(const struct statement *statement, const char *name, bool fold);

#endif
