/* p2p.h: messages as the program describes them, for the calls that start them. */
#ifndef TUTTI_RUNTIME_WORLD_P2P_P2P_H
#define TUTTI_RUNTIME_WORLD_P2P_P2P_H

#include "runtime/world/comm/comm.h"
#include "runtime/world/request/request.h"

struct message {
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
    int peer, tag;
    MPI_Comm comm;
    /* For a receive with OP_MATCHED, instead of the last three: the answer of the probe, and the
     * communicator. */
    struct world_answer matched;
    struct vcomm *on;
};

/* Describes a request that `request->start` starts. It has no reference to the communicator yet. */
void p2p_describe(struct vrequest *request, const struct world_call *at, enum op_kind kind,
                  int flags, const struct message *message);

/* Run or start a message; return an error class. */
int p2p_blocking(const struct world_call *at, enum op_kind kind, int flags,
                 const struct message *message, MPI_Status *status);
int p2p_nonblocking(const struct world_call *at, enum op_kind kind, int flags,
                    const struct message *message, MPI_Request *handle);

/* Returns whether there is a message, for a poll; otherwise waits for one. For MPI_PROC_NULL the
 * source of the answer is WORLD_NOBODY. */
bool p2p_probe(const struct world_call *at, int flags, int source, int tag, struct vcomm *on,
               struct world_answer *answer, MPI_Status *status);

#endif
