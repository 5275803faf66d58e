/* handle_index.h: the index that handles.c looks writers of memory up in, made once. */
#ifndef TUTTI_STATIC_CALLS_HANDLE_INDEX_H
#define TUTTI_STATIC_CALLS_HANDLE_INDEX_H

#include "static/calls/analysis.h"

/* An instruction that may put a handle into memory. */
struct handle_writer {
    const struct ir_value *object;
    int64_t offset;
    const struct ir_value *instruction; /* a store, an MPI call, a copy of memory */
    const struct ir_value *address;     /* that it writes to */
    const struct ir_value *source;      /* of a copy: address that it reads from */
};

struct handle_index {
    struct handle_writer *writers; /* by number of the object, then in program order */
    size_t writer_count;
    struct handle_pair *pairs; /* of calls that make one communicator, by `call` */
    size_t pair_count;
};

/* Calls in different arms of a branch that put what they make into the same variable are one
 * collective call for the ranks: `if (low) MPI_Comm_split(c, 0, ..., &part) else MPI_Comm_split(c,
 * 1, ..., &part)`. The first stands for all. */
struct handle_pair {
    const struct ir_value *call, *first;
};

/* The call that stands for those that make the same: often the call itself. */
const struct ir_value *handle_maker(const struct handle_index *index, const struct ir_value *call);

struct handle_index *handle_index_create(struct analysis *analysis);

/* The writers of an object: `count` of them from the one returned. */
const struct handle_writer *handle_writers(const struct handle_index *index,
                                           const struct ir_value *object, size_t *count);

/* Whether a writer of the same object may touch this offset. */
bool handle_writer_touches(const struct handle_writer *writer, int64_t offset);

#endif
