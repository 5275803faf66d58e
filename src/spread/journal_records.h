/* journal_records.h: the records of a journal, one function to write each and one to read any.
 *
 * A record is a mark of four bytes, the length of its body and a checksum of both (four bytes
 * each), and the body: kind, number, contents. Behind bytes that are no record, reading goes on
 * with the next one whose checksum is right. Records are numbered from 0 in each file, so that it
 * is known how many are lost, and one that is there twice counts once. Kinds:
 *   H  the caller's header, twice with the number 0: without it nothing is read
 *   R, Y  a result and a failure, with the item in full   } only in a journal
 *   F  items of the frontier that share a base            } that was rewritten
 *   S  the state. It ends the head of the file, so its number tells how many records that has
 *   D  an item is done: the children, and the result if it is kept. Of the base, what the item
 *      itself begins with is left out: along a path of the tree each step is written once.
 *   X  an item was given up
 *   T  seconds and author, now and then
 *
 * A lost record behind the head costs nothing but time. If it is a D, its item is still pending,
 * because the record of its parent (or the head) names it: it is run again. Its children come again
 * with other ids, so that what is known of the old ones is of no item, is passed over, and is found
 * again as well. If it is a T, every id that was read shows which authors there were. A lost record
 * of the head cannot be done again, as nothing else tells of its items: `lost` of the state counts
 * it from then on. The root needs no record: it is pending unless the journal says otherwise.
 */
#ifndef TUTTI_SPREAD_JOURNAL_RECORDS_H
#define TUTTI_SPREAD_JOURNAL_RECORDS_H

#include "spread/journal.h"

/* Records that are to be written. */
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

/* What looks like records in a damaged file is looked at until so many times its size. */
enum { RECORD_EFFORT = 16 };

/* What reading builds up. The frontier has the root, with id 0, when it begins. */
struct past {
    struct frontier *frontier;
    struct journal_state *state;
    const struct journal_visitor *visitor;
    struct journal_damage damage;
    uint64_t next;      /* number of the record that should come */
    const void *header; /* the caller's, in the file; NULL: not read */
    size_t header_length;
    bool rewritten;          /* the head has results or items, which replace the root */
    bool begun;              /* the head was read */
    size_t effort;           /* bytes that may yet be summed in vain */
    struct bytes item, base; /* scratch */
};

/* Reads the header, with which every journal begins: `header` stays NULL where it does not. */
void record_read_header(struct reader *reader, struct past *past);

/* Reads one record and does what it says. False: no whole record is left, and the reader has not
 * moved. */
bool record_read(struct reader *reader, struct past *past);

/* All was read. Frees what reading needed. */
void past_end(struct past *past);

#endif
