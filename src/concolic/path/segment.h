/* segment.h: what the ranks of a test write into (runtime/symbolic/segment.h), as the command sees
 * it: made once, filled in before each execution, read after it.
 *
 * The program can write to all of it, so nothing that it says is trusted.
 */
#ifndef TUTTI_CONCOLIC_PATH_SEGMENT_H
#define TUTTI_CONCOLIC_PATH_SEGMENT_H

#include "base/error.h"
#include "concolic/path/trace.h"

struct segment {
    struct symbolic_segment *memory; /* NULL: it is not open */
    size_t size;
    size_t regions; /* where they begin */
    int descriptor;
    int ranks; /* at most */
    uint32_t edges;
};

int segment_open(struct segment *segment, int ranks, uint32_t edges, struct error *error);
void segment_close(struct segment *segment);

/* Anew for each execution: the last one may have written anywhere. `focus`: a rank, or
 * SYMBOLIC_FOCUS_ALL, or SYMBOLIC_FOCUS_NONE; `flags`: enum symbolic_flag. */
void segment_fill(struct segment *segment, int focus, uint32_t flags, const char *const *patterns,
                  size_t pattern_count);

/* Programs that are started from now on find it, until segment_hide(). */
int segment_announce(const struct segment *segment, struct error *error);
void segment_hide(void);

/* Of the last execution. */
const uint8_t *segment_flags(const struct segment *segment); /* by edge: whether it was taken */
/* What a rank wrote down; to be freed. False: it never ran heavy code. */
bool segment_trace(const struct segment *segment, int rank, struct trace *trace);

#endif
