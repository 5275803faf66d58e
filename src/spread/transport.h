/* transport.h: messages between the processes of a job, over the MPI library of their launcher.
 *
 * The library is loaded at run time, and only here: a dozen functions of it are used. It is loaded
 * after the nursery was forked, so nothing forks a process that has it. Nothing here waits for
 * another process but opening and closing.
 */
#ifndef TUTTI_SPREAD_TRANSPORT_H
#define TUTTI_SPREAD_TRANSPORT_H

#include "base/bytes.h"
#include "spread/place.h"

struct transport;

/* Every process of the job has to come here. */
int transport_open(const struct place *place, struct transport **result, struct error *error);

/* Messages between two processes arrive in their order. `message` is empty afterwards. */
void transport_send(struct transport *transport, int to, struct bytes *message);

/* A message that is there, if any. `message` is replaced. */
bool transport_receive(struct transport *transport, int *from, struct bytes *message);

/* False: some of what was sent is still under way. */
bool transport_sent(struct transport *transport);

/* All processes have to come here; `alone`: some are gone, so nobody waits for the others. NULL:
 * nothing. */
void transport_close(struct transport *transport, bool alone);

#endif
