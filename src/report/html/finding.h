/* finding.h: prints one finding on the page, with all its parts. */
#ifndef TUTTI_REPORT_HTML_FINDING_H
#define TUTTI_REPORT_HTML_FINDING_H

#include "report/html/html.h"

const char *html_headline(const struct finding *finding); /* its rule if it has none */
/* Prints the finding. The script shows the current one first. */
void html_finding(struct html *html, const struct finding *finding, size_t rule_number,
                  bool current);

#endif
