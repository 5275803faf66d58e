/* known.h: what an exploration knows of its execution, shared by the files of the scheduler.
 *
 * Every operation has the set of choices that it could not have been without (cause.h): those that
 * its rank had seen the outcome of when it posted it. What a match depends on, beyond its two
 * sides, is MPI's order: earlier receives of the rank that could take the message must be matched,
 * and earlier messages of the sender that the receive could take must be taken. */
#ifndef TUTTI_WORLD_KNOWN_H
#define TUTTI_WORLD_KNOWN_H

#include "world/cause.h"
#include "world/exploration.h"
#include "world/state.h"

/* A message to the rank that keeps it. */
struct known_message {
    int sender;
    int32_t context, tag;
    uint32_t number;
    struct cause *posted;
    bool taken;
    uint32_t taker;        /* number of the receive */
    struct cause *taking;  /* what the match depends on, with the choice of it */
    bool there, held, met; /* rendezvous.c: posted, taken by a matched probe, received */
};

struct known_receive {
    int32_t context, peer, tag;
    uint32_t number;
    bool matched;
    struct cause *matching;
    size_t settled_messages, settled_receives; /* when it was posted */
    size_t message;                            /* 1 + what it took; 0: nothing */
    bool there, met;                           /* as of a message */
};

/* An operation that is complete. */
struct known_end {
    uint32_t number;
    struct cause *cause;
    UT_hash_handle hh;
};

/* A collective, and who has come to it (rendezvous.c). */
struct known_collective {
    struct instance_key key;
    uint32_t members;
    bool *came;
    UT_hash_handle hh;
};

/* What a rank did, in order, without polls in vain. */
struct trace_step {
    uint16_t kind, flags;
    uint32_t mode, number;
    int32_t context, peer, tag, source; /* peer of a send, source of a probe */
    uint64_t site;
    size_t known;               /* of a send or receive: as in struct operation */
    size_t message;             /* 1 + what a probe saw, or what of that is received */
    uint32_t *numbers, members; /* of a call that waits for requests ... */
    bool *chosen;               /* ... and completed these */
    struct instance_key collective;
    uint32_t index, need, need_count;
    uint32_t *needs;
};

/* Polls of one place in the program. */
struct patience_of_site {
    uint64_t site;
    uint32_t refusals; /* in a row, though they could have been answered */
};

/* The lists are in the order of posting. Of what comes before the settled ones, the rank has seen
 * the outcome. */
struct known_rank {
    struct cause *seen;
    struct known_message *messages;
    size_t message_count, message_space, settled_messages;
    struct known_receive *receives;
    size_t receive_count, receive_space, settled_receives;
    struct known_end *ends;
    uint64_t trail; /* of all that the rank posted, in one number */
    /* What it sent to each rank, and behind that what it gave to collectives, each in one number:
     * who is served first is no difference to anybody. NULL: nothing yet. */
    uint64_t *sends;
    bool touched;    /* something was posted, matched or completed since the last choice */
    size_t *choices; /* of this rank: places among the nodes; while it slept ... */
    size_t choice_count, choice_space;
    size_t *loose; /* ... and for nonblocking receives */
    size_t loose_count, loose_space;
    struct trace_step *steps; /* kept while the need of buffers is of interest */
    size_t step_count, step_space;
    size_t first_open; /* rendezvous.c: receives before it are matched */
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
    struct cause *cause; /* with itself */
    size_t settled_messages, settled_receives;
    uint32_t *numbers; /* of a call that waits for requests */
    uint32_t members;
    size_t odd;  /* choices before it that did not take the first alternative by themselves */
    size_t head; /* the choice that it was made for: itself, or the end of its step */
};

/* An access or a lock that was granted. */
struct known_grant {
    size_t place; /* of its choice */
    uint16_t kind;
    int rank;
    struct world_range *ranges;
    uint32_t range_count;
    int32_t context, target;
    bool exclusive;
    struct cause *release; /* of a lock: what its holder saw when it gave it back */
};

struct known {
    struct known_rank *ranks;
    struct node *nodes;
    size_t count, space;
    uint32_t loose; /* choices for nonblocking receives */
    struct known_collective *collectives;
    bool *followed; /* choices of the script that were made; NULL: all up to here */
    struct known_grant *grants;
    size_t grant_count, grant_space;
    size_t examined; /* choices whose consequences were looked at for other scripts */
};

/* All but the first do nothing where there is no exploration. */
void known_start(struct scheduler *scheduler);
void known_post(struct scheduler *scheduler, struct operation *operation);
void known_met(struct scheduler *scheduler, struct operation *receive, struct operation *send);
void known_complete(struct scheduler *scheduler, struct operation *operation);
void known_cancel(struct scheduler *scheduler, struct operation *operation);
void known_refused(struct scheduler *scheduler, const struct operation *poll);
void known_collect(struct scheduler *scheduler, const struct operation *operation);
/* The call completes the request at this place. */
void known_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place);

void known_settle(struct known_rank *rank);
/* What the end of the rank's operation depends on; `ended`: whether there is one. */
struct cause *known_end_of(const struct scheduler *scheduler, int rank, uint32_t number,
                           bool *ended);
bool known_fits(int32_t context, int32_t peer, int32_t tag, const struct known_message *message);

#endif
