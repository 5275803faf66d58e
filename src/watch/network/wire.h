/* wire.h: encodes the messages between monitors as bytes.
 *
 * Every frame begins with its kind and the number of a node. Upwards, from a monitor to the one
 * that decides; monitors between them pass frames on unchanged:
 *
 *   HELLO   name of the node, port at which it listens
 *   JOIN    from a monitor that was sent to another one, to that one
 *   REPORT  round; then the news about processes: see WIRE_MOVES and so on
 *   LOOK    the stack of a process
 *   LOOKED  end of the LOOK frames
 *   CORE    number of a process, a sentence: where its core file is, or why there is none
 *   DONE    all its processes have ended
 *   LOST    a monitor below it is lost without a message
 *   NOTE    a sentence for the user
 *   FAILED  a sentence: why it cannot watch
 *
 * Downwards, passed on to all:
 *
 *   WELCOME the number of the node
 *   PARENT  the number of the node, and the address of the monitor to report to instead
 *   ROUND   a number; a report that repeats it is of a later time
 *   STACKS  look at the stacks of all processes
 *   SAVE    a process: save its core file, if the monitor was started with a folder for that
 *   END     no more reports are needed
 *
 * The nodes of one job are alike, so numbers are in the machine's byte order.
 */
#ifndef TUTTI_WATCH_NETWORK_WIRE_H
#define TUTTI_WATCH_NETWORK_WIRE_H

#include "base/bytes.h"
#include "watch/diagnose/rank_look.h"
#include "watch/sample/tracker.h"

enum wire_kind {
    WIRE_HELLO = 'H',
    WIRE_JOIN = 'J',
    WIRE_REPORT = 'R',
    WIRE_LOOK = 'L',
    WIRE_LOOKED = 'l',
    WIRE_CORE = 'C',
    WIRE_DONE = 'D',
    WIRE_LOST = 'X',
    WIRE_NOTE = 'N',
    WIRE_FAILED = 'F',
    WIRE_WELCOME = 'W',
    WIRE_PARENT = 'P',
    WIRE_ROUND = 'B',
    WIRE_STACKS = 'S',
    WIRE_SAVE = 'K',
    WIRE_END = 'E',
};

/* The pieces of a report, each with the number of a process on its node. */
enum wire_piece {
    WIRE_MOVES = 'm',
    WIRE_RECORD = 'r', /* it stands still, and this is its record */
    WIRE_VITALS = 'v',
};

size_t wire_begin(struct bytes *out, enum wire_kind kind, uint64_t node);
/* Adds a whole frame that has no further contents. */
void wire_add_word(struct bytes *out, enum wire_kind kind, uint64_t node);
/* Adds a whole frame as it has arrived. */
void wire_pass_on(struct bytes *out, const struct reader *frame);
/* Adds a text; NULL stays NULL. */
void wire_add_text(struct bytes *out, const char *text);
const char *wire_text(struct reader *in, struct arena *arena);

/* Add and read the present place of a process, without the rest of its record. */
void wire_add_place(struct bytes *out, const struct tracked *process);
void wire_place(struct reader *in, struct tracked *process);
/* Add and read the record and the function. The arena owns everything that is read. */
void wire_add_record(struct bytes *out, const struct tracked *process);
void wire_record(struct reader *in, struct arena *arena, struct tracked *process);
void wire_add_vitals(struct bytes *out, const struct vitals *vitals);
void wire_vitals(struct reader *in, struct vitals *vitals);
void wire_add_look(struct bytes *out, const struct rank_look *look);
void wire_look(struct reader *in, struct arena *arena, struct rank_look *look);

#endif
