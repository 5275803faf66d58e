/* searching.h: a search over many executions from its folder to its exit code: what `verify` and
 * `test` have in common. */
#ifndef TUTTI_CMD_SHARED_SEARCHING_H
#define TUTTI_CMD_SHARED_SEARCHING_H

#include "cmd/shared/output.h"
#include "cmd/shared/progress.h"
#include "spread/spread.h"
#include "world/process/world.h"
#include "world/record/record.h"

struct searching {
    const struct context *context;
    const struct options *options;
    struct output output; /* no directory in all but the first of several processes: these work */
    struct document document;
    struct progress_line line;
    bool stdout_taken; /* by a view, or by more that the verb has to say */
};

/* How a search ended. */
struct searching_end {
    const struct spread_end *spread;
    const struct record *records; /* one for each finding */
    size_t record_count;
    const char *item;     /* the word for what was executed: "test" */
    const char *given_up; /* a sentence: why; NULL: all could be executed */
    bool final;           /* --resume would not help */
    const char *preface;  /* what stands before the findings on stdout; NULL: nothing */
};

/* Returns when the search must be over, on clock_seconds(); 0: there is no limit. --time-limit
 * counts from the start of the command, so it includes the time of compilers. */
double searching_deadline(const struct context *context, const struct options *options);

/* The world of a search: that of the record, with the preloaded library `guest`. */
struct world_options searching_world(const struct options *options, const struct record *record,
                                     const char *guest);

/* Begins the document and makes the folder of results. To be closed in any case. */
int searching_open(struct searching *search, const struct context *context,
                   const struct options *options, const struct record *record, struct error *error);
void searching_close(struct searching *search);

/* Saves and shows what was found; `failed` and `error` are of the search itself, and do not keep
 * what was found before from being saved. Returns the exit code. */
int searching_report(struct searching *search, const struct searching_end *end, bool failed,
                     const struct error *error);

#endif
