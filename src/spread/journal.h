/* journal.h: the search on disk, from which it can go on.
 *
 * The file "journal" in a directory: a line that says what it is, the caller's header, then records
 * that are only ever appended. One record per item done, with its children and, if it is to be
 * kept, its result; from these and the root the frontier is built again. Reading goes on behind
 * what is damaged, and what is missing is done again (journal_records.h says why no more than that
 * is ever lost), so each result still comes exactly once. Only of a journal that was rewritten, a
 * damage at the beginning may be one for good: `lost` of the state tells.
 *
 * A journal that grew over JOURNAL_COMPACT_BYTES, and to twice what it was when it was last
 * rewritten, is rewritten: kept results, failures, the frontier. So it is bounded by the larger of
 * this limit and twice what has to be kept. One that is damaged is rewritten when it is resumed.
 *
 * A power failure takes what was written in about the last two seconds (syncer.h) and no more: a
 * rewritten journal is on the disk before it replaces the old one. Of a new one that took its first
 * second only, which may be nothing at all, and --resume says so.
 *
 * The directory is locked (base/lock.h) while a journal in it is open, from before anything in it
 * is made or changed: two commands cannot work on the same search, nor begin two in one place.
 */
#ifndef TUTTI_SPREAD_JOURNAL_H
#define TUTTI_SPREAD_JOURNAL_H

#include "spread/frontier.h"

enum { JOURNAL_COMPACT_BYTES = 64 << 20 };

/* Whose journal it is. */
struct journal_about {
    const char *directory; /* it is made if it is missing */
    const void *header;    /* a journal with another one is not resumed */
    size_t header_length;
    const void *root; /* the first item, whose id is FRONTIER_ROOT */
    size_t root_length;
};

/* What is known of a search beside its frontier. */
struct journal_state {
    uint64_t done, failed, counted;
    uint64_t lost; /* records that were lost for good */
    double weight, seconds;
    uint64_t author; /* the first one that has made no ids yet */
};

/* What was wrong with a journal that was resumed. */
struct journal_damage {
    size_t bytes;     /* that are no whole record, before the last one */
    size_t tail;      /* bytes behind the last whole record */
    uint64_t records; /* that are missing between those that are there */
    uint64_t again;   /* whole ones that no longer count, because they depend on a missing one */
};

/* Is told what the journal holds, in the order in which it was written. */
struct journal_visitor {
    void *data;
    void (*result)(void *data, const struct spread_item *item, const void *result, size_t length);
    void (*failure)(void *data, const struct spread_item *item, const char *sentence);
};

struct journal;

/* Begins a journal, and puts the root into the frontier (into queue 0); one that was there is
 * replaced. */
int journal_create(const struct journal_about *about, struct frontier *frontier,
                   struct journal_state *state, struct journal **result, struct error *error);

/* Opens the one that is there and reads it into the frontier (into queue 0) and the state. An
 * ERROR_USAGE when there is none, when its header is another or is damaged, and when somebody has
 * it open. */
int journal_resume(const struct journal_about *about, struct frontier *frontier,
                   struct journal_state *state, const struct journal_visitor *visitor,
                   struct journal **result, struct error *error);

const struct journal_damage *journal_damage(const struct journal *journal);

/* A sentence about how the directory is locked, if there is something to say; else NULL. */
const char *journal_note(const struct journal *journal);

/* `first` is the id of the first child. Kept in memory until journal_write(). */
void journal_done(struct journal *journal, const struct item *item, uint64_t first,
                  const struct run *run, bool keep);
void journal_failed(struct journal *journal, const struct item *item, const char *sentence);
void journal_time(struct journal *journal, const struct journal_state *state);

/* Everything so far to the file, in one write; rewrites the journal when it is time. After an
 * error, what was written before is whole, and nothing is written any more. */
int journal_write(struct journal *journal, struct error *error);

/* The same, and waits until it is on the disk. */
int journal_finish(struct journal *journal, struct error *error);

void journal_close(struct journal *journal); /* NULL: nothing */

/* Takes the file away: the search came to nothing. To be closed still. */
void journal_remove(struct journal *journal);

/* For tests: another limit. */
void journal_set_limit(struct journal *journal, size_t bytes);

#endif
