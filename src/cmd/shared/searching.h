/* searching.h: a search over many executions, from its folder to its exit code: the common part of
 * `verify` and `test`. */
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
    struct output output; /* if several processes take part, only the first has a directory; the
                             others only work */
    struct document document;
    struct progress_line line;
    bool stdout_taken; /* by a view, or by another output of the verb */
};

/* How a search ended. */
struct searching_end {
    const struct spread_end *spread;
    const struct record *records; /* one for each finding */
    size_t record_count;
    const char *item;     /* the word for what was executed: "test" */
    const char *given_up; /* a sentence that says why the search stopped executing; NULL: it could
                             execute everything */
    bool final;           /* --resume would not help */
    const char *preface;  /* text that stands before the findings on stdout; NULL: none */
};

/* Returns when the search must be over, on clock_seconds(); 0: there is no limit. --time-limit
 * counts from the start of the command, so it includes the time of compilers. */
double searching_deadline(const struct context *context, const struct options *options);

/* Returns the options of the search's world: those of the record, with the preloaded library
 * `guest`. */
struct world_options searching_world(const struct options *options, const struct record *record,
                                     const char *guest);

/* Begins the document and makes the folder of results. The caller must close the search in any
 * case. */
int searching_open(struct searching *search, const struct context *context,
                   const struct options *options, const struct record *record, struct error *error);
void searching_close(struct searching *search);

/* Saves and shows the findings. `failed` and `error` describe a failure of the search itself;
 * findings from before the failure are saved nevertheless. Returns the exit code. */
int searching_report(struct searching *search, const struct searching_end *end, bool failed,
                     const struct error *error);

#endif
