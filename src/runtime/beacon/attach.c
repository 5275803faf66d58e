#include "runtime/beacon/attach.h"

#include "runtime/beacon/path.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

enum {
    ANSWER_SECONDS = 10,
    TRIES = 100,
    START_TRIES = 1000,
    PAUSE_NANOSECONDS = 10000000,
    STACK = 64 * 1024
};

static const struct timespec attach_pause = {.tv_nsec = PAUSE_NANOSECONDS};

/* What is needed to start the monitor. */
struct attach_start {
    const char *program;
    char *const *words, *const *variables;
    int listener;
    char *stack; /* end of the stack of the process in between */
};

/* Returns the environment without LD_PRELOAD: libraries that are preloaded into the program must
 * not be loaded into others. */
static char **without_preload(void)
{
    static const char preload[] = "LD_PRELOAD=";
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        if (strncmp(environ[i], preload, sizeof preload - 1) != 0)
            copy[kept++] = environ[i];
    return copy;
}

/* Runs in the child, which shares the memory of the program, so it makes system calls only. Its
 * standard input becomes the socket at which processes of the job ask for the board. Its output
 * goes nowhere, since launchers wait until no process can write to the output of a rank. The copies
 * are above the standard descriptors, which the program may have closed. */
static int become_monitor(void *argument)
{
    enum { OWN = 3 };
    const struct attach_start *start = argument;
    int listener = fcntl(start->listener, F_DUPFD, OWN);
    int opened = open("/dev/null", O_RDWR | O_CLOEXEC), nothing = fcntl(opened, F_DUPFD, OWN);
    if (dup2(listener, 0) < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0)
        _exit(1);
    execve(start->program, start->words, start->variables);
    _exit(1);
}

/* Runs in a process between the program and the monitor. A process that was made by clone() without
 * a signal, and executes no other program, ends without a signal to its parent. The first process
 * of the monitor ends as soon as the monitor runs by itself. If that does not happen, for example
 * because a file server does not answer, this process waits for a limited time only. */
static int start_program(void *argument)
{
    const struct attach_start *start = argument;
    pid_t pid = clone(become_monitor, start->stack, CLONE_VM | CLONE_VFORK | SIGCHLD, argument);
    for (int i = 0; pid > 0 && i < START_TRIES && waitpid(pid, NULL, WNOHANG) == 0; i++)
        nanosleep(&attach_pause, NULL);
    _exit(0);
}

/* Starts the monitor. It is not a child of the program, which never sees these processes. The
 * monitor itself closes what it must not inherit. */
static void attach_spawn(struct attach_start *start, char *stacks)
{
    start->stack = stacks + STACK;
    pid_t pid = clone(start_program, stacks + 2 * STACK, CLONE_VM | CLONE_VFORK, start);
    if (pid > 0)
        waitpid(pid, NULL, __WCLONE);
}

static void attach_start_monitor(int listener)
{
    const char *line = getenv(BEACON_MONITOR), *blank = line ? strchr(line, ' ') : NULL;
    char *program = blank ? strndup(line, (size_t)(blank - line)) : NULL;
    char **variables = without_preload();
    void *stacks = mmap(NULL, 2 * (size_t)STACK, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (program && variables && stacks != MAP_FAILED) {
        char *words[] = {program, (char *)blank + 1, NULL};
        attach_spawn(&(struct attach_start){program, words, variables, listener, NULL}, stacks);
    }
    if (stacks != MAP_FAILED)
        munmap(stacks, 2 * (size_t)STACK);
    free(variables);
    free(program);
}

static int open_socket(void)
{
    const struct timeval patience = {.tv_sec = ANSWER_SECONDS};
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made >= 0) {
        setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    }
    return made;
}

/* Takes the address as the first process of the job on a node without a monitor, and starts the
 * monitor. So there is one monitor, however many processes look for it. Returns false if another
 * process was faster. */
static bool attach_lead(const struct sockaddr_un *address, socklen_t length)
{
    int listener = open_socket();
    if (listener < 0)
        return false;
    bool first = bind(listener, (const struct sockaddr *)address, length) == 0 &&
                 listen(listener, SOMAXCONN) == 0;
    if (first)
        attach_start_monitor(listener);
    close(listener);
    return first;
}

/* Returns a connection to the monitor of this node, which must belong to this user; -1: there is
 * none. */
static int call_monitor(const char *job)
{
    struct sockaddr_un address;
    socklen_t length = beacon_address(job, &address);
    bool led = false;
    for (int i = 0; i < TRIES; i++) {
        int connection = open_socket();
        if (connection < 0)
            return -1;
        bool reached = connect(connection, (struct sockaddr *)&address, length) == 0;
        bool nobody = !reached && errno == ECONNREFUSED;
        if (reached && beacon_is_own(connection))
            return connection;
        close(connection);
        if (!nobody || led || !getenv(BEACON_MONITOR))
            return -1;
        led = attach_lead(&address, length);
        if (!led)
            nanosleep(&attach_pause, NULL);
    }
    return -1;
}

/* Returns the descriptor that the monitor sends; -1: it sends none. The monitor knows this process
 * by its number, so both must see the same number. In a container with numbers of its own the
 * monitor would watch another process. */
static int attach_receive(int connection)
{
    int32_t number = 0;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec data = {&number, sizeof number};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    ssize_t got = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    int descriptor = -1;
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
        header->cmsg_len == CMSG_LEN(sizeof descriptor))
        memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    if (descriptor >= 0 && (got != (ssize_t)sizeof number || number != getpid())) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/* Returns whether the file is a complete board that belongs to this user, that no other user can
 * open, and that nobody can shorten. */
static bool is_board(int memory)
{
    struct stat status;
    int seals = fcntl(memory, F_GET_SEALS);
    return fstat(memory, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & 077) == 0 && status.st_size == (off_t)sizeof(struct beacon_file) &&
           seals >= 0 && (seals & F_SEAL_SHRINK);
}

static bool attach_reserve(int memory, size_t offset, size_t length)
{
    return posix_fallocate(memory, (off_t)offset, (off_t)length) == 0;
}

/* Claims the next record, after its memory was reserved. */
static bool attach_claim(struct beacon_file *file, int memory, uint32_t *place)
{
    uint32_t next = atomic_load(&file->claimed);
    do
        if (next >= BEACON_PROCESSES ||
            !attach_reserve(
                memory, offsetof(struct beacon_file, processes) + next * sizeof *file->processes,
                sizeof *file->processes) ||
            !attach_reserve(memory,
                            offsetof(struct beacon_file, visits) + next * sizeof *file->visits,
                            sizeof *file->visits))
            return false;
    while (!atomic_compare_exchange_strong(&file->claimed, &next, next + 1));
    *place = next;
    return true;
}

static struct beacon_file *attach_map(int memory, uint32_t *place)
{
    if (!is_board(memory))
        return NULL;
    struct beacon_file *file =
        mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (file == MAP_FAILED)
        return NULL;
    madvise(file, sizeof *file, MADV_DONTDUMP); /* core files contain only the program's memory */
    if (file->version == BEACON_VERSION && attach_claim(file, memory, place))
        return file;
    munmap(file, sizeof *file);
    return NULL;
}

/* Blocks all signals meanwhile. A timer of the program would interrupt each wait, so that no wait
 * would ever end, and a handler might run in the child. */
struct beacon_file *attach_board(uint32_t *place)
{
    const char *job = getenv(BEACON_VARIABLE);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int connection = job ? call_monitor(job) : -1;
    int memory = connection >= 0 ? attach_receive(connection) : -1;
    struct beacon_file *file = memory >= 0 ? attach_map(memory, place) : NULL;
    if (memory >= 0)
        close(memory);
    if (connection >= 0)
        close(connection);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return file;
}
