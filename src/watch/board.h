/* board.h: the file in shared memory through which the processes of a node show where they are
 * (runtime/beacon/format.h), seen from the monitor. */
#ifndef TUTTI_WATCH_BOARD_H
#define TUTTI_WATCH_BOARD_H

#include "base/error.h"
#include "runtime/beacon/format.h"

#include <stddef.h>

struct board {
    char *path;
    struct beacon_file *file;
};

/* Makes it, with a name of its own. The processes get the path in BEACON_VARIABLE. */
int board_create(struct board *board, struct error *error);
/* Opens or makes one whose path was agreed on. */
int board_open(struct board *board, const char *path, struct error *error);
/* Removes the file. */
void board_close(struct board *board);

/* How many processes there are, whatever became of them. */
size_t board_count(const struct board *board);

/* "MPI_Recv"; NULL: no process has said so. */
const char *board_function(const struct board *board, int function);

#endif
