/* probe.h: runs the whole probe of one MPI library: plan, trials, searches for bounds, rules, and
 * the resulting profile. */
#ifndef TUTTI_SCALE_PROBE_H
#define TUTTI_SCALE_PROBE_H

#include "scale/job.h"
#include "scale/profile.h"

/* The result for a function on one axis and number of ranks, for tables and pictures. */
struct probe_region {
    const char *function;
    bool in_place;
    enum axis axis;
    int ranks;
    uint64_t size, extent;
    uint64_t good, bad; /* 0: none */
    enum profile_effect effect;
    bool limited; /* memory or time allowed no larger counts */
};

struct probe_progress {
    const char *function; /* the function being tried */
    int ranks;
    size_t done, total; /* items of the plan */
    size_t problems, trials;
};

struct probe_options {
    struct job_options job;
    const int *ranks; /* ascending */
    size_t rank_count;
    bool axes[AXES];        /* the axes to try */
    const char *functions;  /* patterns, separated by commas; NULL: all */
    const char *algorithms; /* "gather:binomial,iallgather:ring"; NULL: the library's own choice */
    const char *directory;  /* directory of results, which keeps the trials; NULL: none */
    bool resume;
    void (*progress)(void *context, const struct probe_progress *progress);
    void *context;
};

struct probe_result {
    struct profile profile;
    struct probe_region *regions;
    size_t region_count;
    size_t functions, trials;
    size_t unreproduced;       /* failures that were not seen again */
    size_t limited;            /* plans that memory or time cut short */
    size_t damaged;            /* trials of the file that was resumed which could not be read */
    bool stopped;              /* before all was tried */
    char note[ERROR_TEXT_MAX]; /* about the folder of results; empty: nothing */
};

/* Runs the probe. Patterns and algorithms that match no function are an ERROR_USAGE. Even after an
 * error the result has the findings until then; it must be freed. */
int probe_run(const struct probe_options *options, struct probe_result *result,
              struct error *error);
void probe_free(struct probe_result *result);

#endif
