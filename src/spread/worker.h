/* worker.h: the process that runs items, and its connection to the crew.
 *
 * The connection, a line, carries frames (bytes.h). The crew sends items, one at a time. The worker
 * sends READY once, then DONE for each item; or it sends FAILED, and ends. If the line is closed,
 * the worker ends. */
#ifndef TUTTI_SPREAD_WORKER_H
#define TUTTI_SPREAD_WORKER_H

#include "spread/frontier.h"
#include "spread/nursery.h"

enum { WORKER_FRAME_MAX = 1 << 30 };

enum worker_message {
    WORKER_READY = 'R',
    WORKER_DONE = 'D',   /* the run of an item (run.h) */
    WORKER_FAILED = 'F', /* enum error_kind, and the sentence */
};

/* Puts an item on the line. */
void worker_write_item(const struct item *item, struct bytes *line);

/* Returns whether the frame that begins here, and has not arrived completely, is longer than any
 * valid one. */
bool worker_frame_is_too_long(const struct reader *reader);

nursery_body worker_body;

#endif
