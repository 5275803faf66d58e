/* wire.h: small messages between the processes of MPI_COMM_WORLD, on a private duplicate of it.
 *
 * One receive is posted at any time; it takes whatever comes, and the sender says what it is. Not
 * locked: the caller sees to it that one thread at a time is in here.
 */
#ifndef TUTTI_RUNTIME_CHECK_WIRE_H
#define TUTTI_RUNTIME_CHECK_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum { WIRE_BYTES = 1280 }; /* the longest message */

/* Collective over MPI_COMM_WORLD. Without it nothing else in here may be called. */
bool wire_open(void);
bool wire_is_open(void);
void wire_close(void); /* local; messages that nobody waits for are lost */

int wire_rank(void); /* in MPI_COMM_WORLD */
int wire_size(void);

/* Never waits. */
void wire_send(int rank, const void *bytes, size_t size);

/* A message that has arrived, valid until the next call; NULL: none. */
const void *wire_receive(void);

#endif
