/* message.h: the messages that processes send one another (wire.h). */
#ifndef TUTTI_RUNTIME_CHECK_MESSAGE_H
#define TUTTI_RUNTIME_CHECK_MESSAGE_H

#include "runtime/check/summary.h"
#include "runtime/check/wire.h"

enum message_kind {
    MESSAGE_STEP,   /* a step of an agreement: struct message_step */
    MESSAGE_REPORT, /* the call that a process was about to make: struct message_report */
    MESSAGE_TAKEN,  /* the sender prints the report: only the head */
    MESSAGE_PROBE,  /* passed along the processes that wait for one another: struct message_probe */
    MESSAGE_HOP,    /* the answer to a probe: struct message_report */
};

struct message_head {
    uint32_t kind;
    uint32_t sequence; /* number of the agreement; in a hop: of the wait that the probe is for */
    uint64_t channel;
    int32_t step;
    int32_t from; /* rank in MPI_COMM_WORLD */
};

struct message_step {
    struct message_head head;
    struct summary summary;
};

/* A call, in words. Texts are cut to fit and end with a zero. */
struct message_report {
    struct message_head head;
    int64_t bytes;     /* moved by the call; -1: may differ */
    int32_t root;      /* CALL_NO_ROOT: none */
    char op[24];       /* "MPI_SUM"; empty: none */
    char function[48]; /* "MPI_Bcast" */
    char object[288];  /* "MPI_COMM_WORLD" */
    char place[320];   /* "solver.c:12"; empty: not known */
    char inside[64];   /* the function that contains the call */
    char branch[320];  /* "solver.c:10"; empty: not known */
};

struct message_probe {
    struct message_head head; /* the channel, sequence and step that the sender waits for */
    int32_t initiator;
    uint32_t wait, round; /* of the initiator */
};

_Static_assert(sizeof(struct message_report) <= WIRE_BYTES, "a report is one message");

#endif
