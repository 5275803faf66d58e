/* interrupt.h: signals that ask the command to end, as something to wait for.
 *
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT, but for those that the command ignores (nohup).
 */
#ifndef TUTTI_SPREAD_INTERRUPT_H
#define TUTTI_SPREAD_INTERRUPT_H

#include "base/error.h"

#include <signal.h>

struct interrupt {
    int descriptor; /* readable when there is a signal; -1: closed */
    int first;      /* the first signal; 0: none */
    int count;
    sigset_t mask; /* put back at the end */
};

#define INTERRUPT_CLOSED \
    (struct interrupt)   \
    {                    \
        .descriptor = -1 \
    }

int interrupt_open(struct interrupt *interrupt, struct error *error);

/* Takes in the signals that are there. Gives the first one ever; 0: none yet. */
int interrupt_signal(struct interrupt *interrupt);

/* As if the signal had come to this process. */
void interrupt_note(struct interrupt *interrupt, int signal);

void interrupt_close(struct interrupt *interrupt);

#endif
