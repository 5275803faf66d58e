/* message.h: what the processes send one another (wire.h). */
#ifndef TUTTI_RUNTIME_CHECK_MESSAGE_H
#define TUTTI_RUNTIME_CHECK_MESSAGE_H

#include "runtime/check/summary.h"
#include "runtime/check/wire.h"

enum message_kind {
    MESSAGE_STEP,   /* of an agreement: struct message_step */
    MESSAGE_REPORT, /* what a process was about to call: struct message_report */
    MESSAGE_TAKEN,  /* the sender prints the report: the head alone */
    MESSAGE_PROBE,  /* runs along who waits for whom: struct message_probe */
    MESSAGE_HOP,    /* answer to a probe: struct message_report */
};

struct message_head {
    uint32_t kind;
    uint32_t sequence; /* number of the agreement; of a hop: of the wait that the probe is for */
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
    int64_t bytes;     /* that it moves; -1: may differ */
    int32_t root;      /* CALL_NO_ROOT: none */
    char op[24];       /* "MPI_SUM"; empty: none */
    char function[48]; /* "MPI_Bcast" */
    char object[288];  /* "MPI_COMM_WORLD" */
    char place[320];   /* "solver.c:12"; empty: not known */
    char inside[64];   /* the function that it stands in */
    char branch[320];  /* "solver.c:10"; empty: not known */
};

struct message_probe {
    struct message_head head; /* channel, sequence and step that the sender waits for */
    int32_t initiator;
    uint32_t wait, round; /* of the initiator */
};

_Static_assert(sizeof(struct message_report) <= WIRE_BYTES, "a report is one message");

#endif
