/* journal.h: the search on disk, from which it can go on.
 *
 * The file "journal" in a directory: a line that says what it is, the caller's header, then records
 * that are only ever appended. One record per item done, with its children and, if it is to be
 * kept, its result; from these and the root the frontier is built again. A record that is torn or
 * damaged ends the journal: what would come behind it has not happened, and is done again.
 *
 * A journal that grew over JOURNAL_COMPACT_BYTES, and to twice what it was when it was last
 * rewritten, is rewritten: kept results, failures, the frontier. So it is bounded by the larger of
 * this limit and twice what has to be kept.
 *
 * The file is locked while it is open: two commands cannot go on with the same search.
 */
#ifndef TUTTI_SPREAD_JOURNAL_H
#define TUTTI_SPREAD_JOURNAL_H

#include "spread/frontier.h"

enum { JOURNAL_COMPACT_BYTES = 64 << 20 };

/* What is known of a search beside its frontier. */
struct journal_state {
    uint64_t done, failed, counted;
    double weight, seconds;
    uint64_t author; /* the first one that has made no ids yet */
};

/* Is told what the journal holds, in the order in which it was written. */
struct journal_visitor {
    void *data;
    void (*result)(void *data, const struct spread_item *item, const void *result, size_t length);
    void (*failure)(void *data, const struct spread_item *item, const char *sentence);
};

struct journal;

/* Begins a journal with the frontier as it is; one that was there is replaced. */
int journal_create(const char *directory, const void *header, size_t header_length,
                   const struct frontier *frontier, const struct journal_state *state,
                   struct journal **result, struct error *error);

/* Opens the one that is there and reads it into the frontier (into queue 0) and the state. An
 * ERROR_USAGE when there is none, when its header is another, and when somebody has it open. */
int journal_resume(const char *directory, const void *header, size_t header_length,
                   struct frontier *frontier, struct journal_state *state,
                   const struct journal_visitor *visitor, struct journal **result,
                   struct error *error);

/* `first` is the id of the first child. Kept in memory until journal_write(). */
void journal_done(struct journal *journal, const struct item *item, uint64_t first,
                  const struct run *run, bool keep);
void journal_failed(struct journal *journal, const struct item *item, const char *sentence);
void journal_state(struct journal *journal, const struct journal_state *state);

/* Everything so far to disk, in one write; rewrites the journal when it is time. After an error,
 * what was written before is whole, and nothing is written any more. */
int journal_write(struct journal *journal, struct error *error);

void journal_close(struct journal *journal); /* NULL: nothing */

/* Takes the file away: the search came to nothing. To be closed still. */
void journal_remove(struct journal *journal);

/* For tests: another limit. */
void journal_set_limit(struct journal *journal, size_t bytes);

#endif
