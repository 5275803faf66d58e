/* transport.h: messages between the processes of a job, over the MPI library of their launcher.
 *
 * The library is loaded at run time, and only here; a dozen of its functions are used. It is loaded
 * after the nursery was forked, so no process that has loaded it forks. Only opening and closing
 * wait for other processes. */
#ifndef TUTTI_SPREAD_TRANSPORT_H
#define TUTTI_SPREAD_TRANSPORT_H

#include "base/bytes.h"
#include "spread/place.h"

struct transport;

/* Opens the transport. Every process of the job must call this. */
int transport_open(const struct place *place, struct transport **result, struct error *error);

/* Sends a message and leaves it empty. Messages between two processes arrive in order. */
void transport_send(struct transport *transport, int to, struct bytes *message);

/* Receives a message if one has arrived; its bytes replace those of `message`. */
bool transport_receive(struct transport *transport, int *from, struct bytes *message);

/* Returns false if some message is still under way. */
bool transport_sent(struct transport *transport);

/* Closes the transport. All processes must call this; `alone`: some of them are gone, so do not
 * wait for the others. NULL is fine. */
void transport_close(struct transport *transport, bool alone);

#endif
