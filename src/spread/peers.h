/* peers.h: the other processes of the command, as process 0 sees them; and what is said.
 *
 * Process 0 knows every item, and which process has it: process p has queue `first + p` of the
 * frontier, and what it has in hand is in there too. A process runs what it has, tells of every
 * item that is done, and asks for more before it has nothing left; process 0 gives of its own, or
 * asks who has most to give back its oldest.
 *
 * A process that says nothing for PEERS_SILENCE_SECONDS is lost: its items are done by others, and
 * whatever it may still say is not listened to. In the other direction the same holds. So is one
 * that says what no process says.
 *
 * A message is a sequence of frames (bytes.h), each of a kind:
 */
#ifndef TUTTI_SPREAD_PEERS_H
#define TUTTI_SPREAD_PEERS_H

#include "spread/crew.h"
#include "spread/transport.h"

#define PEERS_BEAT_SECONDS    1.0
#define PEERS_SILENCE_SECONDS 10.0
/* Time that a process did not run itself (it was stopped, with all of the job) is no silence of the
 * others: between two looks, not more than this counts. */
#define PEERS_SILENCE_STEP 0.5
/* Nothing wakes a process when a message comes: it looks so often. */
#define PEERS_LOOK_SECONDS      0.0001
#define PEERS_LOOK_SECONDS_IDLE 0.002

enum peers_message {
    /* From process 0. */
    PEERS_WELCOME = 'W', /* author of the ids that the process makes */
    PEERS_ITEMS = 'I',   /* items to run: id, weight, depth, bytes */
    PEERS_GIVE = 'G',    /* give back so many */
    PEERS_KEPT = 'K',    /* so many that were done are in the journal */
    PEERS_END = 'E',     /* no more; whether to wait for all at the end */
    /* To process 0. */
    PEERS_DONE = 'D',   /* id, id of the first child, run */
    PEERS_FAILED = 'X', /* id, sentence */
    PEERS_NEED = 'N',   /* so many more can be run */
    PEERS_GIVEN = 'g',  /* ids */
    PEERS_SIGNAL = 'S', /* a signal came, of that number */
    PEERS_BYE = 'Y',    /* the last that it says: a sentence if it could not go on, else empty */
    /* Both. */
    PEERS_BEAT = 'B', /* it lives; how many workers it has */
};

/* Called with an item that is in the queue of a process, and have to end it. */
struct peers_events {
    void *data;
    void (*done)(void *data, struct item *item, int queue, uint64_t first, const struct run *run);
    void (*failed)(void *data, struct item *item, const char *sentence);
    void (*signal)(void *data, int signal);
};

struct peers;

/* Their authors are those behind `author`. */
struct peers *peers_open(struct transport *transport, int processes, struct frontier *frontier,
                         int first, uint64_t author, const struct peers_events *events);

/* Takes in what they say, and what they do not say. True: something came. */
bool peers_listen(struct peers *peers);

/* Gives items to those that need some, and asks for some where there are too few. */
void peers_balance(struct peers *peers, const struct crew *crew);

/* All that was done so far is in the journal. Sends what is to be said. */
void peers_speak(struct peers *peers);

/* Tells all to end; then peers_listen() until peers_ended(). */
void peers_end(struct peers *peers);
bool peers_ended(const struct peers *peers);

int peers_count(const struct peers *peers); /* processes that work, without this one */
int peers_workers(const struct peers *peers);
bool peers_lost(const struct peers *peers); /* at least one */

/* What went wrong with a process, the last of such things; empty: nothing. */
const char *peers_note(const struct peers *peers);

void peers_close(struct peers *peers); /* NULL: nothing */

#endif
