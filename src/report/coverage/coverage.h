/* coverage.h: writes views of the coverage of tests (finding/covered.h). Each function appends to a
 * text. */
#ifndef TUTTI_REPORT_COVERAGE_COVERAGE_H
#define TUTTI_REPORT_COVERAGE_COVERAGE_H

#include "base/text.h"
#include "finding/covered.h"
#include "finding/finding.h"

/* Writes the text for the terminal: files and functions, those with least coverage first, with the
 * ways that were not taken. `more` names the file with all of it; NULL: none. Writes nothing if no
 * branch is known. */
void coverage_print_text(const struct covered *covered, const char *more, struct text *out);

/* Writes all of it as JSON. */
void coverage_print_json(const struct covered *covered, struct text *out);

/* Writes the format of lcov, which genhtml and editors read. Its lines are those where a function
 * begins or branches. Numbers of executions are not known, so counts are 0 or 1. */
void coverage_print_lcov(const struct covered *covered, struct text *out);

/* Writes one self-contained page with the source, which is read from the document's directory. */
void coverage_print_html(const struct covered *covered, const struct document *document,
                         struct text *out);

/* Adds the name of a way: "true", "case 3". */
void coverage_add_way(struct text *out, const struct covered_way *way);

/* Returns the percentage of taken ways; 100 if there are none. */
double coverage_percent(size_t taken, size_t ways);

#endif
