/* format.h: the board, which shows `tutti watch` the state of a job. There is one file per node,
 * only in memory, with a record for each process that calls MPI.
 *
 * The monitor creates the file with its whole size and its header, and hands it to the processes
 * (path.h). A process has memory reserved for its record before it claims the record: touching a
 * part of the file for which no memory is left would end the process.
 *
 * Guests write and monitors read, and neither waits for the other. A guest stores plain numbers;
 * data that belong together are stored before the sequence number of the call. A monitor accepts
 * data that it has read twice, a moment apart, with the same sequence numbers. */
#ifndef TUTTI_RUNTIME_BEACON_FORMAT_H
#define TUTTI_RUNTIME_BEACON_FORMAT_H

#include <stdatomic.h>
#include <stdint.h>

/* Variables of the environment. The first names the job in the addresses of its monitors. The
 * second tells how to start the monitor of a node: the program, a blank and its only argument. */
#define BEACON_VARIABLE "TUTTI_GUEST_BEACON"
#define BEACON_MONITOR  "TUTTI_GUEST_MONITOR"
#define BEACON_MAGIC    "tuttibcn"

enum {
    BEACON_VERSION = 6,
    BEACON_PROCESSES = 1024, /* limit on the processes of a node */
    BEACON_LANES = 16,       /* threads of a process that are distinguished */
    BEACON_COMMS = 64,       /* communicators that a process can have at one time */
    BEACON_PEERS = 1024,     /* ranks for which messages of a process are counted */
    BEACON_FUNCTIONS = 1024,
    BEACON_NAME = 48,
    BEACON_SITES = 4096, /* counters of calls, by site */
};

/* The state of a process. */
enum beacon_state {
    BEACON_EMPTY,
    BEACON_STARTING, /* in MPI_Init */
    BEACON_RUNNING,
    BEACON_FINALIZING, /* from the call of MPI_Finalize on */
    BEACON_ENDED,      /* the process exits; a monitor also asks the kernel */
};

/* What a call needs from other ranks before it can return. */
enum beacon_kind {
    BEACON_OTHER,     /* nothing that is known here */
    BEACON_SEND,      /* that `peer` receives the message, if it does not fit into a buffer */
    BEACON_RECEIVE,   /* a message from `peer` */
    BEACON_BOTH,      /* a message from `peer`; the call also sends to `second` */
    BEACON_WAIT,      /* that all or some requests complete */
    BEACON_ALL,       /* that all members of the communicator arrive */
    BEACON_FROM_ROOT, /* that `peer`, the root, arrives; the root needs no other rank */
    BEACON_TO_ROOT,   /* the root needs all members; the others need none */
    BEACON_START,     /* nothing: the call starts an operation and returns */
    BEACON_POLL,      /* nothing: the call polls and returns */
};

enum { BEACON_ANY = -1, BEACON_NOBODY = -2, BEACON_UNKNOWN = -3 }; /* instead of a world rank */

/* The state of a thread. The sequence number is odd inside a call; a poll that finds nothing does
 * not change it. MPI_Wait and MPI_Waitall store in `second` how many receives they need. They store
 * in `comm`, `ordinal` and `peer` the last nonblocking collective that needs all members or a root.
 * If they need only one receive, `peer` is its source. */
struct beacon_lane {
    _Atomic uint64_t sequence;
    uint64_t site;          /* return address of the call in the program */
    uint64_t ordinal;       /* of a collective: its number on the communicator */
    _Atomic uint64_t polls; /* number of polls that found nothing */
    int32_t thread;         /* number of the thread in the kernel; 0: the lane is free */
    int32_t peer, second, tag;
    int32_t comm; /* index in `comms`; -1: none */
    uint16_t function;
    uint8_t kind;
    uint8_t small; /* of a send: the library takes the whole message, even if no rank has asked for
                      it */
};

/* A communicator. Its `id` is the same in all of its ranks: it is made from the members, and from
 * the number of earlier communicators with the same members. */
struct beacon_comm {
    uint64_t id;      /* 0: the entry is free */
    uint64_t entered; /* number of collectives begun, including nonblocking ones */
    int32_t size;
    int32_t intercomm;
};

/* Reasons why nothing can be proved about a process. */
enum beacon_doubt {
    BEACON_DOUBT_THREADS = 1,  /* two threads call MPI, with MPI_THREAD_MULTIPLE */
    BEACON_DOUBT_ROOM = 2,     /* there are more ranks, threads or communicators than fit */
    BEACON_DOUBT_MESSAGES = 4, /* a request was freed or cancelled, a process was spawned, ... */
};

/* Number of messages sent to a rank. */
struct beacon_peer {
    uint32_t rank; /* the rank plus one; 0: the entry is free */
    uint32_t sent;
};

struct beacon_process {
    _Atomic uint32_t state;
    int32_t pid;
    int32_t rank, size; /* -1 and 0: not known yet */
    uint64_t base;      /* start of the program in memory: sites of two ranks differ by the
                           difference of their bases */
    int32_t threads;    /* with MPI_THREAD_MULTIPLE: number of threads that are known, the one that
                           calls and those of the library; if there are more, another one may call.
                           0: no other may call meanwhile */
    _Atomic uint32_t doubts;
    _Atomic uint32_t lane_count;
    /* Number of receives that were started and that are complete; number of messages sent, by the
     * rank that they go to. The difference over all processes gives the messages under way to a
     * rank. */
    uint64_t posted, received;
    uint64_t sends_open, collectives_open, others_open; /* numbers of active requests; small sends
                                                           are not counted */
    struct beacon_peer peers[BEACON_PEERS];             /* indices are those of beacon_peer() */
    struct beacon_comm comms[BEACON_COMMS];
    struct beacon_lane lanes[BEACON_LANES] __attribute__((aligned(64)));
};

struct beacon_file {
    char magic[8];
    uint32_t version;
    int32_t monitor;          /* process of the monitor; 0: none yet */
    _Atomic uint32_t claimed; /* number of records claimed; later ones have no memory yet */
    _Atomic uint32_t named;   /* 1: the names are complete */
    char names[BEACON_FUNCTIONS][BEACON_NAME];
    struct beacon_process processes[BEACON_PROCESSES];
    uint32_t visits[BEACON_PROCESSES][BEACON_SITES]; /* number of calls, by site */
};

/* Returns the counter of messages to a world rank; NULL: there is no room. In jobs with at most
 * BEACON_PEERS ranks, each rank has its own; in larger jobs few ranks send to many others. */
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

/* Returns the index of the counter for a site. Two sites may share a counter, but few programs have
 * so many sites. */
static inline uint32_t beacon_slot(uint64_t site)
{
    return (uint32_t)(site ^ site >> 12) % BEACON_SITES;
}

#endif
