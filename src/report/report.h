/* report.h: writes the views of a document: text, JSON, SARIF, HTML. Each function appends to a
 * text. */
#ifndef TUTTI_REPORT_REPORT_H
#define TUTTI_REPORT_REPORT_H

#include "base/error.h"
#include "base/text.h"
#include "finding/finding.h"

#include <stdbool.h>

enum { REPORT_TEXT_CAP = 512 * 1024 * 1024 };

/* Writes the text for the terminal, with the SUMMARY line at the end. */
void report_print_text(const struct document *document, bool color, struct text *out);

/* Writes the SUMMARY line alone. */
void report_print_summary(const struct document *document, bool color, struct text *out);

/* Writes findings in the form of a compiler's messages: file:line:column: warning: ... [rule], the
 * line with a caret, and a note for each further place. With `fatal` they are errors. Writes
 * nothing without findings. */
void report_print_diagnostics(const struct document *document, bool color, bool fatal,
                              struct text *out);

/* Writes SARIF 2.1.0, with stable fingerprints and one threadFlow per rank. */
void report_print_sarif(const struct document *const *documents, size_t count, struct text *out);

/* Writes one self-contained page. Reads source excerpts from the document's directory, and omits
 * those of missing files. */
void report_print_html(const struct document *const *documents, size_t count, struct text *out);

/* Writes the files of --json, --sarif and --html (NULL: not requested), each whole or not at all.
 */
int report_write(const struct document *const *documents, size_t count, const char *json,
                 const char *sarif, const char *html, struct error *error);

#endif
