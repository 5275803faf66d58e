/* repair.h: repairs calls that match a trigger.
 *
 * A repair decides by values that are the same on all ranks (bytes of a block, number of ranks), or
 * changes only how this rank describes its own memory. So no rank needs to ask another. */
#ifndef TUTTI_RUNTIME_GUARD_REPAIR_H
#define TUTTI_RUNTIME_GUARD_REPAIR_H

#include "runtime/guard/format.h"
#include "runtime/guard/known.h"
#include "runtime/guard/limits.h"
#include "runtime/guard/requests.h"

#include <stddef.h>

enum { WHAT_CAP = 400, TYPE_CAP = 4 };

/* A repair in progress. */
struct repair {
    struct guard_collective call; /* as it will be made */
    const struct known_comm *comm;
    struct operation *operation;  /* owns what the call needs */
    enum guard_function function; /* the function that the program called */
    MPI_Datatype types[TYPE_CAP]; /* made for the call; freed after it */
    int type_count;
    char class;
    enum guard_action action;
    bool made; /* the call is made already, with this outcome: */
    int outcome;
    char what[WHAT_CAP]; /* why, in numbers */
};

/* Returns whether the call may match a trigger. Fast. */
bool repair_suspects(const struct guard_collective *call);

/* Makes the call, repaired if necessary. */
int repair_call(const struct guard_collective *call);

/* The steps, each in a file of its own. They return whether the call matches a trigger that they
 * know, and set class, action and what. The action is GUARD_PASSED if they cannot repair the
 * call. */
bool repair_displacements(struct repair *repair); /* class D */
bool repair_limits(struct repair *repair);        /* classes G and X */

/* Make the call in pieces, or through another buffer. They return false if they cannot. */
bool repair_cut_reduction(struct repair *repair, const struct limit *limit);
bool repair_cut_bytes(struct repair *repair, const struct limit *limit);
bool repair_stage(struct repair *repair);

/* One buffer of an irregular collective, with a block for each rank. */
struct repair_side {
    char *buffer;
    const int *counts, *displs;
    MPI_Datatype type;
    int64_t *wide; /* recovered displacements; NULL: they are correct */
};

/* Replaces the side's buffer by a dense one. Returns false if it cannot. */
bool repair_stage_side(struct repair *repair, struct repair_side *side, bool receives);

/* Returns the amounts that the limits of a function are compared with; `ranks` is 0 if this rank
 * knows of no block. */
struct amount repair_amount(const struct guard_collective *call, const struct known_comm *comm);

/* Return memory that lives until the call is complete, and a datatype of `count` elements that
 * lives until the call is made. NULL, or MPI_DATATYPE_NULL: not possible. */
void *repair_alloc(struct repair *repair, size_t size);
MPI_Datatype repair_unit(struct repair *repair, MPI_Count count, MPI_Datatype type);
MPI_Datatype repair_keep_type(struct repair *repair, MPI_Datatype type);

/* Returns a datatype for the work at the end: the program may have freed its own by then.
 * MPI_DATATYPE_NULL: not possible. */
MPI_Datatype repair_hold_type(struct repair *repair, MPI_Datatype type);

/* Copies elements to another place in this process. */
int repair_copy(const void *from, void *to, int count, MPI_Datatype type);

/* Makes a call that is a piece of the repair; the last piece gets the program's request. */
int repair_issue_piece(struct repair *repair, const struct guard_collective *piece, bool last);

void repair_say(struct repair *repair, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
