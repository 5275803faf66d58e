/* suppress.h: removes findings that the user does not want.
 *
 * A suppression file has one entry a line: `RULE-PATTERN [file:GLOB] [function:GLOB] [line:N]`; `#`
 * starts a comment. An entry suppresses a finding if it matches its rule and one of its locations.
 * A file's glob may match the end of the path, from a slash on.
 *
 * A comment in the source does the same: `// tutti: ignore(rule)` on the line of locations[0], or
 * alone on the line above. It may be a C or Fortran comment, with a list of patterns, or with none
 * for all rules.
 */
#ifndef TUTTI_FINDING_SUPPRESS_H
#define TUTTI_FINDING_SUPPRESS_H

#include "base/error.h"
#include "finding/finding.h"

struct suppressions;

/* Loads suppressions. If `path` is NULL, only comments in the source suppress. */
int suppressions_load(const char *path, struct suppressions **suppressions, struct error *error);
void suppressions_free(struct suppressions *suppressions);

/* Removes findings that are suppressed or not selected by `patterns` (NULL: all); returns how many.
 * A document without findings becomes clean, or incomplete if its search was unfinished. The caller
 * has checked `patterns` with rule_check_patterns(). */
size_t suppressions_apply(const struct suppressions *suppressions, const char *patterns,
                          struct document *document);

#endif
