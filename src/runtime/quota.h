/* quota.h: lets a guest write files in a process of the user. If the user limits the size of files
 * (ulimit -f), the guest must get an error, and the signal must not end the program. */
#ifndef TUTTI_RUNTIME_QUOTA_H
#define TUTTI_RUNTIME_QUOTA_H

#include <signal.h>
#include <stdbool.h>
#include <time.h>

struct quota {
    sigset_t before;
    bool pending; /* the signal was pending already, blocked by the program itself */
};

static inline void quota_limit(sigset_t *limit)
{
    sigemptyset(limit);
    sigaddset(limit, SIGXFSZ);
}

/* Makes writes of this thread fail with an error instead of the signal, until quota_end(). */
static inline void quota_begin(struct quota *quota)
{
    sigset_t limit, pending;
    quota_limit(&limit);
    sigpending(&pending);
    quota->pending = sigismember(&pending, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &quota->before);
}

static inline void quota_end(const struct quota *quota)
{
    static const struct timespec now = {0, 0};
    sigset_t limit;
    quota_limit(&limit);
    if (!quota->pending)
        sigtimedwait(&limit, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &quota->before, NULL);
}

#endif
