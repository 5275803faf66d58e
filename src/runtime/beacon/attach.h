/* attach.h: how a process gets the board of its node, and its record in it. */
#ifndef TUTTI_RUNTIME_BEACON_ATTACH_H
#define TUTTI_RUNTIME_BEACON_ATTACH_H

#include "runtime/beacon/format.h"

#include <stdint.h>

/* Maps the board and claims a record, whose place it sets. Starts the monitor on a node that has
 * none. NULL: the process is not watched, whatever the reason. It keeps no descriptor open, leaves
 * no child, and waits half a minute at most for a monitor that does not answer. */
struct beacon_file *attach_board(uint32_t *place);

#endif
