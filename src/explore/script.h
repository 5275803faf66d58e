/* script.h: scripts as items of work, and what an execution says of itself, as bytes.
 *
 * Both are read by processes of the same command on machines of the same kind, so numbers are as
 * they are in memory. The root item is empty: no choices, no parent. */
#ifndef TUTTI_EXPLORE_SCRIPT_H
#define TUTTI_EXPLORE_SCRIPT_H

#include "base/text.h"
#include "world/exploration.h"
#include "world/symptom.h"

#include <string.h>

/* Behind the choices of an item. */
struct script_end {
    uint64_t parent_result; /* of the execution that found the script; 0: none to compare with */
    char parent_error[32];  /* the rule of its first error; "": it had none */
};

struct script {
    struct choice *choices; /* to be freed */
    size_t count;
    struct script_end end;
};

/* -1: the bytes are no script; there is something to be freed all the same. */
int script_read(const void *bytes, size_t length, struct script *script);

enum outcome_flags {
    OUTCOME_DIFFERED = 1,   /* the script could not be followed; `differs_at` */
    OUTCOME_LEFT_SETS = 2,  /* of Waitsome */
    OUTCOME_UNFINISHED = 4, /* the time limit of one execution */
    OUTCOME_POLLED = 8,
    OUTCOME_CANCELLED = 16,
    OUTCOME_EXECUTED = 32, /* ranks are started by exec */
    OUTCOME_MIXED = 64,    /* several threads of a rank called MPI */
    OUTCOME_CUT = 128,     /* ended at an error */
    OUTCOME_PASSED = 256,  /* went on past an error that leaves the rest uncertain */
    OUTCOME_LATE = 512,    /* a choice of an earlier execution has one more alternative */
    OUTCOME_WROTE = 1024,  /* of the first execution: there are other files in the folder now */
};

struct outcome_head {
    uint64_t result; /* of what ranks sent, printed and exited with; 0: it failed */
    uint32_t flags, differs_at, symptoms;
    uint32_t path; /* choices of the whole path, where a symptom needs it; else 0 */
};

/* The head, and behind it the symptoms and the path, which may begin anywhere. NULL: the bytes are
 * no outcome. */
const void *outcome_read(const void *bytes, size_t length, struct outcome_head *head);

/* What ranks send, print or exit with, or whether there is an error, depends on the last choice of
 * the script. */
#define SYMPTOM_RACE "race.message"
/* The script is not enough to have it again without buffers: all choices are needed. */
#define SYMPTOM_BUFFER "send.buffering"
/* The same with collectives that wait for all members: a deadlock then, with sends as they were in
 * the search, or without buffers. */
#define SYMPTOM_WAITING            "deadlock/waiting"
#define SYMPTOM_WAITING_UNBUFFERED "deadlock/waiting/unbuffered"

static inline bool script_needs_path(const char *rule)
{
    return strcmp(rule, SYMPTOM_BUFFER) == 0 || strcmp(rule, SYMPTOM_WAITING) == 0 ||
           strcmp(rule, SYMPTOM_WAITING_UNBUFFERED) == 0;
}

#endif
