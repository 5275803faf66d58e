/* search.h: what the process that coordinates a search keeps of its executions. */
#ifndef TUTTI_EXPLORE_SEARCH_H
#define TUTTI_EXPLORE_SEARCH_H

#include "explore/explore.h"
#include "explore/script.h"

/* A script that was executed, and when. */
struct sample {
    void *bytes;
    size_t length;
    uint64_t number; /* executions are counted from 1 */
    uint64_t result;
    bool failed;
    bool fresh; /* the first that shows something */
};

/* The same symptom of any number of executions. Its sample has the shortest script of them: from
 * its end on, first alternatives lead there. */
struct suspect {
    struct symptom symptom;
    uint64_t times; /* executions that show it, some of them more than once ... */
    uint64_t last;  /* ... and the number of the last one that was counted */
    struct sample shortest;
};

/* What the first execution came to, as far as that is the same wherever it runs. */
struct first {
    bool known;
    uint64_t result; /* 0: it failed, with these */
    uint64_t symptoms;
};

struct listing;

struct search {
    const struct explore_options *options;
    /* Of the program's folder before the first execution; NULL: nobody looks what is written. */
    struct listing *listing;
    bool apart;    /* each world has a copy of that folder, ... */
    char *scratch; /* ... in this one */
    bool again;    /* it is not the first search of this call */
    bool unlike;   /* where the first execution does not do what it did in the folder itself */
    struct first first, expected;
    double began;     /* as clock_seconds() says */
    double execution; /* seconds that one takes, lately; 0: not known */
    uint64_t failures, deadlocks, unfinished;
    uint64_t cut, passed; /* executions that came to an error: OUTCOME_CUT, OUTCOME_PASSED */
    uint32_t flags; /* enum outcome_flags of all executions */
    struct suspect *suspects;
    size_t suspect_count, suspect_space;
    struct sample *samples; /* to be shown: those that fail, and the first ones */
    size_t sample_count, sample_space, failing_samples;
    struct sample different; /* could not be followed; bytes is NULL: none */
    size_t differs_at;
    size_t wrong;   /* suspects that are no notes */
    char *given_up; /* why a script could not be executed; NULL: all could */
};

extern const struct spread_watch search_watch; /* its context is a struct search */
void search_free(struct search *search);

/* Whether it is time for what is shown at the end: one execution, at least. */
bool search_is_late(const struct search *search);

/* show.c: executes what is of interest once more, for the document. */
int search_show(const struct search *search, const struct decisions *record,
                struct document *document, struct explore_result *result, struct error *error);

#endif
