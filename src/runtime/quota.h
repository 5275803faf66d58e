/* quota.h: a guest writes files in someone else's process. Where the user limits the size of files
 * (ulimit -f), that must be an error for the guest, not the signal that ends the program. */
#ifndef TUTTI_RUNTIME_QUOTA_H
#define TUTTI_RUNTIME_QUOTA_H

#include <signal.h>
#include <stdbool.h>
#include <time.h>

struct quota {
    sigset_t before;
    bool pending; /* the program holds such a signal back itself */
};

static inline void quota_limit(sigset_t *limit)
{
    sigemptyset(limit);
    sigaddset(limit, SIGXFSZ);
}

/* From here on this thread gets errors only. */
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
