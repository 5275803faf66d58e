/* message.h: the last lines that a rank printed before it ended itself, by MPI_Abort, exit() or a
 * status: they mostly say why. */
#ifndef TUTTI_WORLD_PROCESS_MESSAGE_H
#define TUTTI_WORLD_PROCESS_MESSAGE_H

#include "finding/finding.h"

/* Gives the end of what a rank printed, on stdout (0) or stderr (1), valid until the next call. */
typedef const char *message_read(void *data, int rank, int stream, size_t *length);

/* Puts the message into each finding that is about such an end, and into its `why`. Ranks that
 * printed nothing get that of others that ended themselves. */
void message_add(struct document *document, message_read *read, void *data);

#endif
