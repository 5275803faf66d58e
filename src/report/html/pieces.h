/* pieces.h: stores parts of the page that are written once and used often.
 *
 * Thousands of interleavings consist of a few parts in different orders. Each part is written once,
 * and then named by a number; assets/report.js clones and places the parts.
 */
#ifndef TUTTI_REPORT_HTML_PIECES_H
#define TUTTI_REPORT_HTML_PIECES_H

#include "base/text.h"

struct html_pieces {
    struct html_piece *table;
    struct text text; /* all parts, in the order of their numbers */
};
void html_pieces_open(struct html_pieces *pieces, size_t cap);
void html_pieces_close(struct html_pieces *pieces);
size_t html_piece(struct html_pieces *pieces, const char *markup); /* returns its number, from 1 */

struct html_record {
    struct html_pieces drawn; /* groups of the diagram, around the origin */
    struct html_pieces rows;  /* of the list of events */
    struct html_pieces words; /* paragraphs and lists */
    struct text piece;        /* the part that is being made */
    struct text picture;      /* WIDTH HEIGHT HEAD; PIECE X Y FROM TO of each part; LEGEND */
    struct text events;       /* ROW WORDS RANK ORDINAL of each; WORDS 0: it matched nothing */
};

#endif
