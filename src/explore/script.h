/* script.h: scripts as items of work, and outcomes of executions, as bytes.
 *
 * Processes of the same command on machines of the same kind read both, so numbers have the format
 * of memory. The root item is empty: it has no choices and no parent. */
#ifndef TUTTI_EXPLORE_SCRIPT_H
#define TUTTI_EXPLORE_SCRIPT_H

#include "base/text.h"
#include "world/choice/exploration.h"
#include "world/findings/symptom.h"

#include <string.h>

/* Follows the choices of an item. */
struct script_end {
    uint64_t parent_result; /* result of the execution that found the script; 0: none to compare
                               with */
    char parent_error[32];  /* rule of that execution's first error; "": none */
};

struct script {
    struct choice *choices; /* the caller frees them, also after an error */
    size_t count;
    struct script_end end;
};

/* Reads a script; returns -1 if the bytes are not a script. Its choices must be freed in either
 * case. */
int script_read(const void *bytes, size_t length, struct script *script);

enum execution_flags {
    EXECUTION_DIFFERED = 1,   /* the script could not be followed: see `differs_at` */
    EXECUTION_LEFT_SETS = 2,  /* not every set of requests of MPI_Waitsome was tried */
    EXECUTION_UNFINISHED = 4, /* it reached the time limit of an execution */
    EXECUTION_POLLED = 8,
    EXECUTION_CANCELLED = 16,
    EXECUTION_BY_EXEC = 32, /* ranks are started by exec */
    EXECUTION_MIXED = 64,   /* several threads of a rank called MPI */
    EXECUTION_CUT = 128,    /* it ended at an error */
    EXECUTION_PASSED = 256, /* it went on past an error, which makes the rest uncertain */
    EXECUTION_LATE = 512,   /* a choice of an earlier execution has one more alternative */
    EXECUTION_WROTE = 1024, /* the first execution changed files in the user's folder */
};

struct outcome_head {
    uint64_t result; /* hash of all that ranks sent, printed and exited with; 0: the execution
                        failed */
    uint32_t flags, differs_at, symptoms;
    uint32_t path; /* choices of the whole path, if a symptom needs it; else 0 */
};

/* Reads the head and returns the symptoms, which the path follows; they may be unaligned. NULL: the
 * bytes are not an outcome. */
const void *outcome_read(const void *bytes, size_t length, struct outcome_head *head);

/* Output, messages, exit codes or errors of ranks depend on the last choice of the script. */
#define SYMPTOM_RACE "race.message"
/* A send needs a buffer. To reproduce this, the script does not suffice: it takes all choices of
 * the execution. */
#define SYMPTOM_BUFFER "send.buffering"
/* Collectives that wait for all members lead to a deadlock, with sends as they were in the search,
 * or without buffers. This takes all choices, too. */
#define SYMPTOM_WAITING            "deadlock/waiting"
#define SYMPTOM_WAITING_UNBUFFERED "deadlock/waiting/unbuffered"

static inline bool script_needs_path(const char *rule)
{
    return strcmp(rule, SYMPTOM_BUFFER) == 0 || strcmp(rule, SYMPTOM_WAITING) == 0 ||
           strcmp(rule, SYMPTOM_WAITING_UNBUFFERED) == 0;
}

#endif
