/* html.h: the state that the parts of the HTML report share.
 *
 * The page is complete without its script: everything is printed here as HTML and SVG, and
 * assets/report.js only adds ways to navigate. (All interleavings of a search are in a list, but
 * only one has its picture; the script draws the others on demand.) Strings of a document reach the
 * page only through html_text() and its variants, which make them inert.
 */
#ifndef TUTTI_REPORT_HTML_HTML_H
#define TUTTI_REPORT_HTML_HTML_H

#include "base/text.h"
#include "finding/finding.h"
#include "report/html/caps.h"
#include "report/source.h"

/* The part of a finding or an interleaving that is drawn. */
struct html_history {
    const struct event *events;
    size_t event_count;
    const struct match *matches;
    size_t match_count;
};

/* A place whose excerpt is on the page, once per finding. */
struct html_place {
    const char *file, *directory;
    int line;
};

/* The state of printing. One finding, or panel of interleavings, is printed at a time, between
 * html_open() and html_close(). */
struct html {
    struct text *out;
    struct arena arena; /* for the element that is being printed */
    char id[32];        /* id of its element; ids of its parts begin with it */
    struct sources *sources;
    size_t event_cap;
    size_t number;                                  /* number of the finding on the page, from 1 */
    size_t interleaving_events_left;                /* events that still fit on the page */
    const struct html_interleavings *interleavings; /* interleavings of the document; NULL: none */
    struct html_place *places;
    size_t place_count;
    size_t excerpt_count; /* places that have been printed */
};

void html_open(struct html *html, char kind, size_t number); /* 'f' and 3: the id is f3 */
void html_close(struct html *html);

void html_command(struct text *out, const struct document *document); /* with its directory */

#endif
