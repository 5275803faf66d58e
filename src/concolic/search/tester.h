/* tester.h: executes inputs: the directory of each, the segment that its ranks write to, the world
 * that they live in.
 *
 * One tester per process. What an execution left in the segment is there until the next one.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_TESTER_H
#define TUTTI_CONCOLIC_SEARCH_TESTER_H

#include "concolic/concolic.h"
#include "concolic/input/input.h"
#include "concolic/path/segment.h"
#include "concolic/search/schedule.h"

struct tester {
    const struct concolic_options *options;
    struct world *world;
    struct world_options world_options;
    struct input_originals originals;
    struct segment segment;
    const struct sites *sites;
    struct schedule schedule; /* of the last execution, where schedules are tried */
    double seconds;           /* that the last execution took, with all around it */
    size_t seen;  /* findings of the last tester_check() before those that its trace proves */
    bool waiting; /* in the next executions standard sends wait while anything else can happen */
    bool light;   /* in the next executions no rank runs heavy code, and each has all the time */
    /* When the next executions have to be over, as clock_seconds() says; 0: never. */
    double deadline;
    double limit; /* processor seconds of the next execution, instead of the options'; 0: those */
};

/* What the program reads by itself; `laid_out` is NULL. Paths are those of the record. */
struct input_originals tester_originals(const struct decisions *record);

/* The first test: the program as the user calls it. */
void tester_first(const struct concolic_options *options, const struct decisions *record,
                  struct input *input);

/* `scratch`: an existing directory, `name`: what this tester makes in it. */
int tester_open(const struct concolic_options *options, const struct decisions *record,
                const struct sites *sites, const char *scratch, const char *name,
                struct tester **result, struct error *error);
void tester_close(struct tester *tester);

/* Whether the deadline has come: what an execution that it cut short showed counts for nothing. */
bool tester_is_late(const struct tester *tester);

/* Of what the ranks of a test are told: enum symbolic_flag. */
uint32_t tester_symbolic_flags(const struct concolic_options *options, int focus);

/* Processor seconds of each rank: what a test may take is shared by them, but for light code. */
double tester_limit(const struct tester *tester, const struct input *input);

/* `record`: where what ranks do is written down; NULL: nowhere. Gives what world_execute() does. */
int tester_execute(struct tester *tester, const struct input *input, struct decisions *record,
                   struct document *document, struct world_result *result, struct error *error);

/* The same, and what its trace proves is in the document too. */
int tester_check(struct tester *tester, const struct input *input, struct decisions *record,
                 struct document *document, struct world_result *result, struct error *error);

#endif
