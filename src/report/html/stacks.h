/* stacks.h: prints the merged stacks of all ranks. */
#ifndef TUTTI_REPORT_HTML_STACKS_H
#define TUTTI_REPORT_HTML_STACKS_H

#include "report/html/html.h"

void html_stacks(struct html *html, const struct finding *finding);

#endif
