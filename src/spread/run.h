/* run.h: what the run of an item handed out, as bytes.
 *
 * The worker writes it (spread_result() and others, in run.c), and the process that coordinates
 * reads it. It travels between processes unchanged. */
#ifndef TUTTI_SPREAD_RUN_H
#define TUTTI_SPREAD_RUN_H

#include "base/bytes.h"
#include "spread/spread.h"

struct spread_out {
    bool has_result, near;
    struct bytes result, base, children;
    uint64_t child_count, count;
    unsigned priority; /* of the next child */
};

struct run {
    bool has_result, near;
    uint64_t count;
    const void *result;
    size_t result_length;
    const void *base; /* no longer than the longest part that a child keeps */
    size_t base_length;
    uint64_t child_count;
    struct reader children;
};

struct run_child {
    size_t keep;
    double share;
    unsigned priority;
    const void *tail;
    size_t tail_length;
};

void out_clear(struct spread_out *out);
void out_free(struct spread_out *out);
void out_write(const struct spread_out *out, struct bytes *bytes);

/* Reads a run, which then points into the bytes; returns false if the bytes are not a run. */
bool run_read(struct reader *reader, struct run *run);

/* Stores the number of children; returns whether they are whole, and keep no more than the base
 * has. */
bool run_children_fit(const struct run *run, uint64_t *count);

/* Writes the run again, for run_read(). */
void run_write(const struct run *run, struct bytes *bytes);

/* Reads the next child, in the order in which they were added; returns false after the last one. */
bool run_next_child(struct run *run, struct run_child *child);

#endif
