/* handle_index.h: an index of the writers of memory, made once, for handles.c. */
#ifndef TUTTI_STATIC_CALLS_HANDLE_INDEX_H
#define TUTTI_STATIC_CALLS_HANDLE_INDEX_H

#include "static/calls/analysis.h"

/* An instruction that may put a handle into memory. */
struct handle_writer {
    const struct ir_value *object;
    int64_t offset;
    const struct ir_value *instruction; /* a store, an MPI call, a copy of memory */
    const struct ir_value *address;     /* the address that it writes to */
    const struct ir_value *source;      /* of a copy: the address that it reads from */
};

struct handle_index {
    struct handle_writer *writers; /* sorted by number of the object, then in program order */
    size_t writer_count;
    struct handle_pair *pairs; /* pairs of calls that make one communicator, by `call` */
    size_t pair_count;
};

/* Calls in different arms of a branch are one collective call for the ranks if they store their
 * result in the same variable: `if (low) MPI_Comm_split(c, 0, ..., &part) else MPI_Comm_split(c, 1,
 * ..., &part)`. The first call stands for all. */
struct handle_pair {
    const struct ir_value *call, *first;
};

/* Returns the call that stands for all calls that make the same communicator: often the call
 * itself. */
const struct ir_value *handle_maker(const struct handle_index *index, const struct ir_value *call);

struct handle_index *handle_index_create(struct analysis *analysis);

/* Returns the first writer of an object; `count` of them follow each other. */
const struct handle_writer *handle_writers(const struct handle_index *index,
                                           const struct ir_value *object, size_t *count);

/* Returns whether a writer of the same object may touch this offset. */
bool handle_writer_touches(const struct handle_writer *writer, int64_t offset);

#endif
