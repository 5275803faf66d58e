/* shown.h: owns what a search executes again for its report. */
#ifndef TUTTI_SEARCH_SHOWN_H
#define TUTTI_SEARCH_SHOWN_H

#include "finding/finding.h"
#include "world/record/record.h"

struct shown {
    struct document *documents; /* of each execution; own memory that the report points to */
    size_t document_count, document_space;
    struct record *records; /* one for each finding of the report, in their order */
    size_t record_count, record_space;
};

/* Begins the document of another execution. It lives as long as `shown`, but may move when the next
 * one begins; what it points to does not. */
struct document *shown_begin(struct shown *shown, const char *verb);

/* Copies a finding of an execution into the report, under an id of its own. */
struct finding *shown_add(struct document *report, const struct finding *finding);

/* Takes over the record that reproduces a finding of the report. */
void shown_keep(struct shown *shown, struct record *record, const struct finding *added);

void shown_free(struct shown *shown);

#endif
