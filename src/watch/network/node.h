/* node.h: the monitor of a node that does not decide: it looks at the processes of its node,
 * reports them to the hub (hub.h), and passes on the reports of monitors below it. */
#ifndef TUTTI_WATCH_NETWORK_NODE_H
#define TUTTI_WATCH_NETWORK_NODE_H

#include "watch/network/secret.h"
#include "watch/sample/board.h"
#include "watch/sample/sampler.h"

/* The command that starts the job sets this variable for monitors: the folder for core files. */
#define CORES_VARIABLE "TUTTI_GUEST_CORES"

struct node_options {
    const char *addresses;       /* "ADDRESS:PORT,...": the hub */
    const struct secret *secret; /* the secret of the job; the hub must prove that it knows it */
    const char *cores; /* the only folder for core files; NULL: the node saves none, whoever asks */
    struct board *board;     /* the board that the processes of this node write */
    struct sampler *sampler; /* updates the board; NULL: the processes do it themselves */
    const char *problem;     /* why this node cannot be watched; NULL: it can */
};

/* Runs until the processes have ended, or the hub needs no more reports. Returns false if it never
 * reached the hub. */
bool node_run(const struct node_options *options);

#endif
