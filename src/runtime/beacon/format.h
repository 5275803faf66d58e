/* format.h: the board: what `tutti watch` sees of a job. One file per node, which is nowhere but in
 * memory, with a record for each process that calls MPI.
 *
 * The monitor makes the file, with its whole size and its header, and hands it to the processes
 * (path.h). A process has memory reserved for its record before it claims it: nobody ever touches a
 * part of the file for which there is no memory left, which would be the end of that process.
 *
 * Guests write, monitors read. Nobody waits for anybody: a guest stores plain numbers, and what
 * must be seen together is stored before the sequence number of the call. A monitor believes what
 * it has seen twice, a moment apart, with the same sequence numbers. */
#ifndef TUTTI_RUNTIME_BEACON_FORMAT_H
#define TUTTI_RUNTIME_BEACON_FORMAT_H

#include <stdatomic.h>
#include <stdint.h>

/* In the environment: the job in the addresses of its monitors, and how a node gets its monitor:
 * the program, a blank and its only argument. */
#define BEACON_VARIABLE "TUTTI_GUEST_BEACON"
#define BEACON_MONITOR  "TUTTI_GUEST_MONITOR"
#define BEACON_MAGIC    "tuttibcn"

enum {
    BEACON_VERSION = 6,
    BEACON_PROCESSES = 1024, /* that a node has room for */
    BEACON_LANES = 16,       /* threads of a process that are told apart */
    BEACON_COMMS = 64,       /* communicators of a process at one time */
    BEACON_PEERS = 1024,     /* ranks to which messages of a process are counted */
    BEACON_FUNCTIONS = 1024,
    BEACON_NAME = 48,
    BEACON_SITES = 4096, /* counters of calls, by where they are */
};

/* Where a process is. */
enum beacon_state {
    BEACON_EMPTY,
    BEACON_STARTING, /* in MPI_Init */
    BEACON_RUNNING,
    BEACON_FINALIZING, /* from the call of MPI_Finalize on */
    BEACON_ENDED,      /* it exits */
};

/* What a call needs from other ranks. */
enum beacon_kind {
    BEACON_OTHER,     /* nothing that is known here */
    BEACON_SEND,      /* that `peer` receives, if the message does not fit into a buffer */
    BEACON_RECEIVE,   /* a message of `peer` */
    BEACON_BOTH,      /* a message of `peer`; it also sends to `second` */
    BEACON_WAIT,      /* that requests complete, all or some */
    BEACON_ALL,       /* that all of the communicator come */
    BEACON_FROM_ROOT, /* that `peer`, the root, comes; the root itself needs nobody */
    BEACON_TO_ROOT,   /* the root needs all; all others nobody */
    BEACON_START,     /* nothing: it starts an operation and returns */
    BEACON_POLL,      /* nothing: it asks and returns */
};

enum { BEACON_ANY = -1, BEACON_NOBODY = -2, BEACON_UNKNOWN = -3 }; /* instead of a world rank */

/* One thread. The sequence number is odd inside a call; a poll that finds nothing leaves it.
 * MPI_Wait and MPI_Waitall show in `second` how many receives they need; in `comm`, `ordinal` and
 * `peer` a nonblocking collective, the last that needs all or a root; or in `peer` the source, if
 * all they need is one receive. */
struct beacon_lane {
    _Atomic uint64_t sequence;
    uint64_t site;          /* where the call returns to in the program */
    uint64_t ordinal;       /* of a collective: its number on the communicator */
    _Atomic uint64_t polls; /* that found nothing */
    int32_t thread;         /* of the kernel; 0: the lane is free */
    int32_t peer, second, tag;
    int32_t comm; /* index in `comms`; -1: none */
    uint16_t function;
    uint8_t kind;
    uint8_t small; /* of a send: it is handed to the library as a whole, whoever receives it */
};

/* A communicator has the same `id` in all its ranks: made from its members and from how many with
 * the same members there were before. */
struct beacon_comm {
    uint64_t id;      /* 0: the place is free */
    uint64_t entered; /* collectives, nonblocking ones too */
    int32_t size;
    int32_t intercomm;
};

/* Why nothing can be proved about a process. */
enum beacon_doubt {
    BEACON_DOUBT_THREADS = 1,  /* two threads call MPI, with MPI_THREAD_MULTIPLE */
    BEACON_DOUBT_ROOM = 2,     /* more ranks, threads or communicators than there is room for */
    BEACON_DOUBT_MESSAGES = 4, /* a request was freed or cancelled, a process spawned, ... */
};

/* Messages that were sent to a rank. */
struct beacon_peer {
    uint32_t rank; /* plus one; 0: the place is free */
    uint32_t sent;
};

struct beacon_process {
    _Atomic uint32_t state;
    int32_t pid;
    int32_t rank, size; /* -1, 0: not known yet */
    uint64_t base;      /* where the program is: sites of two ranks differ by that */
    int32_t threads;    /* the one that calls and those of the library, with MPI_THREAD_MULTIPLE:
                           if there are more, another may call; 0: none may meanwhile */
    _Atomic uint32_t doubts;
    _Atomic uint32_t lane_count;
    /* Receives that were started and that are complete; messages that were sent, by the rank that
     * is to get them. What is under way to a rank is the difference, over all processes. */
    uint64_t posted, received;
    uint64_t sends_open, collectives_open, others_open; /* requests, active; small sends not */
    struct beacon_peer peers[BEACON_PEERS];             /* by beacon_peer() */
    struct beacon_comm comms[BEACON_COMMS];
    struct beacon_lane lanes[BEACON_LANES] __attribute__((aligned(64)));
};

struct beacon_file {
    char magic[8];
    uint32_t version;
    int32_t monitor;          /* process that reads; 0: none yet */
    _Atomic uint32_t claimed; /* processes; what is behind has no memory yet */
    _Atomic uint32_t named;   /* the names are there */
    char names[BEACON_FUNCTIONS][BEACON_NAME];
    struct beacon_process processes[BEACON_PROCESSES];
    uint32_t visits[BEACON_PROCESSES][BEACON_SITES]; /* how often a site was called from */
};

/* The counter of messages to a world rank; NULL: there is no room. In jobs with no more ranks than
 * places each rank has its own; few ranks of larger jobs send to many others. */
static inline struct beacon_peer *beacon_peer(struct beacon_peer *peers, int world)
{
    enum { TRIES = 64 };
    for (uint32_t i = 0; i < TRIES; i++) {
        struct beacon_peer *peer = &peers[((uint32_t)world + i) % BEACON_PEERS];
        if (peer->rank == 0)
            peer->rank = (uint32_t)world + 1;
        if (peer->rank == (uint32_t)world + 1)
            return peer;
    }
    return 0;
}

/* The counter of a site. Two sites may share one; few programs have many. */
static inline uint32_t beacon_slot(uint64_t site)
{
    return (uint32_t)(site ^ site >> 12) % BEACON_SITES;
}

#endif
