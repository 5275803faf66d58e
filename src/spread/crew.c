#include "spread/crew.h"

#include "base/memory.h"
#include "spread/order.h"
#include "spread/worker.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Limit on the time that workers have to close what they opened. */
static const double CLOSE_SECONDS = 3;

enum { READ_STEP = 64 << 10, SENTENCE_MAX = ERROR_TEXT_MAX };

enum member_state { MEMBER_OPENING, MEMBER_IDLE, MEMBER_RUNNING, MEMBER_MISSING };

struct member {
    enum member_state state;
    int socket;
    struct item *item; /* the item that it runs */
    unsigned turn;     /* number of items that it has run */
    bool near;         /* its last item called spread_near() */
    struct bytes in, out;
    enum error_kind kind;
    bool babbles; /* it sent an invalid message: no other is read, and it is killed */
    char sentence[SENTENCE_MAX]; /* why it ends, if it said so */
};

struct crew {
    struct nursery nursery;
    struct frontier *frontier;
    struct crew_events events;
    struct member *members;
    int count;
    struct pollfd *polled;
    char note[ERROR_TEXT_MAX];
};

static int start_member(struct crew *crew, int number, struct error *error)
{
    struct member *member = &crew->members[number];
    member->state = MEMBER_OPENING;
    member->kind = ERROR_FAILED;
    member->babbles = false;
    member->sentence[0] = '\0';
    bytes_clear(&member->in);
    bytes_clear(&member->out);
    return nursery_start(&crew->nursery, number, &member->socket, error);
}

int crew_open(const struct nursery *nursery, int workers, struct frontier *frontier,
              const struct crew_events *events, struct crew **result, struct error *error)
{
    struct crew *crew = memory_zero(1, sizeof *crew);
    crew->nursery = *nursery;
    crew->frontier = frontier;
    crew->events = *events;
    crew->count = workers;
    crew->members = memory_zero((size_t)workers, sizeof *crew->members);
    crew->polled = memory_zero((size_t)workers + 2, sizeof *crew->polled);
    for (int i = 0; i < workers; i++)
        crew->members[i].socket = -1;
    for (int i = 0; i < workers; i++)
        if (start_member(crew, i, error) != 0) {
            crew_close(crew);
            return -1;
        }
    *result = crew;
    return 0;
}

void crew_close(struct crew *crew)
{
    if (!crew)
        return;
    for (int i = 0; i < crew->count; i++) {
        struct member *member = &crew->members[i];
        if (member->socket >= 0)
            close(member->socket);
        if (member->item)
            frontier_put_newest(crew->frontier, i, member->item);
        bytes_free(&member->in);
        bytes_free(&member->out);
    }
    /* A worker that is running an item would not notice. */
    nursery_close(&crew->nursery, crew_running(crew) > 0 ? 0 : CLOSE_SECONDS);
    free(crew->members);
    free(crew->polled);
    free(crew);
}

void crew_explain(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "it ended its worker by signal %d (%s)%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)),
                 WTERMSIG(status) == SIGKILL ? ", as when memory runs out" : "");
    else
        snprintf(text, size, "it ended its worker with exit code %d", WEXITSTATUS(status));
}

/* Sends as much as the line takes, and the rest when it is writable again. A dead worker is noticed
 * elsewhere. */
static void crew_send_out(struct member *member)
{
    ssize_t sent;
    do
        sent = send(member->socket, member->out.data, member->out.length, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent > 0)
        bytes_drop(&member->out, (size_t)sent);
}

static void crew_hand_out(struct member *member, struct item *item)
{
    member->item = item;
    member->state = MEMBER_RUNNING;
    worker_write_item(item, &member->out);
    crew_send_out(member);
}

/* Handles a frame; returns false if it is invalid. */
static bool read_frame(struct crew *crew, int number, struct reader *frame)
{
    struct member *member = &crew->members[number];
    struct item *item = member->item;
    struct run run;
    switch ((enum worker_message)reader_kind(frame)) {
    case WORKER_READY:
        if (member->state != MEMBER_OPENING)
            return false;
        member->state = MEMBER_IDLE;
        return true;
    case WORKER_DONE:
        if (!item || !run_read(frame, &run))
            return false;
        member->item = NULL;
        member->state = MEMBER_IDLE;
        member->near = run.near;
        crew->events.done(crew->events.data, item, number, &run);
        return true;
    case WORKER_FAILED:
        member->kind = reader_number(frame) == ERROR_USAGE ? ERROR_USAGE : ERROR_FAILED;
        snprintf(member->sentence, sizeof member->sentence, "%.*s", (int)frame->left,
                 (const char *)frame->at);
        return true;
    }
    return false;
}

/* Kills a worker that sent an invalid message: a stray store of the program under test may hit its
 * worker, and only this worker is then lost. */
static void crew_dismiss(struct crew *crew, int number)
{
    struct member *member = &crew->members[number];
    member->babbles = true;
    snprintf(member->sentence, sizeof member->sentence, "its worker sent an invalid message");
    snprintf(crew->note, sizeof crew->note,
             "a worker sent an invalid message and was ended; another one did its work");
    bytes_clear(&member->in);
    nursery_kill(&crew->nursery, number);
}

static void crew_read_line(struct crew *crew, int number)
{
    struct member *member = &crew->members[number];
    ssize_t got;
    size_t had;
    if (member->babbles)
        return;
    do {
        unsigned char *room = bytes_room(&member->in, READ_STEP);
        had = member->in.space - member->in.length;
        got = recv(member->socket, room, had, 0);
        if (got > 0)
            member->in.length += (size_t)got;
    } while (got == (ssize_t)had || (got < 0 && errno == EINTR));
    struct reader reader = reader_of(member->in.data, member->in.length), frame;
    while (reader_frame(&reader, &frame))
        if (!read_frame(crew, number, &frame)) {
            crew_dismiss(crew, number);
            return;
        }
    if (worker_frame_is_too_long(&reader)) {
        crew_dismiss(crew, number);
        return;
    }
    bytes_drop(&member->in, member->in.length - reader.left);
}

/* Handles an item whose run ended its worker: it is run once more, or given up. */
static void crew_retry(struct crew *crew, int number, struct item *item, const char *sentence)
{
    if (++item->failures >= CREW_TRIES) {
        crew->events.failed(crew->events.data, item, sentence);
        return;
    }
    /* At the end of another worker's queue, this worker reaches it last. */
    frontier_put_oldest(crew->frontier, (number + 1) % crew->count, item);
}

static int crew_bury(struct crew *crew, int number, int status, struct error *error)
{
    struct member *member = &crew->members[number];
    crew_read_line(crew, number); /* its last messages */
    close(member->socket);
    member->socket = -1;
    if (!member->sentence[0])
        crew_explain(status, member->sentence, sizeof member->sentence);
    bool opened = member->state != MEMBER_OPENING;
    struct item *item = member->item;
    member->item = NULL;
    member->state = MEMBER_MISSING;
    if (item)
        crew_retry(crew, number, item, member->sentence);
    if (opened)
        return start_member(crew, number, error);
    if (crew_alive(crew) > 0)
        return 0;
    return error_set(
        error, member->kind, "%s%s",
        member->kind == ERROR_USAGE ? "" : "no worker can be started: ", member->sentence);
}

static int crew_await(struct crew *crew, int descriptor, double seconds)
{
    struct pollfd *polled = crew->polled;
    for (int i = 0; i < crew->count; i++) {
        const struct member *member = &crew->members[i];
        polled[i] = (struct pollfd){.fd = member->babbles ? -1 : member->socket, .events = POLLIN};
        if (member->out.length > 0)
            polled[i].events |= POLLOUT;
    }
    polled[crew->count] = (struct pollfd){.fd = crew->nursery.control, .events = POLLIN};
    polled[crew->count + 1] = (struct pollfd){.fd = descriptor, .events = POLLIN};
    if (seconds < 0)
        seconds = 0;
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    return ppoll(polled, (nfds_t)crew->count + 2, &time, NULL);
}

int crew_wait(struct crew *crew, int descriptor, double seconds, struct error *error)
{
    if (crew_await(crew, descriptor, seconds) <= 0)
        return 0;
    for (int i = 0; i < crew->count; i++) {
        struct member *member = &crew->members[i];
        if (member->socket < 0 || member->babbles)
            continue;
        if (crew->polled[i].revents & POLLOUT)
            crew_send_out(member);
        if (crew->polled[i].revents & (POLLIN | POLLHUP | POLLERR))
            crew_read_line(crew, i);
    }
    int number, status, ended;
    while ((ended = nursery_ended(&crew->nursery, &number, &status, error)) > 0)
        if (crew_bury(crew, number, status, error) != 0)
            return -1;
    return ended;
}

struct item *crew_take_spare(const struct crew *crew)
{
    return order_spare(crew->frontier, crew->count);
}

size_t crew_queued(const struct crew *crew)
{
    size_t count = 0;
    for (int i = 0; i < crew->count; i++)
        count += crew->frontier->queues[i].count;
    return count;
}

void crew_assign(struct crew *crew, uint64_t most)
{
    for (int i = 0; i < crew->count && most > 0; i++) {
        struct member *member = &crew->members[i];
        if (member->state != MEMBER_IDLE || member->babbles)
            continue;
        struct item *item = order_next(crew->frontier, crew->count, i, member->turn, member->near);
        if (!item)
            break;
        member->turn++;
        crew_hand_out(member, item);
        most--;
    }
}

static int count_members(const struct crew *crew, enum member_state state)
{
    int count = 0;
    for (int i = 0; i < crew->count; i++)
        count += crew->members[i].state == state;
    return count;
}

int crew_alive(const struct crew *crew)
{
    return crew->count - count_members(crew, MEMBER_MISSING);
}

int crew_running(const struct crew *crew)
{
    return count_members(crew, MEMBER_RUNNING);
}

int crew_idle(const struct crew *crew)
{
    return count_members(crew, MEMBER_IDLE);
}

const char *crew_note(const struct crew *crew)
{
    return crew->note;
}
