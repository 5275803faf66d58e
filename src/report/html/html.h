/* html.h: what the parts of the HTML report share.
 *
 * The page is complete without its script: everything is written here as HTML and SVG, and
 * assets/report.js only adds ways to move through it. (Of the interleavings of a search all are in
 * a list, but only one has its picture: the others are drawn when they are asked for.) No string of
 * a document reaches the page but through html_text() and its sisters, which make it inert.
 */
#ifndef TUTTI_REPORT_HTML_HTML_H
#define TUTTI_REPORT_HTML_HTML_H

#include "base/text.h"
#include "finding/finding.h"
#include "report/html/caps.h"
#include "report/source.h"

/* What is drawn of a finding or of an interleaving. */
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

/* What the printing functions share. One finding or panel of interleavings is printed at a time;
 * html_open() and html_close() are around it. */
struct html {
    struct text *out;
    struct arena arena; /* of what is being printed */
    char id[32];        /* of its element; those of its parts begin with it */
    struct sources *sources;
    size_t event_cap;
    size_t number;                                  /* of the finding on the page, from 1 */
    size_t interleaving_events_left;                /* before the page has too many */
    const struct html_interleavings *interleavings; /* of the document; NULL: none */
    struct html_place *places;
    size_t place_count;
    size_t excerpt_count; /* the places before this one have been printed */
};

void html_open(struct html *html, char kind, size_t number); /* 'f' and 3: the id is f3 */
void html_close(struct html *html);

void html_command(struct text *out, const struct document *document); /* and where it was run */

#endif
