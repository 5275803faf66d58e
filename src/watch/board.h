/* segment.h: the file in shared memory through which the processes of a node show where they are
 * (runtime/beacon/format.h), seen from the monitor. */
#ifndef TUTTI_WATCH_SEGMENT_H
#define TUTTI_WATCH_SEGMENT_H

#include "base/error.h"
#include "runtime/beacon/format.h"

#include <stddef.h>

struct segment {
    char *path;
    struct beacon_file *file;
};

/* Makes it, with a name of its own. The processes get the path in BEACON_VARIABLE. */
int segment_create(struct segment *segment, struct error *error);
/* Opens or makes one whose path was agreed on. */
int segment_open(struct segment *segment, const char *path, struct error *error);
/* Removes the file. */
void segment_close(struct segment *segment);

/* How many processes there are, whatever became of them. */
size_t segment_count(const struct segment *segment);

/* "MPI_Recv"; NULL: no process has said so. */
const char *segment_function(const struct segment *segment, int function);

#endif
