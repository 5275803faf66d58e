/* search.h: what the process that coordinates keeps of its tests; workers see it as it was before
 * the first one. */
#ifndef TUTTI_CONCOLIC_SEARCH_SEARCH_H
#define TUTTI_CONCOLIC_SEARCH_SEARCH_H

#include "concolic/concolic.h"
#include "concolic/coverage/chronicle.h"
#include "concolic/coverage/distance.h"
#include "concolic/coverage/knowledge.h"
#include "concolic/search/account.h"
#include "concolic/search/hints.h"

/* A test that was executed. */
struct sample {
    void *bytes; /* the item */
    size_t length;
    uint64_t number; /* tests are counted from 1 */
};

/* The same symptom of any number of tests. Its sample has the input that is nearest to the user's
 * own. */
struct suspect {
    struct symptom symptom;
    uint64_t times;
    struct sample nearest;
    size_t distance; /* input_distance() of that, and its number of ranks */
    int ranks;
};

struct search {
    const struct concolic_options *options;
    const struct decisions *record;
    const struct sites *sites;
    struct knowledge knowledge; /* of this machine */
    struct distance *distance;
    struct hints *hints; /* NULL: there are none */
    struct input first;
    const char *scratch;
    uint8_t *covered; /* by edge, of all machines */
    uint8_t *tried;   /* the same: enum coverage_trial */
    struct chronicle chronicle;
    struct concolic_counts counts;
    uint64_t limits; /* kinds of what keeps the search from being whole: enum account_flags, ... */
    struct measure measure;
    struct suspect *suspects;
    size_t suspect_count, suspect_space;
    size_t wrong;          /* suspects that are no notes */
    struct sample *corpus; /* tests that covered something new */
    size_t corpus_count, corpus_space;
    double began;         /* now, as clock_seconds() says */
    double new_at;        /* when something was covered first */
    char *given_up;       /* why a test could not be executed; NULL: all could */
    bool stalled;         /* that was too long ago */
    uint64_t tests;       /* of this call */
    bool spent;           /* as many tests as there may be */
    bool late;            /* what was found has to be shown now */
    struct error failure; /* of writing to the corpus; ERROR_NONE: none */
};

extern const struct spread_watch concolic_watch;   /* its context is a struct search */
extern const struct spread_worker concolic_worker; /* the same */

int search_open(struct search *search, const struct concolic_options *options,
                const struct decisions *record, const struct sites *sites, struct error *error);
void search_close(struct search *search);

/* For tests, since what was found has to be shown before the deadline; 0: there is none. */
double search_seconds_left(const struct search *search);

/* Keeps what is known now: it is coverage over time. */
void search_note(struct search *search, const struct spread_progress *progress, bool last);

#endif
