/* account.h: tests as items of work, and what an execution says of itself, as bytes.
 *
 * An item is an input and what it was made for. Both are read by processes of the same command on
 * machines of the same kind.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_ACCOUNT_H
#define TUTTI_CONCOLIC_SEARCH_ACCOUNT_H

#include "concolic/input/input.h"
#include "concolic/search/candidate.h"
#include "world/symptom.h"

enum aim_flags {
    AIM_FIRST = 1,     /* the user's own command: made for nothing */
    AIM_VARIED = 8,    /* the same with another number of ranks: made for nothing */
    AIM_SHRUNK = 4,    /* ...or a loop less long (shrink.h); AIM_VARIED too */
    AIM_CONTINUED = 2, /* executed before: the questions that were left then are asked */
    AIM_LONG = 32,     /* executed before, and stopped early: it has all its time now */
    AIM_PATIENT = 16,  /* executed before: questions that were too hard in a hurry are asked */
    AIM_CROSSED =
        512, /* with a value that led to something new elsewhere (cross.h); AIM_VARIED too */
    AIM_TURNED = 256,  /* turned back to the path that another test for the same edge has left */
    AIM_SCHEDULE = 64, /* another schedule of a test that was executed: made for nothing */
    AIM_GUESSED = 128, /* it leaves the path before: that it goes where it is to is not predicted */
};

/* What a test was made for. */
struct aim {
    uint32_t flags;
    uint32_t edge;
    bool fresh; /* the edge was not covered then */
    bool word;
    enum solver_goal goal;
    uint64_t place;
    unsigned priority;
    double seconds; /* AIM_SHRUNK, AIM_CROSSED: that the execution took whose child it is;
                       `prediction` has the number of its constraints */
    uint64_t path;  /* AIM_SCHEDULE: by which schedules are counted */
    struct prediction prediction;
};

void aim_write(const struct aim *aim, struct bytes *bytes);

/* An item; the input is to be freed if it is 0. */
int item_read(const void *bytes, size_t length, struct input *input, struct aim *aim,
              struct error *error);

enum account_flags {
    ACCOUNT_MISPREDICTED = 1, /* it took another path than it was made for */
    ACCOUNT_UNFINISHED = 2,   /* a limit on time or memory */
    ACCOUNT_FULL = 4,         /* the region had no room for all of its path */
    ACCOUNT_UNTRACED = 8,     /* the focus never ran heavy code */
    ACCOUNT_FAILED = 16,      /* something was wrong */
    ACCOUNT_BOUNDED = 32,     /* a loop was not followed further */
    ACCOUNT_SCHEDULE = 64,    /* it was another schedule */
    ACCOUNT_CUT = 128,        /* its path has too many schedules, and nobody said so before */
    ACCOUNT_LEFT_OUT = 256,   /* so it was not executed */
    ACCOUNT_UNFOLLOWED = 512, /* its schedule could not be had */
    ACCOUNT_SETS_LEFT = 1024, /* of requests that were complete */
    ACCOUNT_LONG = 2048,      /* it is the user's own, and took all its time */
};

/* Of an edge that is not covered: enum coverage_trial. */
struct trial {
    uint32_t edge, what;
};

struct account {
    struct arena *arena; /* of the lists; not written */
    uint32_t flags;
    uint64_t constraints;
    uint64_t simplified; /* answers in which something was replaced by its value */
    struct solver_statistics solver;
    const uint32_t *edges; /* covered, and perhaps for the first time */
    size_t edge_count;
    struct trial *trials; /* known for the first time on this machine */
    size_t trial_count;
    const struct symptom *symptoms;
    size_t symptom_count;
};

/* What became of the question how to take a way that nobody took: enum coverage_trial. */
void account_try(struct account *account, struct coverage *coverage,
                 const struct candidate *candidate, uint8_t what);

void account_write(const struct account *account, struct bytes *bytes);
/* The lists live in the arena. False: the bytes are none. */
bool account_read(const void *bytes, size_t length, struct arena *arena, struct account *account);

#endif
