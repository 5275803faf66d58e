/* node.h: the monitor of a node that does not decide: it looks at the processes of its node, tells
 * the hub about them (hub.h), and passes on what monitors below it say. */
#ifndef TUTTI_WATCH_NETWORK_NODE_H
#define TUTTI_WATCH_NETWORK_NODE_H

#include "watch/network/secret.h"
#include "watch/sample/board.h"
#include "watch/sample/sampler.h"

/* In the environment of a monitor, from the command that started the job: where core files go. */
#define CORES_VARIABLE "TUTTI_GUEST_CORES"

struct node_options {
    const char *addresses;       /* "ADDRESS:PORT,...": the hub */
    const struct secret *secret; /* of the job: the hub proves that it knows it */
    const char *cores;   /* the only folder for core files; NULL: none are saved, whoever asks */
    struct board *board; /* what the processes of this node show */
    struct sampler *sampler; /* that keeps it up to date; NULL: the processes do it themselves */
    const char *problem;     /* why this node cannot be watched; NULL: it can */
};

/* Until the processes have ended, or nobody wants to know. False: the hub was never reached. */
bool node_run(const struct node_options *options);

#endif
