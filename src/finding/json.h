/* json.h: writes and reads findings.json (version 1, docs/findings.schema.json). */
#ifndef TUTTI_FINDING_JSON_H
#define TUTTI_FINDING_JSON_H

#include "base/error.h"
#include "base/text.h"
#include "finding/finding.h"

void document_print_json(const struct document *document, struct text *out);

/* Reads the output of document_print_json(); ignores unknown fields. `name` is for messages. After
 * success the document must be freed. */
int document_parse_json(struct document *document, const char *name, const char *bytes,
                        size_t length, struct error *error);

#endif
