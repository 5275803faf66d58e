/* facts.h: prints what a run did, in numbers and words. */
#ifndef TUTTI_REPORT_HTML_FACTS_H
#define TUTTI_REPORT_HTML_FACTS_H

#include "base/text.h"
#include "finding/finding.h"

void html_facts(struct text *out, const struct document *document);

#endif
