/* trace.h: the space-time diagram, the stepper and the list of events. */
#ifndef TUTTI_REPORT_HTML_TRACE_H
#define TUTTI_REPORT_HTML_TRACE_H

#include "report/html/html.h"
#include "report/html/pieces.h"

void html_trace(struct html *html, const struct html_history *history, const char *title);
size_t html_trace_first(const struct html *html, const struct html_history *history);

/* The same, not printed but recorded. */
void html_trace_record(struct html *html, const struct html_history *history, size_t first,
                       struct html_record *record);
/* The words that say what comes before the first event; 0 if nothing does. */
size_t html_trace_record_cut(const struct html_history *history, size_t first,
                             struct html_record *record);

#endif
