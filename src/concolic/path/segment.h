/* segment.h: the command's side of the memory that the ranks of a test write into
 * (runtime/symbolic/segment.h). It is made once, filled in before each execution, and read after
 * it.
 *
 * The program can write anywhere in it, so nothing in it is trusted.
 */
#ifndef TUTTI_CONCOLIC_PATH_SEGMENT_H
#define TUTTI_CONCOLIC_PATH_SEGMENT_H

#include "base/error.h"
#include "concolic/path/trace.h"

struct segment {
    struct symbolic_segment *memory; /* NULL: not open */
    size_t size;
    size_t regions; /* offset of the first region */
    int descriptor;
    int ranks; /* the maximum */
    uint32_t edges;
};

int segment_open(struct segment *segment, int ranks, uint32_t edges, struct error *error);
void segment_close(struct segment *segment);

/* Fills in the segment anew for an execution, since the last one may have written anywhere. `focus`
 * is a rank, SYMBOLIC_FOCUS_ALL or SYMBOLIC_FOCUS_NONE; `flags` are of enum symbolic_flag. */
void segment_fill(struct segment *segment, int focus, uint32_t flags, const char *const *patterns,
                  size_t pattern_count);

/* Makes programs that are started from now on find the segment, until segment_hide(). */
int segment_announce(const struct segment *segment, struct error *error);
void segment_hide(void);

/* Results of the last execution: */
const uint8_t *segment_flags(const struct segment *segment); /* by edge: whether it was taken */
/* Reads the trace of a rank, which the caller frees. Returns false if it never ran heavy code. */
bool segment_trace(const struct segment *segment, int rank, struct trace *trace);

#endif
