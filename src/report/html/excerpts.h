/* excerpts.h: prints the lines of source around a place. */
#ifndef TUTTI_REPORT_HTML_EXCERPTS_H
#define TUTTI_REPORT_HTML_EXCERPTS_H

#include "report/html/html.h"

/* Returns the number of a place, which it gets with the first question; 0: the place is not known.
 */
size_t html_place(struct html *html, const char *file, const char *directory, int line);
void html_excerpts(struct html *html); /* of all places that were not printed yet */
/* Prints a line, with its tabs; cuts one that is too long. */
void html_source_line(struct text *out, const struct source *source, size_t number);

#endif
