/* excerpts.h: the lines of source around a place. */
#ifndef TUTTI_REPORT_HTML_EXCERPTS_H
#define TUTTI_REPORT_HTML_EXCERPTS_H

#include "report/html/html.h"

/* A place is numbered when first asked for; 0 is no known place. */
size_t html_place(struct html *html, const char *file, const char *directory, int line);
void html_excerpts(struct html *html); /* of all places that have not been printed */
/* The text of a line: tabs stay, and what is too long is cut. */
void html_source_line(struct text *out, const struct source *source, size_t number);

#endif
