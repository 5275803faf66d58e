/* completion.h: waiting for operations that were posted before. */
#ifndef TUTTI_RUNTIME_WORLD_REQUEST_COMPLETION_H
#define TUTTI_RUNTIME_WORLD_REQUEST_COMPLETION_H

#include "runtime/world/request/request.h"

/* Asks the scheduler which of the operations are complete, waiting until the mode is satisfied or,
 * for a poll (OP_POLLS among the flags), until that is known. Marks them in `chosen` (NULL: none
 * wanted); false: a poll, and not yet. Number 0 is complete from the start. */
bool completion_ask(const struct world_call *at, enum wait_mode mode, uint16_t flags, int count,
                    const uint32_t *numbers, bool *chosen);

/* The same for requests, until those that are chosen can be returned. */
bool completion_of(const struct world_call *at, enum wait_mode mode, bool polls, int count,
                   struct vrequest **active, bool *chosen);

/* MPI_Request_get_status: the request stays; the data is there. */
int completion_look(const struct world_call *at, MPI_Request handle, int *flag, MPI_Status *status);

#endif
