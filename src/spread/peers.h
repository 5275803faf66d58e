/* peers.h: the other processes of the command, as process 0 sees them, and their messages.
 *
 * Process 0 knows every item, and which process has it: process p has queue `first + p` of the
 * frontier, which also holds the items that it is running. A process runs its items, reports each
 * one that is done, and asks for more before it runs out. Process 0 gives some of its own, or asks
 * the process with the most items to give back its oldest.
 *
 * A process is lost if process 0 hears nothing from it for PEERS_SILENCE_SECONDS, or gets an
 * invalid message: others do its items, and its later messages are ignored. A process treats a
 * silent process 0 in the same way.
 *
 * A message is a sequence of frames (bytes.h), each of a kind: */
#ifndef TUTTI_SPREAD_PEERS_H
#define TUTTI_SPREAD_PEERS_H

#include "spread/crew.h"
#include "spread/transport.h"

#define PEERS_BEAT_SECONDS    1.0
#define PEERS_SILENCE_SECONDS 10.0
/* Limit on the silence that counts between two looks: while this process did not run (it was
 * stopped with the whole job), the others were not silent. */
#define PEERS_SILENCE_STEP 0.5
/* Interval between looks for messages, since a message wakes nobody. */
#define PEERS_LOOK_SECONDS      0.0001
#define PEERS_LOOK_SECONDS_IDLE 0.002

enum peers_message {
    /* From process 0. */
    PEERS_WELCOME = 'W', /* author of the ids that the process makes */
    PEERS_ITEMS = 'I',   /* items to run: id, weight, depth, bytes */
    PEERS_GIVE = 'G',    /* give back this many items */
    PEERS_KEPT = 'K',    /* this many more done items are in the journal */
    PEERS_END = 'E',     /* no more items; whether to wait for all processes at the end */
    /* To process 0. */
    PEERS_DONE = 'D',   /* id, id of the first child, run */
    PEERS_FAILED = 'X', /* id, sentence */
    PEERS_NEED = 'N',   /* this many more items can be run */
    PEERS_GIVEN = 'g',  /* ids */
    PEERS_SIGNAL = 'S', /* the number of a signal that came */
    PEERS_BYE = 'Y',    /* the last message: a sentence if the process cannot continue, otherwise
                           empty */
    /* In both directions. */
    PEERS_BEAT = 'B', /* a sign of life, with the number of workers */
};

/* The first two are called with an item in the queue of a process, and must end it. */
struct peers_events {
    void *data;
    void (*done)(void *data, struct item *item, int queue, uint64_t first, const struct run *run);
    void (*failed)(void *data, struct item *item, const char *sentence);
    void (*signal)(void *data, int signal);
};

struct peers;

/* Process p makes ids as author `author + p`. */
struct peers *peers_open(struct transport *transport, int processes, struct frontier *frontier,
                         int first, uint64_t author, const struct peers_events *events);

/* Takes all messages, and notices silence. Returns true if a message came. */
bool peers_listen(struct peers *peers);

/* Gives items to the processes that need some; asks others for items if there are too few. */
void peers_balance(struct peers *peers, const struct crew *crew);

/* Tells the others that everything done until now is in the journal, and sends what is waiting. */
void peers_speak(struct peers *peers);

/* Tells all processes to end; the caller then calls peers_listen() until peers_ended(). */
void peers_end(struct peers *peers);
bool peers_ended(const struct peers *peers);

int peers_count(const struct peers *peers); /* processes that work, without this one */
int peers_workers(const struct peers *peers);
bool peers_lost(const struct peers *peers); /* at least one process was lost */

/* Returns the last thing that went wrong with a process; empty: nothing did. */
const char *peers_note(const struct peers *peers);

void peers_close(struct peers *peers); /* NULL is fine */

#endif
