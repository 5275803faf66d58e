/* search.h: the state of a search in the process that coordinates it. */
#ifndef TUTTI_EXPLORE_SEARCH_H
#define TUTTI_EXPLORE_SEARCH_H

#include "explore/explore.h"
#include "explore/script.h"
#include "search/suspects.h"

/* An execution to show. */
struct kept_sample {
    struct sample sample;
    bool failed;
    bool fresh; /* it was the first to show some finding */
};

/* The result of the first execution, as far as it is the same in every folder. */
struct first {
    bool known;
    uint64_t result; /* 0: it failed, with these symptoms */
    uint64_t symptoms;
};

struct listing;

struct search {
    const struct explore_options *options;
    /* The program's folder before the first execution; NULL: nobody checks for written files. */
    struct listing *listing;
    bool apart;    /* each world has a copy of that folder ... */
    char *scratch; /* ... inside this one */
    bool again;    /* this is not the first search of this call */
    bool unlike;   /* the first execution did something else than in the user's folder */
    struct first first, expected;
    double began;     /* as clock_seconds() counts */
    double execution; /* current duration of an execution in seconds; 0: unknown */
    uint64_t failures, deadlocks, unfinished;
    uint64_t cut, passed;        /* executions with an error: EXECUTION_CUT, EXECUTION_PASSED */
    uint32_t flags;              /* enum execution_flags of all executions */
    struct suspects suspects;    /* the best sample of each has the shortest script: after it,
                                    first alternatives lead to the symptom */
    struct kept_sample *samples; /* executions to show: those that fail, and the first ones */
    size_t sample_count, sample_space, failing_samples;
    struct sample different; /* one that could not be followed; bytes NULL: none */
    size_t differs_at;
};

extern const struct spread_watch search_watch; /* its context is a struct search */
void search_free(struct search *search);

/* Returns whether the time that is left is needed to show the results: one execution, at least. */
bool search_is_late(const struct search *search);

/* show.c: replays interesting scripts for the document. */
int search_show(const struct search *search, const struct record *record, struct document *document,
                struct explore_result *result, struct error *error);

#endif
