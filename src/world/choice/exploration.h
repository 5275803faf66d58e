/* exploration.h: an execution as one of many.
 *
 * The execution follows a script, a list of choices. From there on it takes the first alternative
 * wherever MPI leaves something open. On its way it reports the other scripts: `found` gets the
 * number of this execution's choices to keep, and the choices that follow them. Executing the empty
 * script, and then every script that is found, covers each distinct complete match relation exactly
 * once. Scripts know nothing of each other, so they can be executed in any order and anywhere.
 * docs/verify.md has the argument. */
#ifndef TUTTI_WORLD_CHOICE_EXPLORATION_H
#define TUTTI_WORLD_CHOICE_EXPLORATION_H

#include "base/text.h"
#include "finding/finding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum choice_kind {
    CHOICE_RECEIVE, /* `what`: the message, as sender << 32 | number of the send */
    CHOICE_PROBE,   /* `what`: the same; 0: a poll that fails */
    CHOICE_ANY,     /* `what`: 1 + the index of the request in the call; 0: none yet (a poll) */
    CHOICE_SOME,    /* `what`: a set of indices, one bit each; 0: none yet */
    CHOICE_ALL,     /* of a poll; `what`: 1: all are complete, 0: not yet */
    CHOICE_ACCESS,  /* of one-sided communication: this rank is next; `what`: 1 */
};

/* For CHOICE_SOME: all complete requests, if there are more than bits. */
#define CHOICE_EVERY UINT64_MAX

/* Returns whether the choice is, or contains, the request with this index. */
static inline bool choice_takes(enum choice_kind kind, uint64_t what, uint32_t place)
{
    if (kind == CHOICE_ANY)
        return what == 1 + (uint64_t)place;
    if (kind == CHOICE_SOME && what != CHOICE_EVERY)
        return place < 64 && (what >> place & 1);
    return what != 0;
}

enum choice_flags {
    CHOICE_FIRST = 1,  /* it took the first of the alternatives available then */
    CHOICE_WILD = 4,   /* a receive or probe of any source */
    CHOICE_JOINED = 2, /* it only serves the next choice without this flag */
};

/* One choice: the operation of a rank, and the alternative taken. */
struct choice {
    uint16_t rank;
    uint8_t kind, flags;
    uint32_t number;
    uint64_t what;
    uint64_t site;  /* site of the program's call */
    uint64_t check; /* hash of all that ranks had done before; a different one shows that the
                       program depends on more than MPI */
};

/* Describes the choices that an execution would not make by itself: "choice 2: rank 0 takes from
 * rank 1; ...". Returns false, and writes nothing, if there are none. */
bool choices_describe(const struct choice *choices, size_t count, struct text *out);

struct scheduler;

struct exploration {
    const struct choice *script;
    size_t script_count;
    uint32_t poll_bound; /* limit on consecutive refusals of a poll that could succeed */
    uint64_t seed;       /* selects the order of alternatives */
    bool loose; /* end a script where it cannot be followed: it was found with another input */
    /* Gets another script; NULL: not wanted. */
    void (*found)(void *data, size_t keep, const struct choice *rest, size_t count);
    /* Called before the execution takes the first of several alternatives, while no rank runs: a
     * snapshot for the others can be made here. NULL: not wanted. */
    void (*pause)(void *data, struct scheduler *scheduler);
    void *data;
    bool without_buffers; /* sends are buffered: also check whether the program depends on
                             buffering */
    /* Collectives wait only for members whose data they need. Also check whether the program
     * depends on that, with sends as they are here and, with `without_buffers`, without buffers. */
    bool waiting;
    /* The script was found when fewer calls waited: its choices come in any order, and some may
     * never come. */
    bool any_order;
    size_t watched; /* 1 + the choice whose alternatives are reported (race.message); 0: none */
    struct finding *picture; /* gets the last calls of all ranks at the end; NULL: not wanted */
    /* The outcome. */
    struct choice *path; /* all choices; freed by the caller */
    size_t count, space;
    uint64_t result;      /* hash of all that ranks sent */
    uint64_t buffer_site; /* site of a standard send that needs a buffer; 0: none */
    /* Site of a collective that must not wait for all members, with sends as they are here, or
     * without buffers; 0: none. */
    uint64_t waiting_site, waiting_site_unbuffered;
    bool differs;       /* the script could not be followed: the program depends on more than MPI */
    size_t differs_at;  /* the choice of the script that was missing, or came differently */
    bool polled;        /* there were polls, whose refusals are limited */
    bool cancelled;     /* operations were cancelled, for which one outcome is tried */
    bool sets_left_out; /* MPI_Waitsome had too many complete requests to try each set */
};

#endif
