/* board.h: the shared memory through which the processes of a node show where they are
 * (runtime/beacon/format.h). The monitor makes it and hands it to them.
 *
 * The board has no name in the file system. A process of the job gets it over a local socket, if
 * the kernel confirms that the process belongs to the same user. So nothing of it remains when the
 * last process that has it ends, however that process ends.
 */
#ifndef TUTTI_WATCH_SAMPLE_BOARD_H
#define TUTTI_WATCH_SAMPLE_BOARD_H

#include "base/error.h"
#include "runtime/beacon/format.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct board {
    char *job; /* value of BEACON_VARIABLE; NULL: the board was made for an existing socket */
    struct beacon_file *file;
    int memory, listener; /* 0: the board is in this process's own memory */
    bool serves;          /* a thread answers the processes */
    pthread_t server;
};

/* Makes the board of this node for a new job, and serves it. */
int board_create(struct board *board, struct error *error);
/* Makes the board of this node for the processes that call the listening socket, which then
 * belongs to the board. The socket must not be descriptor 0. The processes wait until the board
 * is served. */
int board_open(struct board *board, int listener, struct error *error);
/* Starts a thread that answers the processes until the board is closed. After that, the process
 * must not fork a child that continues without exec. */
int board_serve(struct board *board, struct error *error);
/* Makes a board in private memory, for processes that know nothing of it (sampler.h). */
int board_private(struct board *board, struct error *error);
/* Closes the board; it may be all zero. */
void board_close(struct board *board);

/* Returns the number of processes, including those that have ended. */
size_t board_count(const struct board *board);

/* Returns the name of a function, "MPI_Recv"; NULL: no process has told it. */
const char *board_function(const struct board *board, int function);

#endif
