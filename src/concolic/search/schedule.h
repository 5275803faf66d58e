/* schedule.h: treats an execution of a test as one of many schedules that MPI allows: it records
 * the choices that were made, and the alternatives (world/choice/exploration.h).
 *
 * Each script that an execution finds gives another test with the same input. A tester has one
 * schedule; it holds the last execution's.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_SCHEDULE_H
#define TUTTI_CONCOLIC_SEARCH_SCHEDULE_H

#include "concolic/input/input.h"
#include "concolic/search/account.h"
#include "concolic/search/candidate.h"
#include "world/choice/exploration.h"
#include "world/schedule/scheduler.h"

/* The rule of exploration.buffer_site. */
#define SCHEDULE_BUFFERING "send.buffering"

enum { SCHEDULE_POLLS = 1 }; /* the default of `tutti verify` */

struct schedule {
    struct exploration exploration;
    struct schedule_script {
        size_t keep, first, count; /* number of choices kept from the path; then `count` choices of
                                      `rests` from `first` on */
    } *found;
    size_t found_count, found_space;
    struct choice *rests;
    size_t rest_count, rest_space;
};

/* Makes the execution with these options follow the input's script. `search`: it also finds others.
 */
void schedule_begin(struct schedule *schedule, const struct input *input, bool search,
                    struct scheduler_options *options);

/* Gives the input the found script with this index; it lives in the arena. The rest of the input
 * stays that of the execution. */
void schedule_take(const struct schedule *schedule, size_t place, struct arena *arena,
                   struct input *input);

/* Returns the path under which the schedules of a test are counted; 0: the schedules of a test like
 * it are counted already. Tests are alike if the focus takes the same path, gives the same numbers
 * to MPI, and none of them covers anything new. */
uint64_t schedule_path(const struct chooser *chooser, const struct input *input,
                       const struct trace *trace, const struct account *account);

/* Returns the priority of a schedule. Schedules with the fewest unusual choices come first. */
unsigned schedule_priority(const struct input *input, unsigned priority);

void schedule_free(struct schedule *schedule);

#endif
