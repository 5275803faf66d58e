/* report.h: views of a document: text, JSON, SARIF, HTML. Each appends to a text. */
#ifndef TUTTI_REPORT_REPORT_H
#define TUTTI_REPORT_REPORT_H

#include "base/error.h"
#include "base/text.h"
#include "finding/finding.h"

#include <stdbool.h>

enum { REPORT_TEXT_CAP = 512 * 1024 * 1024 };

/* What a person reads in the terminal, with the SUMMARY line at the end. */
void report_print_text(const struct document *document, bool color, struct text *out);

/* The SUMMARY line alone. */
void report_print_summary(const struct document *document, bool color, struct text *out);

/* What a compiler prints: file:line:column: warning: ... [rule], the line with a caret, and a note
 * for each further place. With `fatal` they are errors. Nothing if there is no finding. */
void report_print_diagnostics(const struct document *document, bool color, bool fatal,
                              struct text *out);

/* SARIF 2.1.0: stable fingerprints, one threadFlow per rank. */
void report_print_sarif(const struct document *const *documents, size_t count, struct text *out);

/* One self-contained page. Source excerpts are read from the document's directory; a file that is
 * not there is shown without its source. */
void report_print_html(const struct document *const *documents, size_t count, struct text *out);

/* Writes what --json, --sarif and --html ask for (NULL: not asked for), each whole or not at all.
 */
int report_write(const struct document *const *documents, size_t count, const char *json,
                 const char *sarif, const char *html, struct error *error);

#endif
