/* interrupt.h: lets the caller wait for signals that ask the command to end.
 *
 * These are SIGINT, SIGTERM, SIGHUP and SIGQUIT, except for those that the command ignores (nohup).
 */
#ifndef TUTTI_SPREAD_INTERRUPT_H
#define TUTTI_SPREAD_INTERRUPT_H

#include "base/error.h"

#include <signal.h>

struct interrupt {
    int descriptor; /* readable when a signal has come; -1: closed */
    int first;      /* the first signal; 0: none */
    int count;
    sigset_t mask; /* the mask to restore at the end */
};

#define INTERRUPT_CLOSED \
    (struct interrupt)   \
    {                    \
        .descriptor = -1 \
    }

int interrupt_open(struct interrupt *interrupt, struct error *error);

/* Takes in all signals that have come. Returns the first one ever; 0: none yet. */
int interrupt_signal(struct interrupt *interrupt);

/* Notes a signal as if it had come to this process. */
void interrupt_note(struct interrupt *interrupt, int signal);

void interrupt_close(struct interrupt *interrupt);

#endif
