/* tester.h: executes inputs: the directory of each, the segment that its ranks write to, the world
 * that they live in.
 *
 * One tester per process. What an execution left in the segment is there until the next one.
 */
#ifndef TUTTI_CONCOLIC_TESTER_H
#define TUTTI_CONCOLIC_TESTER_H

#include "concolic/concolic.h"
#include "concolic/input.h"
#include "concolic/schedule.h"

struct tester {
    const struct concolic_options *options;
    struct world *world;
    struct world_options world_options;
    struct input_originals originals;
    struct symbolic_segment *segment;
    size_t size;    /* of the segment */
    int descriptor; /* of the segment */
    size_t regions; /* where they begin: the program can write to what the segment says */
    const struct sites *sites;
    uint32_t edges;
    struct schedule schedule; /* of the last execution, where schedules are tried */
    double seconds;           /* that the last execution took, with all around it */
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

/* `record`: where what ranks do is written down; NULL: nowhere. */
int tester_execute(struct tester *tester, const struct input *input, struct decisions *record,
                   struct document *document, struct world_result *result, struct error *error);

/* The same, and what its trace proves is in the document too. */
int tester_check(struct tester *tester, const struct input *input, struct decisions *record,
                 struct document *document, struct world_result *result, struct error *error);

/* Of the last execution. */
const uint8_t *tester_flags(const struct tester *tester); /* by edge */
/* What the focus wrote down; to be freed. False: it never ran heavy code. */
bool tester_trace(const struct tester *tester, const struct input *input, struct trace *trace);

#endif
