/* runs.h: prints the runs that a report is about. */
#ifndef TUTTI_REPORT_HTML_RUNS_H
#define TUTTI_REPORT_HTML_RUNS_H

#include "base/text.h"
#include "finding/finding.h"

void html_runs(struct text *out, const struct document *document);

#endif
