/* worker.h: a process that executes tests, and what its files share: worker.c executes, follow.c
 * looks for ways out of the path of an execution. */
#ifndef TUTTI_CONCOLIC_SEARCH_WORKER_H
#define TUTTI_CONCOLIC_SEARCH_WORKER_H

#include "concolic/search/pace.h"
#include "concolic/search/tester.h"
#include "concolic/search/yield.h"

enum {
    WORKER_PLACES = 1 << 12, /* where there is no edge */
    SHRUNK_PRIORITY = 240,   /* behind what quick tests lead to that is new */
};

/* What tests of a kind cost, and covered, of late. */
struct returns {
    double seconds, fruits;
};

struct worker {
    struct search *search;
    struct tester *tester;
    struct solver *solver;
    struct solver_options solving;
    uint32_t *edges; /* that the last result tells of */
    size_t edge_count, edge_space;
    struct solver_statistics told; /* of questions that outcomes told of */
    struct chooser chooser;
    unsigned reach;  /* edges that the last execution took; */
    bool fruitful;   /* some of them for the first time */
    uint8_t *futile; /* by edge, then by place: questions in a row that were too hard in a hurry */
    struct pace pace;
    uint64_t stopped_early; /* tests */
    struct returns crossed, others;
    double in_vain; /* seconds of patient questions since something came of any */
    bool guessed;   /* the last answer leaves the path before what was asked about */
};

/* A test that answers no question (cross.h): whether there was none with this input. One that does
 * is made all the same, later: it tells whether it goes where it was to. */
bool worker_crosses(struct worker *worker, const struct input *input);

/* Of questions that were too hard in a hurry. */
unsigned worker_patient_priority(const struct worker *worker);

/* Whether long tests wait. */
bool worker_has_pace(const struct worker *worker);

/* Asks for tests that leave the path of the execution. */
void worker_follow(struct worker *worker, const struct input *input, const struct aim *aim,
                   struct trace *trace, struct account *account, struct yield *yield);

#endif
