/* waits.h: prints the wait-for graph. */
#ifndef TUTTI_REPORT_HTML_WAITS_H
#define TUTTI_REPORT_HTML_WAITS_H

#include "report/html/html.h"

void html_waits(struct html *html, const struct finding *finding);

#endif
