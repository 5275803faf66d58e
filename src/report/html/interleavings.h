/* interleavings.h: prints the interleavings of a search, one picture at a time.
 *
 * The interleavings to show are chosen before the findings are printed, which refer to them.
 */
#ifndef TUTTI_REPORT_HTML_INTERLEAVINGS_H
#define TUTTI_REPORT_HTML_INTERLEAVINGS_H

#include "report/html/html.h"

struct html_interleaving {
    const struct interleaving *is;
    bool fails;
    const char *picture, *events; /* as in struct html_record; NULL: it has no events */
    size_t cut; /* number of the words about omitted events; 0: none are omitted */
};
struct html_interleavings {
    const struct document *document;
    size_t number;        /* number of the document on the page, from 1 */
    size_t first_finding; /* number of the document's first finding */
    struct arena arena;
    struct html_interleaving *shown;
    size_t count, failing;
};
void html_interleavings_choose(struct html *html, struct html_interleavings *panel);
void html_interleavings_of(struct html *html, const struct html_interleavings *panel,
                           const struct finding *finding);
void html_interleavings(struct html *html, struct html_interleavings *panel);

#endif
