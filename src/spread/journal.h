/* journal.h: keeps a search on disk, so that it can be resumed.
 *
 * The file "journal" in a directory has a line that says what it is, the caller's header, and
 * records, which are only ever appended. There is one record for each item that is done, with its
 * children and, if it is to be kept, its result. From these and the root, reading builds the
 * frontier again. Reading continues after damage, and what is missing is done again
 * (journal_records.h explains why no more than that is ever lost), so each result still comes
 * exactly once. There is one exception: damage at the beginning of a rewritten journal can lose
 * items for good, which `lost` in the state counts.
 *
 * A journal is rewritten when it is larger than JOURNAL_COMPACT_BYTES and than twice its size after
 * the last time. Then it holds kept results, failures and the frontier. So its size is bounded by
 * the larger of this limit and twice what has to be kept. A damaged journal is rewritten when it is
 * resumed.
 *
 * A power failure loses what was written in about the last two seconds (syncer.h) and no more: a
 * rewritten journal is on the disk before it replaces the old one. A new journal can lose all of
 * its first second; if nothing is left, --resume says so.
 *
 * The directory is locked (base/lock.h) while its journal is open, and before anything in it is
 * created or changed: two commands cannot work on the same search, or begin two searches in one
 * place. */
#ifndef TUTTI_SPREAD_JOURNAL_H
#define TUTTI_SPREAD_JOURNAL_H

#include "spread/frontier.h"

enum { JOURNAL_COMPACT_BYTES = 64 << 20 };

/* What identifies a journal. */
struct journal_about {
    const char *directory; /* it is created if it is missing */
    const void *header;    /* a journal with another header is not resumed */
    size_t header_length;
    const void *root; /* the first item, whose id is FRONTIER_ROOT */
    size_t root_length;
    bool again; /* a journal that is there belongs to this command, and is of no use any more */
};

/* The state of a search, apart from its frontier. */
struct journal_state {
    uint64_t done, failed, counted;
    uint64_t lost; /* records that were lost for good */
    double weight, seconds;
    uint64_t author; /* the first author that has made no ids yet */
};

/* The damage found in a journal that was resumed. */
struct journal_damage {
    size_t bytes;     /* bytes before the last whole record that belong to none */
    size_t tail;      /* bytes behind the last whole record */
    uint64_t records; /* records that are missing between the existing ones */
    uint64_t again;   /* whole records that do not count: they depend on a missing one, or do not
                         fit to their item */
};

/* Callbacks that get the content of a journal, in the order in which it was written. */
struct journal_visitor {
    void *data;
    void (*result)(void *data, const struct spread_item *item, const void *result, size_t length);
    void (*failure)(void *data, const struct spread_item *item, const char *sentence);
};

struct journal;

/* Begins a journal, and puts the root into the frontier (into queue 0). An existing journal is
 * replaced; if its search is not finished, it is renamed to "journal.old". */
int journal_create(const struct journal_about *about, struct frontier *frontier,
                   struct journal_state *state, struct journal **result, struct error *error);

/* Opens the existing journal and reads it into the frontier (into queue 0) and the state. Fails
 * with ERROR_USAGE if there is none, if its header differs or is damaged, or if another process has
 * it open. */
int journal_resume(const struct journal_about *about, struct frontier *frontier,
                   struct journal_state *state, const struct journal_visitor *visitor,
                   struct journal **result, struct error *error);

const struct journal_damage *journal_damage(const struct journal *journal);

/* Returns whether there was the journal of an unfinished search, which is now "journal.old". */
bool journal_kept_old(const struct journal *journal);

/* Returns a sentence about how the directory is locked; NULL: there is nothing to say. */
const char *journal_note(const struct journal *journal);

/* Adds a record of an item that is done. `first` is the id of its first child. The record stays in
 * memory until journal_write(). */
void journal_done(struct journal *journal, const struct item *item, uint64_t first,
                  const struct run *run, bool keep);
void journal_failed(struct journal *journal, const struct item *item, const char *sentence);
void journal_time(struct journal *journal, const struct journal_state *state);

/* Writes all records that are still in memory, in one write, and rewrites the journal when it is
 * time. After an error, earlier records are whole, and nothing more is written. */
int journal_write(struct journal *journal, struct error *error);

/* Does the same, and waits until everything is on the disk. */
int journal_finish(struct journal *journal, struct error *error);

void journal_close(struct journal *journal); /* NULL is fine */

/* Removes the file, since the search has come to nothing, and gives an old journal its name back.
 * The journal must still be closed. */
void journal_remove(struct journal *journal);

/* Sets another limit for rewriting, for tests. */
void journal_set_limit(struct journal *journal, size_t bytes);

#endif
