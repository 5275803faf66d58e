/* search.h: the coordinating process's knowledge of all tests. Workers see it as it was before the
 * first test. */
#ifndef TUTTI_CONCOLIC_SEARCH_SEARCH_H
#define TUTTI_CONCOLIC_SEARCH_SEARCH_H

#include "concolic/concolic.h"
#include "concolic/coverage/chronicle.h"
#include "concolic/coverage/distance.h"
#include "concolic/coverage/knowledge.h"
#include "concolic/search/account.h"
#include "concolic/search/hints.h"
#include "search/suspects.h"

struct search {
    const struct concolic_options *options;
    const struct record *record;
    const struct sites *sites;
    struct knowledge knowledge; /* shared by the workers of this machine */
    struct distance *distance;
    struct hints *hints; /* NULL: none */
    struct input first;
    const char *scratch;
    uint8_t *covered; /* by edge: covered on any machine */
    uint8_t *tried;   /* by edge, on any machine: enum coverage_trial */
    struct chronicle chronicle;
    struct concolic_counts counts;
    uint64_t limits; /* reasons why the search is incomplete: enum account_flags, ... */
    struct measure measure;
    struct suspects suspects; /* the best sample of each has the fewest ranks, and then the input
                                 nearest to the user's own */
    struct sample *corpus;    /* tests that covered something new */
    size_t corpus_count, corpus_space;
    double began;         /* start, as clock_seconds() says */
    double new_at;        /* last time that something new was covered */
    bool stalled;         /* the search stopped because `new_at` was too long ago */
    uint64_t tests;       /* of this call */
    bool spent;           /* the limit on tests was reached */
    bool late;            /* the time left is needed to reproduce findings */
    struct error failure; /* error of writing to the corpus; ERROR_NONE: none */
};

extern const struct spread_watch concolic_watch;   /* its context is a struct search */
extern const struct spread_worker concolic_worker; /* the same */

int search_open(struct search *search, const struct concolic_options *options,
                const struct record *record, const struct sites *sites, struct error *error);
void search_close(struct search *search);

/* Returns the seconds left for tests, since findings must be reproduced before the deadline; 0: no
 * deadline. */
double search_seconds_left(const struct search *search);

/* Adds the present state to the coverage over time. */
void search_note(struct search *search, const struct spread_progress *progress, bool last);

#endif
