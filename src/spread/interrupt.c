#include "spread/interrupt.h"

#include <sys/signalfd.h>
#include <unistd.h>

int interrupt_open(struct interrupt *interrupt, struct error *error)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action;
        sigaction(signals[i], NULL, &action);
        if (action.sa_handler != SIG_IGN)
            sigaddset(&set, signals[i]);
    }
    *interrupt = INTERRUPT_CLOSED;
    interrupt->descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (interrupt->descriptor < 0)
        return error_errno(error, "cannot watch for signals");
    pthread_sigmask(SIG_BLOCK, &set, &interrupt->mask);
    return 0;
}

void interrupt_note(struct interrupt *interrupt, int signal)
{
    if (interrupt->count++ == 0)
        interrupt->first = signal;
}

int interrupt_signal(struct interrupt *interrupt)
{
    struct signalfd_siginfo info;
    while (interrupt->descriptor >= 0 &&
           read(interrupt->descriptor, &info, sizeof info) == (ssize_t)sizeof info)
        interrupt_note(interrupt, (int)info.ssi_signo);
    return interrupt->first;
}

void interrupt_close(struct interrupt *interrupt)
{
    if (interrupt->descriptor < 0)
        return;
    interrupt_signal(interrupt); /* otherwise a pending signal would end the command when it is
                                    unblocked */
    close(interrupt->descriptor);
    pthread_sigmask(SIG_SETMASK, &interrupt->mask, NULL);
    interrupt->descriptor = -1;
}
