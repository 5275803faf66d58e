#include "world/process/output.h"

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

enum {
    LINE_CAP = 1 << 20, /* a longer line is passed on in parts */
    CHUNK = 1 << 16,
    BATCH_CAP = LINE_CAP + 16 * CHUNK, /* a chunk of empty lines, each with its prefix */
    PIPE_BASE = 400,
    TICK_MILLISECONDS = 20,
    LAST_BYTES = 1024, /* of a stream, kept for message.h */
};

struct stream {
    int read;              /* descriptor to read from; -1: a file, which the rank writes itself */
    struct text line;      /* the start of a line whose end has not come yet */
    int rank, number;      /* number: 0 stdout, 1 stderr */
    char last[LAST_BYTES]; /* the end of all that came */
    size_t last_length;
};

struct world_pump {
    pthread_t thread;
    struct stream *streams;
    struct pollfd *polled;
    int count;
    int write_base; /* first descriptor of those that the ranks open through /proc */
    enum world_output style;
    const char *directory;
    struct text batch; /* whole lines of one stream, written at once */
    _Atomic bool ending;
};

static void write_whole(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(descriptor, bytes, length);
        if (wrote < 0 && errno == EAGAIN) { /* a terminal that another process made nonblocking */
            poll(&(struct pollfd){.fd = descriptor, .events = POLLOUT}, 1, TICK_MILLISECONDS);
            continue;
        }
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return; /* nobody reads the output any more, and the ranks must not stop for that */
        bytes += wrote;
        length -= (size_t)wrote;
    }
}

/* Moves the line into the batch. A part of a line that is too long becomes a line of its own,
 * except for plain output, whose bytes stay as they are. */
static void output_end_line(struct world_pump *pump, struct stream *stream, bool whole)
{
    if (pump->style == WORLD_OUTPUT_PREFIX)
        text_addf(&pump->batch, "[%d] ", stream->rank);
    text_add_bytes(&pump->batch, stream->line.data, stream->line.length);
    if (whole || pump->style == WORLD_OUTPUT_PREFIX)
        text_add_char(&pump->batch, '\n');
    text_clear(&stream->line);
}

static void output_flush(struct world_pump *pump, const struct stream *stream)
{
    write_whole(STDOUT_FILENO + stream->number, pump->batch.data, pump->batch.length);
    text_clear(&pump->batch);
}

static void keep_last(struct stream *stream, const char *bytes, size_t length)
{
    if (length > LAST_BYTES) {
        bytes += length - LAST_BYTES;
        length = LAST_BYTES;
    }
    size_t room = LAST_BYTES - stream->last_length, drop = length > room ? length - room : 0;
    memmove(stream->last, stream->last + drop, stream->last_length - drop);
    stream->last_length -= drop;
    memcpy(stream->last + stream->last_length, bytes, length);
    stream->last_length += length;
}

static void take_bytes(struct world_pump *pump, struct stream *stream, const char *bytes,
                       size_t length)
{
    keep_last(stream, bytes, length);
    while (length > 0) {
        const char *newline = memchr(bytes, '\n', length);
        size_t part = newline ? (size_t)(newline - bytes) : length;
        if (stream->line.length + part > LINE_CAP)
            output_end_line(pump, stream, false);
        text_add_bytes(&stream->line, bytes, part);
        if (!newline)
            break;
        output_end_line(pump, stream, true);
        bytes += part + 1;
        length -= part + 1;
    }
    output_flush(pump, stream);
}

/* Reads all pipes once; returns false if nothing came. */
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
    for (int i = 0; i < pump->count; i++) {
        if (pump->streams[i].line.length == 0)
            continue;
        output_end_line(pump, &pump->streams[i], true);
        output_flush(pump, &pump->streams[i]);
    }
    free(chunk);
    return NULL;
}

/* Returns the descriptor that the rank writes to, and puts the one to read from into the stream. */
static int open_stream(const struct world_pump *pump, struct stream *stream, struct error *error)
{
    int ends[2] = {-1, -1};
    if (pump->style != WORLD_OUTPUT_FILES) {
        if (pipe2(ends, O_CLOEXEC) != 0)
            return error_errno(error, "cannot make a pipe for the output of rank %d", stream->rank);
        stream->read = ends[0];
        return ends[1];
    }
    char *path = memory_printf("%s/rank-%d.%s", pump->directory, stream->rank,
                               stream->number == 0 ? "out" : "err");
    ends[1] = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (ends[1] < 0 && errno == ELOOP)
        error_set(error, ERROR_FAILED,
                  "%s is a symbolic link, and the output of a rank does not replace what it leads "
                  "to: remove it, or choose another folder with --out",
                  path);
    else if (ends[1] < 0)
        error_errno(error, "cannot write %s", path);
    free(path);
    return ends[1];
}

static int make_stream(struct world_pump *pump, int i, struct error *error)
{
    struct stream *stream = &pump->streams[i];
    *stream = (struct stream){.read = -1, .rank = i / 2, .number = i % 2};
    int end = open_stream(pump, stream, error);
    if (end < 0)
        return -1;
    int moved = dup3(end, pump->write_base + i, O_CLOEXEC);
    if (moved < 0) {
        error_errno(error, "cannot make a descriptor for the output of rank %d", stream->rank);
        if (stream->read >= 0)
            close(stream->read);
    }
    close(end);
    if (moved < 0)
        return -1;
    text_init(&stream->line, LINE_CAP);
    pump->polled[i] = (struct pollfd){.fd = stream->read, .events = POLLIN};
    pump->count++;
    return 0;
}

/* Starts the thread with all signals blocked: the thread that started the program must get them, to
 * learn that children have ended. */
static int start_thread(struct world_pump *pump, struct error *error)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    errno = pthread_create(&pump->thread, NULL, pump_run, pump);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return errno ? error_errno(error, "cannot start a thread") : 0;
}

/* Raises the limit on descriptors only as far as needed: the program inherits it, and some programs
 * close all descriptors up to the limit. */
static void allow_descriptors(int highest)
{
    struct rlimit limit;
    rlim_t needed = (rlim_t)highest + 1;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return;
    limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int output_descriptors(int ranks)
{
    int base = PIPE_BASE + 2 * ranks; /* above all descriptors that pipe2() returns */
    allow_descriptors(base + 2 * ranks);
    return base;
}

void output_print(enum world_output style, int rank, int number, const char *bytes, size_t length)
{
    struct world_pump pump = {.style = style};
    struct stream stream = {.rank = rank, .number = number};
    text_init(&pump.batch, BATCH_CAP);
    text_init(&stream.line, LINE_CAP);
    while (length > 0) {
        size_t part = length < CHUNK ? length : CHUNK;
        take_bytes(&pump, &stream, bytes, part);
        bytes += part;
        length -= part;
    }
    if (stream.line.length > 0) {
        output_end_line(&pump, &stream, true);
        output_flush(&pump, &stream);
    }
    text_free(&stream.line);
    text_free(&pump.batch);
}

int pump_start(int ranks, enum world_output style, const char *directory, int first[2],
               struct world_pump **result, struct error *error)
{
    struct world_pump *pump = memory_zero(1, sizeof *pump);
    pump->style = style;
    pump->directory = directory;
    pump->write_base = output_descriptors(ranks);
    pump->streams = memory_zero((size_t)ranks * 2, sizeof *pump->streams);
    pump->polled = memory_zero((size_t)ranks * 2, sizeof *pump->polled);
    text_init(&pump->batch, BATCH_CAP);
    int failed = 0;
    for (int i = 0; i < 2 * ranks && !failed; i++)
        failed = make_stream(pump, i, error);
    if (!failed && style != WORLD_OUTPUT_FILES)
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

void pump_drain(struct world_pump *pump)
{
    pump->ending = true;
    if (pump->thread)
        pthread_join(pump->thread, NULL);
    pump->thread = 0;
}

const char *pump_last(void *data, int rank, int stream, size_t *length)
{
    const struct world_pump *pump = data;
    const struct stream *of = &pump->streams[2 * rank + stream];
    *length = of->last_length;
    return of->last;
}

void pump_finish(struct world_pump *pump)
{
    pump_drain(pump);
    for (int i = 0; i < pump->count; i++) {
        if (pump->streams[i].read >= 0)
            close(pump->streams[i].read);
        close(pump->write_base + i);
        text_free(&pump->streams[i].line);
    }
    text_free(&pump->batch);
    free(pump->streams);
    free(pump->polled);
    free(pump);
}
