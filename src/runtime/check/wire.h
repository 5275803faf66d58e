/* wire.h: small messages between the processes of MPI_COMM_WORLD, on a private duplicate of it.
 *
 * One receive is posted at any time. It takes any message, and the sender says what it is. Not
 * locked: the caller ensures that only one thread at a time is in here.
 */
#ifndef TUTTI_RUNTIME_CHECK_WIRE_H
#define TUTTI_RUNTIME_CHECK_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum { WIRE_BYTES = 1280 }; /* length of the longest message */

/* Opens the wire; collective over MPI_COMM_WORLD. If this fails, no other function here may be
 * called. */
bool wire_open(void);
bool wire_is_open(void);
void wire_close(void); /* local; messages that are not received are lost */

int wire_rank(void); /* in MPI_COMM_WORLD */
int wire_size(void);

/* Sends a message; never waits. */
void wire_send(int rank, const void *bytes, size_t size);

/* Returns a message that has arrived, valid until the next call; NULL: there is none. */
const void *wire_receive(void);

#endif
