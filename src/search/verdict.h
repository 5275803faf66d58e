/* verdict.h: the wording of what the verdict of a search covers. Each function adds a part of one
 * sentence, which begins with "; ". */
#ifndef TUTTI_SEARCH_VERDICT_H
#define TUTTI_SEARCH_VERDICT_H

#include "base/text.h"
#include "finding/finding.h"
#include "spread/spread.h"

/* Adds "; 1 one" or "; N many"; nothing for 0. */
void verdict_add(struct text *out, uint64_t count, const char *one, const char *many);

/* Returns why the search ended with items left; NULL: it did not. `broken`: by an error; `spent`:
 * if it was stopped, then because a limit was reached. */
const char *verdict_reason(const struct spread_end *end, bool broken, bool spent);

/* Adds how many known items were not executed, and why. `item` is the word for one. */
void verdict_add_pending(struct text *out, const char *reason, const struct spread_end *end,
                         const char *item);

/* Adds what became of a damaged journal. `all` is what a search that starts anew covers. */
void verdict_add_journal(struct text *out, const struct spread_end *end, const char *all);

/* Adds how many items could not be executed, and why one could not; `why` NULL: all could. */
void verdict_add_given_up(struct text *out, const struct spread_end *end, const char *why);

/* Adds the figures of the end that every search has. */
void verdict_add_stats(const struct spread_end *end, struct document *document);

/* Puts the coverage into the document. A search that is not whole proves nothing. */
void verdict_settle(struct document *document, const struct text *coverage, bool whole);

#endif
