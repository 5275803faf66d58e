/* journal_records.h: the records of a journal, one function to write each and one to read any.
 *
 * A record is a frame (bytes.h) that begins with a checksum. Kinds:
 *   H  the caller's header, first and once
 *   S  the state
 *   F  items of the frontier that share a base
 *   D  an item is done: the children, and the result if it is kept. Of the base, what the item
 *      itself begins with is left out: along a path of the tree each step is written once.
 *   X  an item was given up
 *   R, Y  a result and a failure in a journal that was rewritten, with the item in full
 */
#ifndef TUTTI_SPREAD_JOURNAL_RECORDS_H
#define TUTTI_SPREAD_JOURNAL_RECORDS_H

#include "spread/journal.h"

void record_header(struct bytes *out, const void *header, size_t length);
void record_state(struct bytes *out, const struct journal_state *state);
void record_frontier(struct bytes *out, const struct frontier *frontier);
void record_done(struct bytes *out, const struct item *item, uint64_t first, const struct run *run,
                 bool keep);
void record_failed(struct bytes *out, const struct item *item, const char *sentence);
void record_old_result(struct bytes *out, const struct spread_item *item, const void *result,
                       size_t length);
void record_old_failure(struct bytes *out, const struct spread_item *item, const char *sentence);

/* False: the reader is not at a whole header. */
bool record_read_header(struct reader *reader, const void **header, size_t *length);

/* What reading builds up. */
struct past {
    struct frontier *frontier;
    struct journal_state *state;
    const struct journal_visitor *visitor;
    struct bytes item, base; /* scratch */
};

void past_free(struct past *past);

/* Reads one record and does what it says. False: no whole record is there, and the reader has not
 * moved. */
bool record_read(struct reader *reader, struct past *past);

#endif
