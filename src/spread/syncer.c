#include "spread/syncer.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct syncer {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t thread;
    bool started, ending;
    char *path;
    bool named;     /* the name is on the disk; used only by the thread that syncs */
    int descriptor; /* descriptor to sync; -1: none */
    int failure;    /* errno of a call that failed, or 0 */
    double next;    /* earliest time of the next sync; used only by the thread that asks */
};

/* Syncs the file. A file that cannot be synced, such as a pipe, counts as synced. */
static int syncer_sync(struct syncer *syncer, int descriptor)
{
    if (fdatasync(descriptor) != 0 && errno != EINVAL && errno != EROFS)
        return errno;
    if (!syncer->named && file_sync_name(syncer->path) != 0)
        return errno;
    syncer->named = true;
    return 0;
}

static void *syncer_run(void *data)
{
    struct syncer *syncer = data;
    pthread_mutex_lock(&syncer->mutex);
    while (!syncer->ending) {
        int descriptor = syncer->descriptor;
        if (descriptor < 0) {
            pthread_cond_wait(&syncer->changed, &syncer->mutex);
            continue;
        }
        pthread_mutex_unlock(&syncer->mutex);
        int failure = syncer_sync(syncer, descriptor);
        close(descriptor);
        pthread_mutex_lock(&syncer->mutex);
        syncer->descriptor = -1;
        if (syncer->failure == 0)
            syncer->failure = failure;
    }
    pthread_mutex_unlock(&syncer->mutex);
    return NULL;
}

struct syncer *syncer_open(const char *path)
{
    struct syncer *syncer = memory_zero(1, sizeof *syncer);
    sigset_t all, old;
    pthread_mutex_init(&syncer->mutex, NULL);
    pthread_cond_init(&syncer->changed, NULL);
    syncer->path = memory_copy(path);
    syncer->descriptor = -1;
    syncer->next = clock_seconds() + SYNCER_SECONDS;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    syncer->started = pthread_create(&syncer->thread, NULL, syncer_run, syncer) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return syncer;
}

int syncer_ask(struct syncer *syncer, int descriptor)
{
    double now = clock_seconds();
    if (now < syncer->next)
        return 0;
    if (!syncer->started) /* no thread could be started: sync here */
        syncer->failure = syncer_sync(syncer, descriptor);
    pthread_mutex_lock(&syncer->mutex);
    int failure = syncer->failure;
    if (syncer->started && syncer->descriptor < 0) {
        /* The file may be closed and replaced meanwhile. */
        syncer->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        pthread_cond_signal(&syncer->changed);
    }
    pthread_mutex_unlock(&syncer->mutex);
    syncer->next = now + SYNCER_SECONDS;
    return failure;
}

/* Waits until the thread has ended. */
static void syncer_stop(struct syncer *syncer)
{
    pthread_mutex_lock(&syncer->mutex);
    syncer->ending = true;
    pthread_cond_signal(&syncer->changed);
    pthread_mutex_unlock(&syncer->mutex);
    if (syncer->started)
        pthread_join(syncer->thread, NULL);
    syncer->started = false;
}

int syncer_finish(struct syncer *syncer, int descriptor)
{
    syncer_stop(syncer);
    return syncer->failure != 0 ? syncer->failure : syncer_sync(syncer, descriptor);
}

void syncer_close(struct syncer *syncer)
{
    if (!syncer)
        return;
    syncer_stop(syncer);
    if (syncer->descriptor >= 0)
        close(syncer->descriptor);
    pthread_cond_destroy(&syncer->changed);
    pthread_mutex_destroy(&syncer->mutex);
    free(syncer->path);
    free(syncer);
}
