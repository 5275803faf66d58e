/* suspects.h: merges the symptoms of all executions of a search. Each symptom is a suspect, which
 * keeps the one item that shows it best. */
#ifndef TUTTI_SEARCH_SUSPECTS_H
#define TUTTI_SEARCH_SUSPECTS_H

#include "spread/spread.h"
#include "world/findings/symptom.h"

/* An item that was executed. */
struct sample {
    void *bytes;
    size_t length;
    uint64_t number; /* of the execution, counted from 1 */
    uint64_t result; /* hash of what it did; 0: it failed, or the search keeps none */
};

struct sample sample_of(const struct spread_item *item, uint64_t result);

/* How good an item is to show: the smaller, the better; the first number counts most. */
struct cost {
    size_t first, second;
};

struct suspect {
    struct symptom symptom;
    uint64_t times; /* executions that show it; some show it more than once ... */
    uint64_t last;  /* ... so this is the number of the last one counted */
    struct sample best;
    struct cost cost; /* of the best sample */
};

struct suspects {
    struct suspect *list;
    size_t count, space;
    size_t wrong;   /* number of suspects that are not notes */
    char *given_up; /* a sentence: why an item could not be executed; NULL: all could */
};

/* Notes a symptom of an item. Returns true if the item is now the best one that shows it. Of items
 * with equal costs, the first one stays; with `by_bytes` the one whose bytes come first. */
bool suspects_note(struct suspects *suspects, const struct spread_item *item,
                   const struct symptom *symptom, struct cost cost, bool by_bytes, uint64_t result);

/* Notes why an item could not be executed; only the first reason is kept. */
void suspects_give_up(struct suspects *suspects, const char *sentence);

/* Returns all suspects, sorted; to be freed by the caller. `compare` gets pointers to pointers. */
const struct suspect **suspects_sorted(const struct suspects *suspects,
                                       int (*compare)(const void *one, const void *other));

void suspects_free(struct suspects *suspects);

#endif
