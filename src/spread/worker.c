#include "spread/worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_STEP = 64 << 10 };

void worker_write_item(const struct item *item, struct bytes *line)
{
    size_t begin = bytes_begin_frame(line);
    bytes_add_double(line, item->weight);
    bytes_add_number(line, item->depth);
    item_write(item, line);
    bytes_end_frame(line, begin);
}

bool worker_frame_is_too_long(const struct reader *reader)
{
    uint32_t length;
    if (reader->left < sizeof length)
        return false;
    memcpy(&length, reader->at, sizeof length);
    return length > WORKER_FRAME_MAX;
}

struct line {
    int socket;
    struct bytes in, out;
};

/* Receives the next frame, which is valid until the line is used again. Returns false if the line
 * has ended. */
static bool worker_receive(struct line *line, size_t *used, struct reader *frame)
{
    bytes_drop(&line->in, *used);
    for (;;) {
        struct reader reader = reader_of(line->in.data, line->in.length);
        if (reader_frame(&reader, frame)) {
            *used = line->in.length - reader.left;
            return true;
        }
        unsigned char *room = bytes_room(&line->in, READ_STEP);
        ssize_t got = recv(line->socket, room, READ_STEP, 0);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        if (got > 0)
            line->in.length += (size_t)got;
    }
}

static bool worker_send_out(struct line *line)
{
    for (size_t sent = 0; sent < line->out.length;) {
        ssize_t count =
            send(line->socket, line->out.data + sent, line->out.length - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0)
            sent += (size_t)count;
    }
    bytes_clear(&line->out);
    return true;
}

static void send_failure(struct line *line, const struct error *error)
{
    size_t begin = bytes_begin_frame(&line->out);
    bytes_add_kind(&line->out, WORKER_FAILED);
    bytes_add_number(&line->out, (uint64_t)error->kind);
    bytes_add(&line->out, error->text, strlen(error->text) + 1);
    bytes_end_frame(&line->out, begin);
    worker_send_out(line);
}

static int spread_worker_run_item(const struct spread_worker *worker, void *state,
                                  struct reader *frame, struct spread_out *out, struct line *line,
                                  struct error *error)
{
    struct spread_item item = {.weight = reader_double(frame)};
    item.depth = (unsigned)reader_number(frame);
    item.bytes = frame->at;
    item.length = frame->left;
    out_clear(out);
    if (worker->run(state, &item, out, error) != 0)
        return -1;
    size_t begin = bytes_begin_frame(&line->out);
    bytes_add_kind(&line->out, WORKER_DONE);
    out_write(out, &line->out);
    if (line->out.length > WORKER_FRAME_MAX) {
        bytes_clear(&line->out);
        return error_set(error, ERROR_FAILED, "more than 1 GiB came out of one execution");
    }
    bytes_end_frame(&line->out, begin);
    return 0;
}

void worker_body(int socket, int number, const struct spread_worker *worker, void *context)
{
    struct error error = {.kind = ERROR_FAILED, .text = "it did not say why"};
    struct line line = {.socket = socket};
    struct spread_out out = {0};
    struct reader frame;
    size_t used = 0;
    void *state = worker->open(context, number, &error);
    if (!state) {
        send_failure(&line, &error);
        _exit(EXIT_FAILURE);
    }
    size_t begin = bytes_begin_frame(&line.out);
    bytes_add_kind(&line.out, WORKER_READY);
    bytes_end_frame(&line.out, begin);
    while (worker_send_out(&line) && worker_receive(&line, &used, &frame))
        if (spread_worker_run_item(worker, state, &frame, &out, &line, &error) != 0) {
            send_failure(&line, &error);
            _exit(EXIT_FAILURE);
        }
    if (worker->close)
        worker->close(state);
    fflush(NULL);
    _exit(EXIT_SUCCESS);
}
