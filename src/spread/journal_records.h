/* journal_records.h: writes and reads the records of a journal.
 *
 * A record has a mark of four bytes, the length of its body and a checksum of both (four bytes
 * each), and the body: kind, number, contents. After bytes that are no record, reading continues
 * with the next record whose checksum is right. Records are numbered from 0 in each file, so lost
 * ones can be counted, and duplicates count once. The kinds are:
 *
 * - H: the caller's header, twice with the number 0. Without it nothing is read.
 * - R, Y: a result and a failure, each with the whole item. Only a rewritten journal has them.
 * - F: items of the frontier that share a base. Only a rewritten journal has them.
 * - S: the state. It ends the head of the file, so its number is that of the records in the head.
 * - D: an item is done: its children, and its result if that is kept. The base is written without
 *   the bytes that the item itself begins with, so each step of a path is written once.
 * - X: an item was given up.
 * - T: seconds and author, from time to time.
 *
 * A lost record after the head costs only time. If it was a D, its item is still pending, because
 * the record of its parent (or the head) names it, and is run again. Its children get new ids;
 * records about the old ids match no item and are skipped, and their work is done again as well. If
 * it was a T, the ids that were read show which authors there were. A lost record of the head
 * cannot be replaced, since nothing else names its items: `lost` in the state counts it from then
 * on. The root needs no record: it is pending unless the journal says otherwise. */
#ifndef TUTTI_SPREAD_JOURNAL_RECORDS_H
#define TUTTI_SPREAD_JOURNAL_RECORDS_H

#include "spread/journal.h"

/* Records to write. */
struct records {
    struct bytes bytes;
    uint64_t next; /* number of the next one in its file */
};

void record_header(struct records *out, const void *header, size_t length);
void record_state(struct records *out, const struct journal_state *state);
void record_time(struct records *out, const struct journal_state *state);
void record_frontier(struct records *out, const struct frontier *frontier);
void record_done(struct records *out, const struct item *item, uint64_t first,
                 const struct run *run, bool keep);
void record_failed(struct records *out, const struct item *item, const char *sentence);
void record_old_result(struct records *out, const struct spread_item *item, const void *result,
                       size_t length);
void record_old_failure(struct records *out, const struct spread_item *item, const char *sentence);

/* Limit on the bytes that are summed in a damaged file in search of records: times its size. */
enum { RECORD_EFFORT = 16 };

/* The state that reading restores. The frontier has the root, with id 0, from the beginning. */
struct past {
    struct frontier *frontier;
    struct journal_state *state;
    const struct journal_visitor *visitor;
    struct journal_damage damage;
    uint64_t next;      /* number of the next record */
    const void *header; /* the caller's, in the file; NULL: not read */
    size_t header_length;
    bool rewritten;          /* the head has results or items, which replace the root */
    bool begun;              /* the head was read */
    size_t effort;           /* bytes that may still be summed in vain */
    struct bytes item, base; /* scratch */
};

/* Reads the header, with which every journal begins; `header` stays NULL if there is none. */
void record_read_header(struct reader *reader, struct past *past);

/* Reads and applies one record. Returns false, and does not move the reader, if no whole record is
 * left. */
bool record_read(struct reader *reader, struct past *past);

/* Frees what reading needed. */
void past_end(struct past *past);

#endif
