#include "runtime/world/rank/start.h"

#include "runtime/remnants.h"
#include "runtime/world/memory/variables.h"
#include "runtime/world/rank/ending.h"
#include "runtime/world/rank/entry.h"
#include "runtime/world/rank/orphans.h"
#include "runtime/world/rank/patience.h"
#include "runtime/world/rank/rank.h"
#include "runtime/world/rank/reopen.h"
#include "runtime/world/rewind/leaving.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STRINGS_MAX = 4 << 20 };

static int command_process; /* pid of the scheduler, whose descriptors hold segment and pipes */
static int command_segment; /* its descriptor of the segment */
static int assigned = -1;   /* the rank that this process was started as by exec */

static void path_of_command(char path[64], int descriptor)
{
    snprintf(path, 64, "/proc/%d/fd/%d", command_process, descriptor);
}

static bool map_segment(void)
{
    char path[64];
    struct stat status;
    path_of_command(path, command_segment);
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    if (fstat(descriptor, &status) == 0) {
        void *memory = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, descriptor, 0);
        if (memory != MAP_FAILED && ((struct world_segment *)memory)->magic == WORLD_MAGIC)
            world = memory;
        if (world)
            madvise(memory, (size_t)status.st_size, MADV_DONTDUMP); /* keeps core files small */
    }
    close(descriptor);
    return world != NULL;
}

/* Keeps programs that this one starts out of the world. */
static void leave_environment(void)
{
    unsetenv(WORLD_VARIABLE);
    unsetenv("LD_PRELOAD");
}

/* Returns whether the descriptor is what the program was started with as descriptor `original`. */
static bool is_original(int descriptor, int original)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && status.st_dev == world->standard[original].device &&
           status.st_ino == world->standard[original].inode;
}

/* Returns the stream of the command, 0 or 1, that the descriptor leads to; -1: the program has
 * redirected or closed it. */
static int stream_of(int descriptor)
{
    int other = STDOUT_FILENO + STDERR_FILENO - descriptor;
    if (is_original(descriptor, descriptor))
        return descriptor - STDOUT_FILENO;
    return is_original(descriptor, other) ? other - STDOUT_FILENO : -1;
}

static void start_replace(int descriptor, const char *path, int flags)
{
    int opened = open(path, flags | O_CLOEXEC);
    if (opened < 0 || opened == descriptor)
        return;
    dup2(opened, descriptor);
    close(opened);
}

/* Sends output for the command's stdout and stderr through its pipes: the command keeps lines
 * whole. What the program has redirected stays so. Stdin is for rank 0 alone, as under mpiexec. */
static void redirect_output(int rank)
{
    char path[64];
    int streams[2] = {stream_of(STDOUT_FILENO), stream_of(STDERR_FILENO)};
    for (int i = 0; i < 2; i++) {
        if (streams[i] < 0)
            continue;
        path_of_command(path, world->pipes[streams[i]] + 2 * rank);
        start_replace(STDOUT_FILENO + i, path, O_WRONLY | O_APPEND);
    }
    if (rank > 0 && is_original(STDIN_FILENO, STDIN_FILENO))
        start_replace(STDIN_FILENO, "/dev/null", O_RDONLY);
}

/* Prepares the process that becomes the rank. */
static void start_settle(int rank)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    redirect_output(rank);
    files_open_again();
    if (world->at_main)
        entry_settle(rank);
    atomic_store(&world->rank[rank].process, getpid());
}

static _Noreturn void fail_start(uint32_t rank)
{
    snprintf(world->message, sizeof world->message, "cannot start rank %u: %s", rank,
             strerror(errno));
    atomic_store(&world->failed, 1);
    rank_ring_for(rank);
    _exit(EXIT_FAILURE);
}

/* Returns the exit code as mpiexec would: that of the first failure. */
static int exit_code_of(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Blocks SIGCHLD before the MPI library creates threads, which inherit the mask: the signal is for
 * the template's own thread. */
static sigset_t mask_before;

static void keep_from_threads(void)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &mask_before);
}

/* Signal state that the ranks have and the template must not have. */
struct signals {
    sigset_t mask;
    struct sigaction child, terminate;
};

/* Signals for the program are for its ranks, and only the template waits for ended ranks. SIGTERM
 * alone ends the template: it says that the command is gone, and the ranks end with the
 * template. */
static void start_take_signals(struct signals *old)
{
    struct sigaction normal = {.sa_handler = SIG_DFL};
    sigset_t set;
    sigfillset(&set);
    sigdelset(&set, SIGTERM);
    sigaction(SIGCHLD, &normal, &old->child);
    sigaction(SIGTERM, &normal, &old->terminate);
    sigprocmask(SIG_SETMASK, &set, &old->mask);
}

static void start_give_signals_back(const struct signals *old)
{
    sigaction(SIGCHLD, &old->child, NULL);
    sigaction(SIGTERM, &old->terminate, NULL);
    sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

/* The processes of the ranks, as the template has started them; the segment announces them to
 * others. 0: none that has not been collected. */
static pid_t children[WORLD_RANKS_MAX];

/* Collects the processes that have ended. The status of a rank that has reported its end itself is
 * known. */
static void start_collect(int *code)
{
    int status;
    for (pid_t child; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
        remnants_remove(child, status);
        for (uint32_t rank = 0; rank < WORLD_RANKS_MAX; rank++) {
            struct world_rank *block = &world->rank[rank];
            if (children[rank] != child)
                continue;
            if (!block->ended) {
                atomic_store(&block->status, status);
                atomic_store(&block->ended, 1);
                *code = *code ? *code : exit_code_of(status);
            }
            children[rank] = 0;
            atomic_store(&block->process, 0);
            rank_ring_for(rank);
        }
    }
}

static bool start_all_ended(void)
{
    for (uint32_t rank = 0; rank < WORLD_RANKS_MAX; rank++)
        if (children[rank])
            return false;
    return true;
}

/* Forks the ranks that have no process. Returns the rank in each of them, -1 in the template. */
static int fork_ranks(void)
{
    world->ready = patience_clock();
    for (uint32_t rank = 0; rank < world->ranks && rank < WORLD_RANKS_MAX; rank++) {
        if (children[rank])
            continue;
        pid_t child = fork();
        if (child == 0)
            return (int)rank;
        if (child < 0)
            fail_start(rank);
        children[rank] = child;
        atomic_store(&world->rank[rank].process, child);
    }
    atomic_store(&world->started, 1);
    syscall(SYS_futex, &world->started, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    rank_ring_for(0);
    return -1;
}

/* Ends processes that ranks have started, once the execution is over: they may outlive their rank,
 * but not the execution. */
static void start_clear(uint32_t execution)
{
    if (execution == ORDER_NONE || atomic_load(&world->over) != execution ||
        atomic_load(&world->cleared) == execution || !start_all_ended())
        return;
    orphans_end();
    atomic_store(&world->cleared, execution);
    syscall(SYS_futex, &world->cleared, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Starts the ranks of every execution, in the template, and returns in each rank only. SIGCHLD,
 * which is blocked, says that a rank has ended or that the command has an order. */
static int start_serve(void)
{
    uint32_t done = ORDER_NONE;
    int code = 0;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;;) {
        start_collect(&code);
        if (world->at_main)
            start_clear(done);
        if (atomic_load(&world->order) == ORDER_END)
            _exit(0);
        uint32_t wanted = atomic_load(&world->forked);
        if (wanted != done) {
            int rank = fork_ranks();
            if (rank >= 0)
                return rank;
            done = wanted;
        }
        if (done != ORDER_NONE && !world->repeats && start_all_ended())
            _exit(code);
        sigwaitinfo(&child, NULL);
    }
}

/* Waits until the command has read the mappings of this process, while there is one to inspect. */
static void start_show(void)
{
    atomic_store(&world->shown, getpid());
    while (!atomic_load(&world->seen))
        syscall(SYS_futex, &world->seen, FUTEX_WAIT, 0, NULL, NULL, 0);
}

/* Returns a copy of the program's own arguments or variables, as they were at its start. */
static char **strings_of(const char *path, size_t extra)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    char *bytes = malloc(STRINGS_MAX);
    size_t length = 0, count = 0;
    for (ssize_t got = 1; descriptor >= 0 && bytes && got > 0; length += (size_t)got)
        got = read(descriptor, bytes + length, STRINGS_MAX - 1 - length);
    if (descriptor < 0 || !bytes)
        return NULL;
    close(descriptor);
    bytes[length] = '\0';
    for (size_t i = 0; i < length; i++)
        count += bytes[i] == '\0';
    char **strings = calloc(count + 1 + extra, sizeof *strings);
    size_t at = 0;
    for (size_t i = 0; strings && i < length; i += strlen(bytes + i) + 1)
        strings[at++] = bytes + i;
    return strings;
}

/* Executes the program again in the command's directory; `what` follows the segment in
 * WORLD_VARIABLE. */
static void start_execute(char **arguments, char **environment, const char *what)
{
    char program[PATH_MAX], variable[128], directory[64];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return;
    program[length] = '\0';
    snprintf(variable, sizeof variable, WORLD_VARIABLE "=%d:%d:%s", command_process,
             command_segment, what);
    size_t i = 0;
    while (environment[i] &&
           strncmp(environment[i], WORLD_VARIABLE "=", sizeof WORLD_VARIABLE) != 0)
        i++;
    environment[i] = variable;
    snprintf(directory, sizeof directory, "/proc/%d/cwd", command_process);
    if (world->at_main || chdir(directory) == 0)
        execve(program, arguments, environment);
}

/* Replaces this process, which has threads, by one that has none; all that it did is lost. */
static _Noreturn void start_restart(void)
{
    char **arguments = strings_of("/proc/self/cmdline", 0);
    char **environment = strings_of("/proc/self/environ", 1);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    atomic_store(&world->executed, 1);
    if (arguments && environment)
        start_execute(arguments, environment, "start");
    rank_stop("cannot execute the program again, which has threads before MPI_Init: %s",
              strerror(errno));
}

/* Runs before the code of the program that was executed anew: this process is the template of ranks
 * that are started by exec. */
static _Noreturn void start_by_exec(char **arguments, char **environment)
{
    struct signals signals;
    pid_t parent = getpid();
    start_take_signals(&signals);
    int rank = start_serve();
    char text[16];
    snprintf(text, sizeof text, "%d", rank);
    start_settle(rank);
    start_give_signals_back(&signals);
    if (getppid() == parent)
        start_execute(world->at_main ? entry_words(arguments, NULL) : arguments, environment, text);
    fail_start((uint32_t)rank);
}

/* Maps the segment before the program's own code runs, and keeps no descriptor. */
__attribute__((constructor)) static void attach_process(int count, char **arguments,
                                                        char **environment)
{
    (void)count;
    const char *where = getenv(WORLD_VARIABLE);
    char *end;
    if (!where)
        return;
    command_process = (int)strtol(where, &end, 10);
    command_segment = *end == ':' ? (int)strtol(end + 1, &end, 10) : -1;
    if (!map_segment())
        return;
    /* Rewinding finds written pages of the small size only (rewind.h). */
    if (world->repeats)
        prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    if (*end != ':') {
        ending_watch();
        return;
    }
    if (strcmp(end + 1, "start") == 0)
        start_by_exec(arguments, environment);
    assigned = (int)strtol(end + 1, NULL, 10);
    leave_environment();
    if (assigned < 0 || (uint32_t)assigned >= world->ranks)
        world = NULL;
}

void start_prepare(void)
{
    int nobody = 0;
    if (!world)
        rank_stop("this process is not in a world: start it with tutti run");
    if (assigned >= 0 || world_rank >= 0)
        return;
    if (!atomic_compare_exchange_strong(&world->first, &nobody, getpid()))
        rank_stop("a second process, %d, called MPI_Init: a world has one MPI program, so run "
                  "each by its own tutti run",
                  (int)getpid());
    leave_environment();
    struct stat tasks;
    if (stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink > 3) /* two of them are . and .. */
        start_restart();
    keep_from_threads();
}

/* Waits until all ranks are started: the first ranks would take the template's core while it forks
 * the others. */
static void await_others(void)
{
    while (!atomic_load(&world->started))
        syscall(SYS_futex, &world->started, FUTEX_WAIT, 0, NULL, NULL, 0);
}

void start_ranks(void)
{
    if (world_rank >= 0)
        return;
    variables_read();
    if (assigned >= 0) {
        if (assigned == 0)
            start_show();
        rank_become(assigned);
        ending_watch();
        return;
    }
    fflush(NULL); /* buffered output is printed once, not by every rank */
    files_note();
    start_show();
    if (world->repeats)
        leaving_prepare();
    if (world->at_main)
        orphans_adopt();
    struct signals signals;
    start_take_signals(&signals);
    signals.mask = mask_before;
    int rank = start_serve();
    start_settle(rank);
    rank_become(rank);
    ending_watch();
    start_give_signals_back(&signals);
    await_others();
}
