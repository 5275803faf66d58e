/* completion.h: waits for operations that were posted before. */
#ifndef TUTTI_RUNTIME_WORLD_REQUEST_COMPLETION_H
#define TUTTI_RUNTIME_WORLD_REQUEST_COMPLETION_H

#include "runtime/world/request/request.h"

/* Asks the scheduler which of the operations are complete. Waits until the mode is satisfied or,
 * for a poll (OP_POLLS in the flags), until the answer is known. Marks complete ones in `chosen`,
 * which may be NULL. Returns false if a poll finds too few. Number 0 counts as complete. */
bool completion_ask(const struct world_call *at, enum wait_mode mode, uint16_t flags, int count,
                    const uint32_t *numbers, bool *chosen);

/* Does the same for requests, until those chosen can be returned. */
bool completion_of(const struct world_call *at, enum wait_mode mode, bool polls, int count,
                   struct vrequest **active, bool *chosen);

/* Does MPI_Request_get_status: lets the data land and keeps the request. */
int completion_look(const struct world_call *at, MPI_Request handle, int *flag, MPI_Status *status);

#endif
