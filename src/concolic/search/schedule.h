/* schedule.h: an execution of a test as one of many that MPI allows: what it took where something
 * was left open, and what it could have taken instead (world/exploration.h).
 *
 * Scripts that one execution found make others of the same input. One schedule per tester; what it
 * holds is of the last execution.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_SCHEDULE_H
#define TUTTI_CONCOLIC_SEARCH_SCHEDULE_H

#include "concolic/input/input.h"
#include "concolic/search/account.h"
#include "concolic/search/candidate.h"
#include "world/exploration.h"
#include "world/scheduler.h"

/* The rule of exploration.buffer_site. */
#define SCHEDULE_BUFFERING "send.buffering"

enum { SCHEDULE_POLLS = 1 }; /* as `tutti verify` does unless told otherwise */

struct schedule {
    struct exploration exploration;
    struct schedule_script {
        size_t keep, first, count; /* choices of the path, and its own in `rests` */
    } *found;
    size_t found_count, found_space;
    struct choice *rests;
    size_t rest_count, rest_space;
};

/* The execution that the options are for follows the input's script. `search`: others are found. */
void schedule_begin(struct schedule *schedule, const struct input *input, bool search,
                    struct scheduler_options *options);

/* The script that was found at this place; in the arena. The input is else that of the execution.
 */
void schedule_take(const struct schedule *schedule, size_t place, struct arena *arena,
                   struct input *input);

/* By which the schedules of a test are counted; 0: a test like it has theirs. Tests are alike if
 * the focus takes the same path, gives the same numbers to MPI, and none covers anything new. */
uint64_t schedule_path(const struct chooser *chooser, const struct input *input,
                       const struct trace *trace, const struct account *account);

/* Those that differ least from what ranks do by themselves come first: all of one other choice,
 * then of two. */
unsigned schedule_priority(const struct input *input, unsigned priority);

void schedule_free(struct schedule *schedule);

#endif
