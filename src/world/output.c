#include "world/output.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE_CAP = 1 << 20, CHUNK = 1 << 16, PIPE_BASE = 400, TICK_MILLISECONDS = 20 };

struct stream {
    int read;         /* this end is read here */
    struct text line; /* the begin of a line whose end has not come */
    int rank, number; /* number: 0 stdout, 1 stderr */
};

struct world_pump {
    pthread_t thread;
    struct stream *streams;
    struct pollfd *polled;
    int count;
    int ranks;
    int write_base; /* the ranks open these through /proc */
    enum world_output style;
    _Atomic bool ending;
};

static void write_whole(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(descriptor, bytes, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return; /* nobody listens any more; the ranks must not stop for that */
        bytes += wrote;
        length -= (size_t)wrote;
    }
}

static void pass_on(const struct world_pump *pump, struct stream *stream)
{
    struct text out;
    text_init(&out, LINE_CAP + 64);
    if (pump->style == WORLD_OUTPUT_PREFIX)
        text_addf(&out, "[%d] ", stream->rank);
    text_add_bytes(&out, stream->line.data, stream->line.length);
    text_add_char(&out, '\n');
    write_whole(STDOUT_FILENO + stream->number, out.data, out.length);
    text_free(&out);
    text_clear(&stream->line);
}

static void take_bytes(const struct world_pump *pump, struct stream *stream, const char *bytes,
                       size_t length)
{
    while (length > 0) {
        const char *newline = memchr(bytes, '\n', length);
        size_t part = newline ? (size_t)(newline - bytes) : length;
        text_add_bytes(&stream->line, bytes, part);
        if (!newline)
            return;
        pass_on(pump, stream);
        bytes += part + 1;
        length -= part + 1;
    }
}

/* One round over the pipes; false: nothing came. */
static bool pump_once(struct world_pump *pump, char *chunk)
{
    bool any = false;
    if (poll(pump->polled, (nfds_t)pump->count, TICK_MILLISECONDS) <= 0)
        return false;
    for (int i = 0; i < pump->count; i++) {
        if (!(pump->polled[i].revents & POLLIN))
            continue;
        ssize_t got = read(pump->streams[i].read, chunk, CHUNK);
        if (got > 0) {
            take_bytes(pump, &pump->streams[i], chunk, (size_t)got);
            any = true;
        }
    }
    return any;
}

static void *pump_run(void *data)
{
    struct world_pump *pump = data;
    char *chunk = memory_alloc(CHUNK);
    for (;;) {
        bool ending = pump->ending;
        if (!pump_once(pump, chunk) && ending)
            break;
    }
    for (int i = 0; i < pump->count; i++)
        if (pump->streams[i].line.length > 0)
            pass_on(pump, &pump->streams[i]);
    free(chunk);
    return NULL;
}

static int make_pipe(struct world_pump *pump, int i, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_errno(error, "cannot make a pipe for the output of rank %d", i / 2);
    if (dup3(ends[1], pump->write_base + i, O_CLOEXEC) < 0) {
        error_errno(error, "cannot make a pipe for the output of rank %d", i / 2);
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    close(ends[1]);
    struct stream *stream = &pump->streams[i];
    stream->read = ends[0];
    stream->rank = i / 2;
    stream->number = i % 2;
    text_init(&stream->line, LINE_CAP);
    pump->polled[i] = (struct pollfd){.fd = ends[0], .events = POLLIN};
    pump->count++;
    return 0;
}

/* Signals are for the thread that started the program: it hears of the end of children. */
static int start_thread(struct world_pump *pump, struct error *error)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    errno = pthread_create(&pump->thread, NULL, pump_run, pump);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return errno ? error_errno(error, "cannot start a thread") : 0;
}

int pump_start(int ranks, enum world_output style, int first[2], struct world_pump **result,
               struct error *error)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    struct world_pump *pump = memory_zero(1, sizeof *pump);
    pump->ranks = ranks;
    pump->style = style;
    pump->write_base = PIPE_BASE + 2 * ranks; /* behind all that pipe2() gives out */
    pump->streams = memory_zero((size_t)ranks * 2, sizeof *pump->streams);
    pump->polled = memory_zero((size_t)ranks * 2, sizeof *pump->polled);
    int failed = 0;
    for (int i = 0; i < 2 * ranks && !failed; i++)
        failed = make_pipe(pump, i, error);
    if (!failed)
        failed = start_thread(pump, error);
    if (failed) {
        pump->thread = 0;
        pump_finish(pump);
        return -1;
    }
    first[0] = pump->write_base;
    first[1] = pump->write_base + 1;
    *result = pump;
    return 0;
}

void pump_finish(struct world_pump *pump)
{
    pump->ending = true;
    if (pump->thread)
        pthread_join(pump->thread, NULL);
    for (int i = 0; i < pump->count; i++) {
        close(pump->streams[i].read);
        close(pump->write_base + i);
        text_free(&pump->streams[i].line);
    }
    free(pump->streams);
    free(pump->polled);
    free(pump);
}
