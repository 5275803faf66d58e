#include "spread/nursery.h"

#include "base/clock.h"
#include "base/memory.h"
#include "spread/place.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILL_SECONDS = 5 };

/* A message between command and nursery. From the command: start this worker, on the descriptor
 * that is sent along, or kill it, if there is none; with a negative number, end all workers within
 * `value` milliseconds. To the command: this worker has ended. */
struct order {
    int number;
    int value;
};

/* The state of the nursery, in its own process. */
struct nest {
    nursery_body *body;
    const struct spread_worker *worker;
    void *context;
    int control, signals;
    sigset_t mask; /* signal mask of the command */
    pid_t *pids;   /* of workers, by number; 0: none */
    size_t count;
};

static int send_order(int control, const struct order *order, int descriptor)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } along;
    struct iovec bytes = {(void *)(uintptr_t)order, sizeof *order};
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&along, 0, sizeof along);
        message.msg_control = &along;
        message.msg_controllen = sizeof along.space;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t sent;
    do
        sent = sendmsg(control, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *order ? 0 : -1;
}

/* Returns 1 for an order, 0 if the other end is closed, -1 with errno. `descriptor` is -1 if none
 * was sent along. */
static int receive_order(int control, struct order *order, int *descriptor)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } along;
    struct iovec bytes = {order, sizeof *order};
    struct msghdr message = {.msg_iov = &bytes,
                             .msg_iovlen = 1,
                             .msg_control = &along,
                             .msg_controllen = sizeof along.space};
    ssize_t got;
    do
        got = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    *descriptor = -1;
    if (got < 0)
        return -1;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return got == (ssize_t)sizeof *order;
}

static void fork_worker(struct nest *nest, int number, int socket)
{
    pid_t self = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != self)
            _exit(EXIT_FAILURE);
        close(nest->control);
        close(nest->signals);
        sigprocmask(SIG_SETMASK, &nest->mask, NULL);
        nest->body(socket, number, nest->worker, nest->context);
        _exit(EXIT_SUCCESS);
    }
    close(socket);
    while (nest->count <= (size_t)number) {
        nest->pids = memory_resize(nest->pids, (nest->count + 1) * sizeof *nest->pids);
        nest->pids[nest->count++] = 0;
    }
    nest->pids[number] = pid;
    if (pid < 0) /* no more processes: the command sees a worker that ended at once */
        send_order(nest->control, &(struct order){number, W_EXITCODE(EXIT_FAILURE, 0)}, -1);
}

static void nursery_reap(const struct nest *nest)
{
    struct signalfd_siginfo info;
    int status;
    while (read(nest->signals, &info, sizeof info) > 0)
        ;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (size_t i = 0; i < nest->count; i++)
            if (nest->pids[i] == pid) {
                nest->pids[i] = 0;
                send_order(nest->control, &(struct order){(int)i, status}, -1);
            }
}

static bool workers_left(const struct nest *nest)
{
    for (size_t i = 0; i < nest->count; i++)
        if (nest->pids[i] > 0)
            return true;
    return false;
}

/* Ends all workers. Those that were told to end, by closing their line, get some time for it. */
static _Noreturn void nursery_end_all(const struct nest *nest, double patience)
{
    double deadline = clock_seconds() + patience;
    for (;;) {
        nursery_reap(nest);
        double left = deadline - clock_seconds();
        if (left <= 0 || !workers_left(nest))
            break;
        poll(&(struct pollfd){.fd = nest->signals, .events = POLLIN}, 1, (int)(left * 1000) + 1);
    }
    _exit(descendants_kill(NULL, KILL_SECONDS) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static _Noreturn void be_nursery(struct nest *nest)
{
    sigset_t set;
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    nest->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    for (;;) {
        struct pollfd polled[2] = {{.fd = nest->control, .events = POLLIN},
                                   {.fd = nest->signals, .events = POLLIN}};
        poll(polled, 2, -1);
        nursery_reap(nest);
        if (!polled[0].revents)
            continue;
        struct order order;
        int socket;
        if (receive_order(nest->control, &order, &socket) <= 0)
            nursery_end_all(nest, 0); /* the command is gone */
        if (order.number < 0)
            nursery_end_all(nest, order.value / 1000.0);
        if (socket >= 0)
            fork_worker(nest, order.number, socket);
        else if ((size_t)order.number < nest->count && nest->pids[order.number] > 0)
            kill(nest->pids[order.number], SIGKILL);
    }
}

int nursery_open(nursery_body *body, const struct spread_worker *worker, void *context,
                 bool launched, struct nursery *nursery, struct error *error)
{
    int ends[2];
    sigset_t all, old;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return error_errno(error, "cannot start workers");
    struct descendants strangers = descendants_find(NULL);
    fflush(NULL); /* otherwise every worker would inherit the content of the buffers */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        if (launched)
            place_forget();
        be_nursery(&(struct nest){
            .body = body, .worker = worker, .context = context, .control = ends[1], .mask = old});
    }
    int number = errno;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        descendants_free(&strangers);
        errno = number;
        return error_errno(error, "cannot start workers");
    }
    *nursery = (struct nursery){.pid = pid, .control = ends[0], .strangers = strangers};
    prctl(PR_GET_CHILD_SUBREAPER, &nursery->subreaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return 0;
}

int nursery_start(struct nursery *nursery, int number, int *line, struct error *error)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_errno(error, "cannot start a worker");
    int failed = send_order(nursery->control, &(struct order){number, 0}, ends[1]);
    close(ends[1]);
    if (failed) {
        error_errno(error, "cannot start a worker: the process that starts them is gone");
        close(ends[0]);
        return -1;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *line = ends[0];
    return 0;
}

void nursery_kill(struct nursery *nursery, int number)
{
    send_order(nursery->control, &(struct order){number, 0}, -1);
}

int nursery_ended(struct nursery *nursery, int *number, int *status, struct error *error)
{
    struct order order;
    int none;
    if (poll(&(struct pollfd){.fd = nursery->control, .events = POLLIN}, 1, 0) <= 0)
        return 0;
    if (receive_order(nursery->control, &order, &none) <= 0)
        return error_set(error, ERROR_FAILED,
                         "the process that starts workers was killed: resume the search");
    *number = order.number;
    *status = order.value;
    return 1;
}

void nursery_close(struct nursery *nursery, double patience)
{
    int status = 0;
    send_order(nursery->control, &(struct order){-1, (int)(patience * 1000)}, -1);
    while (waitpid(nursery->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        descendants_kill(&nursery->strangers, KILL_SECONDS);
    close(nursery->control);
    descendants_free(&nursery->strangers);
    prctl(PR_SET_CHILD_SUBREAPER, nursery->subreaper);
}
