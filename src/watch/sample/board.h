/* board.h: the memory through which the processes of a node show where they are
 * (runtime/beacon/format.h), seen from the monitor, which makes it and hands it to them.
 *
 * The board has no name in the file system. A process of the job gets it over a local socket, if
 * the kernel says that the process is of the same user. So nothing is left of it when the last
 * process that has it ends, however that happens. */
#ifndef TUTTI_WATCH_SAMPLE_BOARD_H
#define TUTTI_WATCH_SAMPLE_BOARD_H

#include "base/error.h"
#include "runtime/beacon/format.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct board {
    char *job; /* what BEACON_VARIABLE says; NULL: the board was made for a socket that was there */
    struct beacon_file *file;
    int memory, listener; /* 0: it is in this process's own memory */
    bool serves;          /* a thread answers the processes */
    pthread_t server;
};

/* Makes that of this node, for a new job, and serves it. */
int board_create(struct board *board, struct error *error);
/* Makes that of this node for the processes that call the listening socket, which now belongs to
 * the board, and is not descriptor 0. They wait until it is served. */
int board_open(struct board *board, int listener, struct error *error);
/* Answers the processes from a thread of its own, until the board is closed. The process must not
 * fork and go on in the child after that. */
int board_serve(struct board *board, struct error *error);
/* One in memory, for processes that know nothing of it (sampler.h). */
int board_private(struct board *board, struct error *error);
/* Also of a board that is all zero. */
void board_close(struct board *board);

/* How many processes there are, whatever became of them. */
size_t board_count(const struct board *board);

/* "MPI_Recv"; NULL: no process has said so. */
const char *board_function(const struct board *board, int function);

#endif
