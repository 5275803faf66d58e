/* worker.h: declarations that the files of a worker share. A worker is a process that executes
 * tests: worker.c executes, ask.c finds the ways out of the path of an execution. */
#ifndef TUTTI_CONCOLIC_SEARCH_WORKER_H
#define TUTTI_CONCOLIC_SEARCH_WORKER_H

#include "concolic/search/pace.h"
#include "concolic/search/tester.h"
#include "concolic/search/yield.h"

enum {
    WORKER_PLACES = 1 << 12, /* counters for candidates without an edge */
    SHRUNK_PRIORITY = 240,   /* after new edges that quick tests lead to */
};

/* Recent cost and success of one kind of tests. */
struct returns {
    double seconds, fruits;
};

struct worker {
    struct search *search;
    struct tester *tester;
    struct solver *solver;
    struct solver_options solving;
    uint32_t *edges; /* edges that the last result reported */
    size_t edge_count, edge_space;
    struct solver_statistics told; /* statistics that results have reported so far */
    struct chooser chooser;
    unsigned reach;  /* edges that the last execution took... */
    bool fruitful;   /* ...some of them for the first time */
    uint8_t *futile; /* by edge, then by place: consecutive questions too hard in a hurry */
    struct pace pace;
    uint64_t stopped_early; /* tests that were stopped early */
    struct returns crossed, others;
    double in_vain; /* seconds spent on patient questions since one succeeded */
    bool guessed;   /* the last answer leaves the path earlier than asked */
};

/* Says whether a test that answers no question (cross.h) should be made: only if no test with this
 * input was made. A test that does answer a question is made in any case, later: it shows whether
 * the prediction was right. */
bool worker_crosses(struct worker *worker, const struct input *input);

/* Returns the priority of questions that were too hard in a hurry. */
unsigned worker_patient_priority(const struct worker *worker);

/* Says whether long tests wait. */
bool worker_has_pace(const struct worker *worker);

/* Asks the solver for tests that leave the path of the execution. */
void worker_ask(struct worker *worker, const struct input *input, const struct aim *aim,
                struct trace *trace, struct account *account, struct yield *yield);

#endif
