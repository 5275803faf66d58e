/* attach.h: gives a process the board of its node, and its record in it. */
#ifndef TUTTI_RUNTIME_BEACON_ATTACH_H
#define TUTTI_RUNTIME_BEACON_ATTACH_H

#include "runtime/beacon/format.h"

#include <stdint.h>

/* Maps the board, claims a record and stores its index in `place`. Starts the monitor if the node
 * has none. Returns NULL if the process is not watched, whatever the reason. It keeps no descriptor
 * open, leaves no child, and waits at most half a minute for a monitor that does not answer. */
struct beacon_file *attach_board(uint32_t *place);

#endif
