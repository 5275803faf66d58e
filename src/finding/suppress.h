/* suppress.h: findings that the user does not want to hear of.
 *
 * A suppression file has one entry a line: `RULE-PATTERN [file:GLOB] [function:GLOB] [line:N]`,
 * `#` starts a comment. A finding is suppressed when an entry fits its rule and one of its
 * locations; a file's glob may fit the end of the path, from a slash on.
 * `// tutti: ignore(rule)` on the line of locations[0], or alone on the line above, does it from
 * within the source; in a C or Fortran comment as well, with a list of patterns too, or without
 * any: all rules.
 */
#ifndef TUTTI_FINDING_SUPPRESS_H
#define TUTTI_FINDING_SUPPRESS_H

#include "base/error.h"
#include "finding/finding.h"

struct suppressions;

/* `path` may be NULL: then only comments in the source suppress. */
int suppressions_load(const char *path, struct suppressions **suppressions, struct error *error);
void suppressions_free(struct suppressions *suppressions);

/* Removes what is suppressed or not selected by `patterns` (NULL: all); returns how many went.
 * A document that has no finding left becomes clean, or incomplete if its search was unfinished.
 * `patterns` are known to be good (rule_check_patterns()). */
size_t suppressions_apply(const struct suppressions *suppressions, const char *patterns,
                          struct document *document);

#endif
