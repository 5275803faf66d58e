/* tester.h: executes inputs. It owns the directory of each, the segment that its ranks write to,
 * and the world that they live in.
 *
 * A process has one tester. The segment keeps the results of an execution until the next one.
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
    struct schedule schedule; /* of the last execution, if schedules are tried */
    double seconds;           /* duration of the last execution, preparations included */
    size_t seen;              /* findings of the last tester_check() that its trace did not prove */
    bool waiting; /* the next executions delay standard sends while anything else can happen */
    bool light;   /* the next executions run only light code, and each rank has the whole time */
    /* End of the next executions, as clock_seconds() says; 0: no limit. */
    double deadline;
    double limit; /* processor seconds of the next execution; 0: as the options say */
};

/* Returns where the program's own files are, by the record; `laid_out` is NULL. */
struct input_originals tester_originals(const struct record *record);

/* Makes the first test: the program as the user calls it. */
void tester_first(const struct concolic_options *options, const struct record *record,
                  struct input *input);

/* Opens a tester. It makes the directory `name` in the existing directory `scratch`. */
int tester_open(const struct concolic_options *options, const struct record *record,
                const struct sites *sites, const char *scratch, const char *name,
                struct tester **result, struct error *error);
void tester_close(struct tester *tester);

/* Says whether the deadline has come. Results of an execution that it interrupted do not count. */
bool tester_is_late(const struct tester *tester);

/* Returns the flags for the ranks of a test: enum symbolic_flag. */
uint32_t tester_symbolic_flags(const struct concolic_options *options, int focus);

/* Returns the processor seconds of each rank: the ranks share the limit of a test, except with
 * light code. */
double tester_limit(const struct tester *tester, const struct input *input);

/* Executes the input. `record` receives the choices; NULL: they are not recorded. Returns
 * as world_execute() does. */
int tester_execute(struct tester *tester, const struct input *input, struct record *record,
                   struct document *document, struct world_result *result, struct error *error);

/* Does the same, and adds errors that its trace proves to the document. */
int tester_check(struct tester *tester, const struct input *input, struct record *record,
                 struct document *document, struct world_result *result, struct error *error);

#endif
