/* page.h: the parts of the page of coverage, for the files of this room only. Like the report's
 * page (html.h) it is complete without its script, and strings reach it only through html_text()
 * and its variants. */
#ifndef TUTTI_REPORT_COVERAGE_PAGE_H
#define TUTTI_REPORT_COVERAGE_PAGE_H

#include "report/coverage/coverage.h"
#include "report/html/html.h"
#include "report/html/text.h"

enum {
    COVERAGE_LINE_CAP = 2000,        /* lines of a function */
    COVERAGE_LINE_PAGE_CAP = 100000, /* of all of them */
    COVERAGE_CHART_POINTS = 1000,    /* of the curve */
    COVERAGE_WAYS_CAP = 64,          /* ways of a branch that are listed one by one */
};

struct coverage_page {
    struct text *out;
    const struct covered *covered;
    struct sources *sources;
    size_t lines_left;
};

void coverage_bar(struct text *out, size_t taken, size_t ways);
void coverage_chart(struct text *out, const struct covered *covered);
/* Writes the function with its source. `end` is the line behind it, 0 if it is not known. */
void coverage_source(struct coverage_page *page, const struct covered_function *function, int end);

#endif
