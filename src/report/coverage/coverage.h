/* coverage.h: views of what tests covered (finding/covered.h). Each appends to a text. */
#ifndef TUTTI_REPORT_COVERAGE_COVERAGE_H
#define TUTTI_REPORT_COVERAGE_COVERAGE_H

#include "base/text.h"
#include "finding/covered.h"
#include "finding/finding.h"

/* What a person reads in the terminal: files and functions, the worst first, with what was not
 * taken. `more` is where all of it is; NULL: nowhere. Nothing if no branch is known. */
void coverage_print_text(const struct covered *covered, const char *more, struct text *out);

/* All of it. */
void coverage_print_json(const struct covered *covered, struct text *out);

/* In the format of lcov, which genhtml and editors read. Lines are those where a function begins or
 * branches; how often one was run is not known, so counts are 0 or 1. */
void coverage_print_lcov(const struct covered *covered, struct text *out);

/* One page that stands alone, with the source, which is read from the document's directory. */
void coverage_print_html(const struct covered *covered, const struct document *document,
                         struct text *out);

/* "true", "case 3": how a way is called. */
void coverage_add_way(struct text *out, const struct covered_way *way);

/* 100 if there is nothing. */
double coverage_percent(size_t taken, size_t ways);

#endif
