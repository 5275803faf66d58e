/* board.h: the file in shared memory through which the processes of a node show where they are
 * (runtime/beacon/format.h), seen from the monitor. */
#ifndef TUTTI_WATCH_SAMPLE_BOARD_H
#define TUTTI_WATCH_SAMPLE_BOARD_H

#include "base/error.h"
#include "runtime/beacon/format.h"

#include <stddef.h>

struct board {
    char *prefix; /* of the paths on all nodes: what BEACON_VARIABLE says */
    char *path;   /* NULL: it is in this process's own memory */
    struct beacon_file *file;
};

/* Makes that of this node, with a name of its own. */
int board_create(struct board *board, struct error *error);
/* Opens one that a process of the job has made. */
int board_open(struct board *board, const char *path, struct error *error);
/* One in memory, for processes that know nothing of it (sampler.h). */
int board_private(struct board *board, struct error *error);
/* Removes the file. */
void board_close(struct board *board);

/* How many processes there are, whatever became of them. */
size_t board_count(const struct board *board);

/* "MPI_Recv"; NULL: no process has said so. */
const char *board_function(const struct board *board, int function);

#endif
