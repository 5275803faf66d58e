/* exploration.h: an execution as one of many.
 *
 * It follows a script, a list of choices, and from there on takes the first alternative wherever
 * MPI leaves something open. On its way it says which other scripts there are: `found` is given
 * what to keep of this execution's own path, and what comes behind it. Who executes the empty
 * script and then every script that is found has had each distinct complete match relation exactly
 * once; scripts know nothing of each other, so they can be executed in any order and anywhere.
 * docs/verify.md has the argument. */
#ifndef TUTTI_WORLD_EXPLORATION_H
#define TUTTI_WORLD_EXPLORATION_H

#include "base/text.h"
#include "finding/finding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum choice_kind {
    CHOICE_RECEIVE, /* `what`: the message, sender << 32 | number of the send */
    CHOICE_PROBE,   /* the same; 0: a poll that finds nothing */
    CHOICE_ANY,     /* 1 + the place of the request among those of the call; 0: none yet (a poll) */
    CHOICE_SOME,    /* a set of places, bit by bit; 0: none yet */
    CHOICE_ALL,     /* of a poll: 1: all are complete; 0: not yet */
    CHOICE_ACCESS,  /* of one-sided communication: this rank is the next; always 1 */
};

/* Of CHOICE_SOME: all that are complete, where there are more than bits. */
#define CHOICE_EVERY UINT64_MAX

/* Whether what was chosen is, or contains, the request at this place. */
static inline bool choice_takes(enum choice_kind kind, uint64_t what, uint32_t place)
{
    if (kind == CHOICE_ANY)
        return what == 1 + (uint64_t)place;
    if (kind == CHOICE_SOME && what != CHOICE_EVERY)
        return place < 64 && (what >> place & 1);
    return what != 0;
}

enum choice_flags {
    CHOICE_FIRST = 1,  /* it took the first alternative of those that were there */
    CHOICE_WILD = 4,   /* a receive or probe of any source */
    CHOICE_JOINED = 2, /* it is there for the sake of the next one that is not joined */
};

/* One choice: for which operation of which rank, and what was taken. */
struct choice {
    uint16_t rank;
    uint8_t kind, flags;
    uint32_t number;
    uint64_t what;
    uint64_t site;  /* where the program called */
    uint64_t check; /* of what all ranks had done so far: the same, or the program is not */
};

/* What the choices take that an execution would not take by itself, in words: "choice 2: rank 0
 * takes from rank 1; ...". False: nothing, and nothing was written. */
bool choices_describe(const struct choice *choices, size_t count, struct text *out);

struct scheduler;

struct exploration {
    const struct choice *script;
    size_t script_count;
    uint32_t poll_bound; /* so often in a row a poll finds nothing where it could */
    uint64_t seed;       /* alternatives are in another order for each */
    bool loose; /* a script that cannot be followed further ends there: it was found with another
                   input */
    /* Another script. NULL: not wanted. */
    void (*found)(void *data, size_t keep, const struct choice *rest, size_t count);
    /* Called before an execution takes the first of several alternatives, while nobody runs: the
     * others may want to start here. NULL: not wanted. */
    void (*pause)(void *data, struct scheduler *scheduler);
    void *data;
    bool without_buffers; /* sends are buffered; look whether it also goes without */
    /* Collectives wait for no more than they need; look whether it also goes if they wait for all
     * members: with sends as they are here, and `without_buffers`, too. */
    bool waiting;
    /* The script was found where less waits: its choices come in any order, and perhaps not all. */
    bool any_order;
    size_t watched; /* 1 + the choice whose alternatives are reported (race.message); 0: none */
    struct finding *picture; /* gets the last calls of all ranks at the end; NULL: not wanted */
    /* What became of it. */
    struct choice *path; /* all choices; to be freed */
    size_t count, space;
    uint64_t result;      /* of what ranks sent, in one number */
    uint64_t buffer_site; /* a standard send that needs a buffer; 0: none does */
    /* A collective that must not wait for all members, with sends as they are here; or if none of
     * them has a buffer; 0: none. */
    uint64_t waiting_site, waiting_site_unbuffered;
    bool differs;       /* the script could not be followed: the program depends on more than MPI */
    size_t differs_at;  /* the choice of the script that was not there, or came differently */
    bool polled;        /* there were polls, whose refusals are bounded */
    bool cancelled;     /* and operations cancelled, for which one outcome is tried */
    bool sets_left_out; /* of Waitsome: there were too many to try each set */
};

#endif
