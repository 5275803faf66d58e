/* worker.h: the process that runs items, and the line between it and the crew.
 *
 * On the line are frames (bytes.h). To the worker: items, one at a time. From it: READY once, then
 * for each item DONE; or FAILED, and it ends. The end of the line is the end of the worker.
 */
#ifndef TUTTI_SPREAD_WORKER_H
#define TUTTI_SPREAD_WORKER_H

#include "spread/frontier.h"
#include "spread/nursery.h"

enum { WORKER_FRAME_MAX = 1 << 30 };

enum worker_message {
    WORKER_READY = 'R',
    WORKER_DONE = 'D',   /* a run (run.h) */
    WORKER_FAILED = 'F', /* enum error_kind, and the sentence */
};

/* Puts an item on the line. */
void worker_write_item(const struct item *item, struct bytes *line);

/* Whether the frame that begins there, and of which not all has come, is longer than any is. */
bool worker_frame_is_too_long(const struct reader *reader);

nursery_body worker_body;

#endif
