/* known.h: the knowledge of an exploration about its execution, shared by files of the scheduler.
 *
 * Every operation has the set of choices that it depends on (cause.h): those whose outcome its rank
 * had seen when it posted the operation. By MPI's order, a match depends on more than its two
 * sides. Earlier receives of the rank that could take the message must be matched, and earlier
 * messages of the sender that the receive could take must be taken. */
#ifndef TUTTI_WORLD_CHOICE_KNOWN_H
#define TUTTI_WORLD_CHOICE_KNOWN_H

#include "world/choice/cause.h"
#include "world/choice/exploration.h"
#include "world/schedule/state.h"

/* A message, in the list of the rank that gets it. */
struct known_message {
    int sender;
    int32_t context, tag;
    uint32_t number;
    struct cause *posted;
    bool taken;
    uint32_t taker;        /* number of the receive that took it */
    struct cause *taking;  /* choices that the match depends on, its own included */
    bool there, held, met; /* for rendezvous.c: posted, taken by a matched probe, received */
};

struct known_receive {
    int32_t context, peer, tag;
    uint32_t number;
    bool matched;
    struct cause *matching;
    size_t settled_messages, settled_receives; /* at the time of posting */
    size_t message;                            /* 1 + index of the message taken; 0: none */
    bool there, met;                           /* for rendezvous.c, as in a message */
};

/* An operation that is complete. */
struct known_end {
    uint32_t number;
    struct cause *cause;
    UT_hash_handle hh;
};

/* A collective and its members that have arrived, for rendezvous.c. */
struct known_collective {
    struct instance_key key;
    uint32_t members;
    bool *came;
    UT_hash_handle hh;
};

/* The actions of a rank in order, without polls that failed. */
struct trace_step {
    uint16_t kind, flags;
    uint32_t number;
    enum wait_mode mode; /* of a call that waits for requests */
    int32_t context;
    int32_t peer;        /* of a send */
    int32_t source, tag; /* of a probe */
    uint64_t site;
    size_t known;               /* of a send or receive: as in struct operation */
    size_t message;             /* 1 + the message that a probe saw, or that is received after a
                                   probe */
    uint32_t *numbers, members; /* of a call that waits for requests ... */
    bool *chosen;               /* ... and completed these */
    struct instance_key collective;
    uint32_t index, need, need_count;
    uint32_t *needs;
};

/* Polls at one site of the program. */
struct patience_of_site {
    uint64_t site;
    uint32_t refusals; /* in a row, of polls that could have succeeded */
};

/* The lists are in the order of posting. The rank has seen the outcome of all entries before the
 * settled ones. */
struct known_rank {
    struct cause *seen;
    struct known_message *messages;
    size_t message_count, message_space, settled_messages;
    struct known_receive *receives;
    size_t receive_count, receive_space, settled_receives;
    struct known_end *ends;
    uint64_t trail; /* hash of all that the rank posted */
    /* Hashes of the data sent to each rank, followed by one of the contributions to collectives.
     * The order between different receivers does not matter, so it is not in the hashes. NULL: none
     * yet. */
    uint64_t *sends;
    bool touched;    /* since the last choice, something was posted, matched or completed */
    size_t *choices; /* indices of its choices among the nodes: those made while it slept ... */
    size_t choice_count, choice_space;
    size_t *loose; /* ... and those for nonblocking receives */
    size_t loose_count, loose_space;
    struct trace_step *steps; /* kept while it is of interest whether buffers are needed */
    size_t step_count, step_space;
    size_t first_open; /* for rendezvous.c: receives before it are matched */
    struct patience_of_site *patience;
    size_t patience_count, patience_space;
    uint32_t refusals; /* of polls, since a choice gave the rank something */
};

/* A choice that was made. */
struct node {
    int rank;
    struct cause_name name;
    struct choice choice;
    int32_t context, peer, tag; /* of a receive or probe */
    struct cause *posted;
    struct cause *cause; /* including itself */
    size_t settled_messages, settled_receives;
    uint32_t *numbers; /* of a call that waits for requests */
    uint32_t members;
    size_t odd;  /* earlier choices that did not take the first alternative by themselves */
    size_t head; /* index of the choice that it serves: itself, or the last of its step */
};

/* An access or a lock that was granted. */
struct known_grant {
    size_t place; /* index of its choice */
    uint16_t kind;
    int rank;
    struct world_range *ranges;
    uint32_t range_count;
    int32_t context, target;
    bool exclusive;
    struct cause *release; /* of a lock: what its holder had seen when it released the lock */
};

struct known {
    struct known_rank *ranks;
    struct node *nodes;
    size_t count, space;
    uint32_t loose; /* number of choices for nonblocking receives */
    struct known_collective *collectives;
    bool *followed; /* choices of the script that were made; NULL: all up to here */
    struct known_grant *grants;
    size_t grant_count, grant_space;
    size_t examined; /* choices that were searched for other scripts */
};

/* All except the first have no effect without an exploration. */
void known_start(struct scheduler *scheduler);
void known_post(struct scheduler *scheduler, struct operation *operation);
void known_met(struct scheduler *scheduler, struct operation *receive, struct operation *send);
void known_complete(struct scheduler *scheduler, struct operation *operation);
void known_cancel(struct scheduler *scheduler, struct operation *operation);
void known_refused(struct scheduler *scheduler, const struct operation *poll);
void known_collect(struct scheduler *scheduler, const struct operation *operation);
/* Notes that the call completes the request with this index. */
void known_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place);

/* Adds one choice to a set of causes. */
void known_add_cause(struct scheduler *scheduler, struct cause **cause, struct cause_name choice);

void known_settle(struct known_rank *rank);
/* Returns the choices that the end of the rank's operation depends on; `ended`: whether it has
 * ended. */
struct cause *known_end_of(const struct scheduler *scheduler, int rank, uint32_t number,
                           bool *ended);
bool known_fits(int32_t context, int32_t peer, int32_t tag, const struct known_message *message);

#endif
