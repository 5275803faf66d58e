/* trace.h: prints the space-time diagram, the stepper and the list of events. */
#ifndef TUTTI_REPORT_HTML_TRACE_H
#define TUTTI_REPORT_HTML_TRACE_H

#include "report/html/html.h"
#include "report/html/pieces.h"

void html_trace(struct html *html, const struct html_history *history, const char *title);
size_t html_trace_first(const struct html *html, const struct html_history *history);

/* Does the same, but records instead of printing. */
void html_trace_record(struct html *html, const struct html_history *history, size_t first,
                       struct html_record *record);
/* Records the words about events before the first one shown; returns their number, 0 if there are
 * none. */
size_t html_trace_record_cut(const struct html_history *history, size_t first,
                             struct html_record *record);

#endif
