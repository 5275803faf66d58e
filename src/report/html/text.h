/* text.h: writes text onto a page so that it cannot do anything there.
 *
 * html_text() is for one line: characters that would break it, or are invisible, become visible.
 * html_block() keeps line ends and tabs; html_short() keeps at most `most` characters. The bytes
 * must have a terminator somewhere behind them.
 */
#ifndef TUTTI_REPORT_HTML_TEXT_H
#define TUTTI_REPORT_HTML_TEXT_H

#include "base/text.h"
#include "finding/finding.h"

void html_text(struct text *out, const char *string);
void html_text_bytes(struct text *out, const char *bytes, size_t length);
void html_block(struct text *out, const char *string);
void html_paragraphs(struct text *out, const char *string); /* split at empty lines, with `code` */
void html_short(struct text *out, const char *string, size_t most);

void html_count(struct text *out, size_t count);                    /* 20,000 */
void html_counted(struct text *out, size_t count, const char *one); /* 1 event, 2 events */
void html_icon(struct text *out, const char *name);                 /* of the page's sprite */

/* Write parts of a location. A place that is not a call is named by its function. The plain form of
 * a call has no markup, for titles. */
const char *html_call_name(const struct location *at);
void html_call(struct text *out, const struct location *at);
void html_call_plain(struct text *out, const struct location *at);
void html_file_line(struct text *out, const char *file, int line, int column);
void html_rank(struct text *out, int rank); /* "rank 3"; "no rank" */

#endif
