#include "watch/sample/saving.h"

#include "base/memory.h"
#include "watch/sample/core.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SENTENCE_MOST = 1024,
    STOP_TRIES = 500, /* each of a hundredth of a second */
};

struct saving {
    uint64_t key;
    pid_t child; /* the process that saves; 0: it has ended */
    int sentence_pipe;
    bool told;
    char *sentence;
};

/* The process that saves: writes a sentence and ends. */
static _Noreturn void saving_work(int out, pid_t parent, const struct descendant *process, int rank,
                                  const char *directory)
{
    struct arena arena = {0};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    dup2(out, 3); /* only this descriptor stays: connections of the monitor must close when the
                     monitor ends */
    close_range(4, ~0U, 0);
    const char *sentence = core_save(process, rank, directory, &arena);
    size_t length = strlen(sentence);
    ssize_t written = write(3, sentence, length < SENTENCE_MOST ? length : SENTENCE_MOST);
    _exit(written < 0);
}

/* Ends a save that cannot begin, with a sentence that says why. */
static void saving_fail(struct saving *saving, int rank)
{
    saving->sentence = memory_printf("no core file of rank %d: %s", rank, strerror(errno));
    saving->child = 0;
}

static struct saving *savings_find(struct savings *savings, uint64_t key)
{
    for (size_t i = 0; i < savings->count; i++)
        if (savings->list[i].key == key)
            return &savings->list[i];
    return NULL;
}

void savings_start(struct savings *savings, uint64_t key, const struct descendant *process,
                   int rank, const char *directory)
{
    struct saving *saving = savings_find(savings, key);
    int ends[2];
    if (saving) {
        saving->told = false;
        return;
    }
    savings->list =
        memory_room(savings->list, savings->count, &savings->space, sizeof *savings->list);
    saving = &savings->list[savings->count++];
    *saving = (struct saving){.key = key, .sentence_pipe = -1};
    if (pipe2(ends, O_CLOEXEC) != 0) {
        saving_fail(saving, rank);
        return;
    }
    pid_t self = getpid();
    saving->child = fork();
    if (saving->child == 0)
        saving_work(ends[1], self, process, rank, directory);
    close(ends[1]);
    if (saving->child < 0) {
        saving_fail(saving, rank);
        close(ends[0]);
        return;
    }
    saving->sentence_pipe = ends[0];
}

/* Takes the sentence of a process that has ended. */
static void saving_collect(struct saving *saving)
{
    char sentence[SENTENCE_MOST + 1];
    struct pollfd ready = {.fd = saving->sentence_pipe, .events = POLLIN};
    if (saving->child == 0 || poll(&ready, 1, 0) != 1)
        return;
    ssize_t length = read(saving->sentence_pipe, sentence, SENTENCE_MOST);
    sentence[length > 0 ? length : 0] = '\0';
    saving->sentence =
        length > 0
            ? memory_copy(sentence)
            : memory_copy("a core file was not saved: the process that was saving it was killed");
    close(saving->sentence_pipe);
    waitpid(saving->child, NULL, 0);
    saving->child = 0;
}

bool savings_next(struct savings *savings, uint64_t *key, const char **sentence)
{
    for (size_t i = 0; i < savings->count; i++) {
        struct saving *saving = &savings->list[i];
        saving_collect(saving);
        if (saving->child != 0 || saving->told)
            continue;
        saving->told = true;
        *key = saving->key;
        *sentence = saving->sentence;
        return true;
    }
    return false;
}

bool savings_busy(const struct savings *savings)
{
    for (size_t i = 0; i < savings->count; i++)
        if (savings->list[i].child != 0)
            return true;
    return false;
}

/* Ends the process, and gives it time to remove its unfinished file. */
static void saving_stop(const struct saving *saving)
{
    const struct timespec pause = {0, 10000000};
    kill(saving->child, SIGTERM);
    for (int i = 0; i < STOP_TRIES; i++) {
        if (waitpid(saving->child, NULL, WNOHANG) != 0)
            return;
        nanosleep(&pause, NULL);
    }
    kill(saving->child, SIGKILL);
    waitpid(saving->child, NULL, 0);
}

void savings_end(struct savings *savings)
{
    for (size_t i = 0; i < savings->count; i++) {
        struct saving *saving = &savings->list[i];
        if (saving->child != 0) {
            saving_stop(saving);
            close(saving->sentence_pipe);
        }
        free(saving->sentence);
    }
    free(savings->list);
    *savings = (struct savings){0};
}
