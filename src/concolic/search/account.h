/* account.h: tests as items of work, and the report of an execution, both as bytes.
 *
 * An item is an input with the aim that it was made for. Items and reports are read only by
 * processes of the same command, on machines of the same kind.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_ACCOUNT_H
#define TUTTI_CONCOLIC_SEARCH_ACCOUNT_H

#include "concolic/input/input.h"
#include "concolic/search/candidate.h"
#include "world/findings/symptom.h"

enum aim_flags {
    AIM_FIRST = 1,     /* the user's own command: no aim */
    AIM_VARIED = 8,    /* the user's own command with another number of ranks: no aim */
    AIM_SHRUNK = 4,    /* ...or with a shorter loop (shrink.h); AIM_VARIED is set too */
    AIM_CONTINUED = 2, /* executed before: now the remaining questions are asked */
    AIM_LONG = 32,     /* executed before, and stopped early: now it has all its time */
    AIM_PATIENT = 16,  /* executed before: now questions are asked that were too hard in a hurry */
    AIM_CROSSED =
        512, /* has a value that led to something new elsewhere (cross.h); AIM_VARIED is set too */
    AIM_TURNED = 256,  /* turned back to the path that another test for the same edge left */
    AIM_SCHEDULE = 64, /* another schedule of an executed test: no aim */
    AIM_GUESSED = 128, /* leaves the path earlier, so its own path is not predicted */
};

/* The aim that a test was made for. */
struct aim {
    uint32_t flags;
    uint32_t edge;
    bool fresh; /* the edge was not covered when the test was made */
    bool word;
    enum solver_goal goal;
    uint64_t place;
    unsigned priority;
    double seconds; /* AIM_SHRUNK, AIM_CROSSED: duration of the parent's execution; `prediction` has
                       the number of its constraints */
    uint64_t path;  /* AIM_SCHEDULE: path under which schedules are counted */
    struct prediction prediction;
};

void aim_write(const struct aim *aim, struct bytes *bytes);

/* Reads an item. Returns 0, and the input must be freed; or -1. */
int item_read(const void *bytes, size_t length, struct input *input, struct aim *aim,
              struct error *error);

enum account_flags {
    ACCOUNT_MISPREDICTED = 1, /* the test took another path than it was made for */
    ACCOUNT_UNFINISHED = 2,   /* stopped by a limit on time, memory or file size */
    ACCOUNT_FULL = 4,         /* the region was too small for its whole path */
    ACCOUNT_UNTRACED = 8,     /* the focus never ran heavy code */
    ACCOUNT_FAILED = 16,      /* it showed an error */
    ACCOUNT_BOUNDED = 32,     /* a loop was not followed to its end */
    ACCOUNT_SCHEDULE = 64,    /* it was another schedule of an earlier test */
    ACCOUNT_CUT = 128,        /* its path has too many schedules, noticed now for the first time */
    ACCOUNT_LEFT_OUT = 256,   /* it was not executed: its path has too many schedules */
    ACCOUNT_UNFOLLOWED = 512, /* its schedule could not be reproduced */
    ACCOUNT_SETS_LEFT = 1024, /* not every set of complete requests was tried */
    ACCOUNT_LONG = 2048,      /* it is the user's own command, and reached its time limit */
};

/* What was tried for an edge that is not covered: enum coverage_trial. */
struct trial {
    uint32_t edge, what;
};

struct account {
    struct arena *arena; /* holds the lists; not written */
    uint32_t flags;
    uint64_t constraints;
    uint64_t simplified; /* answers in which the solver replaced something by its value */
    struct solver_statistics solver;
    const uint32_t *edges; /* covered edges that the coordinator may not know yet */
    size_t edge_count;
    struct trial *trials; /* trials that are new on this machine */
    size_t trial_count;
    const struct symptom *symptoms;
    size_t symptom_count;
};

/* Notes what came of the question that the candidate stands for (enum coverage_trial), if no test
 * took its edge. */
void account_try(struct account *account, struct coverage *coverage,
                 const struct candidate *candidate, uint8_t what);

void account_write(const struct account *account, struct bytes *bytes);
/* Reads a report; its lists live in the arena. Returns false if the bytes are no report. */
bool account_read(const void *bytes, size_t length, struct arena *arena, struct account *account);

#endif
