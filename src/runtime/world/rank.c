#include "runtime/world/rank.h"

#include "runtime/world/clock.h"
#include "runtime/world/heap.h"
#include "runtime/world/patience.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

struct world_segment *world;
int world_rank = -1;

static struct world_rank *mine;
static int command_process; /* the scheduler's pid, whose descriptors hold segment and pipes */
static uint32_t operations; /* numbers given */
static struct patience patience;

static void futex_wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static int open_of_command(int descriptor, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", command_process, descriptor);
    return open(path, flags | O_CLOEXEC);
}

/* The segment is mapped before the program's own code runs, and no descriptor is kept. */
__attribute__((constructor)) static void rank_attach(void)
{
    const char *where = getenv(WORLD_VARIABLE);
    char *end;
    if (!where)
        return;
    command_process = (int)strtol(where, &end, 10);
    int descriptor = open_of_command(*end == ':' ? (int)strtol(end + 1, NULL, 10) : -1, O_RDWR);
    struct stat status;
    if (descriptor < 0)
        return;
    if (fstat(descriptor, &status) == 0) {
        void *memory = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, descriptor, 0);
        if (memory != MAP_FAILED && ((struct world_segment *)memory)->magic == WORLD_MAGIC)
            world = memory;
    }
    close(descriptor);
    /* Programs that this one starts are none of the world's business. */
    unsetenv(WORLD_VARIABLE);
    unsetenv("LD_PRELOAD");
}

/* Says that there is something from a rank. The bit comes before the bell: a scheduler that has
 * seen the bell sees the bit, and a rank that sees its bit knows that the scheduler has yet to
 * look. */
static void call_scheduler(uint32_t rank, bool urgent)
{
    _Atomic uint64_t *calling = &world->calling[rank / 64];
    uint64_t bit = 1ULL << rank % 64;
    bool called = (atomic_load(calling) & bit) != 0;
    if (called && !urgent)
        return;
    if (!called)
        atomic_fetch_or(calling, bit);
    atomic_fetch_add(&world->bell, 1);
    uint32_t least = urgent ? SCHEDULER_DOZES : SCHEDULER_SLEEPS;
    if (atomic_load(&world->sleeping) >= least &&
        atomic_exchange(&world->sleeping, SCHEDULER_AWAKE) != SCHEDULER_AWAKE)
        futex_wake(&world->bell);
}

void rank_ring(void)
{
    call_scheduler((uint32_t)world_rank, true);
}

/* Stdout and stderr of a rank are pipes to the command, which keeps lines whole. */
static void redirect(int rank)
{
    for (int stream = 0; stream < 2 && world->output; stream++) {
        int pipe = open_of_command(world->pipes[stream] + 2 * rank, O_WRONLY);
        if (pipe >= 0) {
            dup2(pipe, STDOUT_FILENO + stream);
            close(pipe);
        }
    }
}

static void become(int rank)
{
    world_rank = rank;
    mine = &world->rank[rank];
    heap_open(world, rank);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    redirect(rank);
    atomic_store(&mine->process, getpid());
}

static _Noreturn void serve_as_template(int alive)
{
    while (alive > 0) {
        int status;
        pid_t child = waitpid(-1, &status, 0);
        if (child < 0 && errno == ECHILD)
            break;
        for (uint32_t rank = 0; child > 0 && rank < world->ranks; rank++) {
            if (world->rank[rank].process != child || world->rank[rank].ended)
                continue;
            atomic_store(&world->rank[rank].status, status);
            atomic_store(&world->rank[rank].ended, 1);
            call_scheduler(rank, true);
            alive--;
        }
    }
    _exit(0);
}

void rank_start(void)
{
    fflush(NULL); /* what is buffered is printed once, not by every rank */
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        pid_t child = fork();
        if (child == 0) {
            become((int)rank);
            return;
        }
        if (child < 0) {
            snprintf(world->message, sizeof world->message, "cannot fork rank %u: %s", rank,
                     strerror(errno));
            atomic_store(&world->failed, 1);
            call_scheduler(rank, true);
            _exit(1);
        }
        atomic_store(&world->rank[rank].process, child);
    }
    atomic_store(&world->started, 1);
    call_scheduler(0, true);
    serve_as_template((int)world->ranks);
}

struct world_op rank_operation(enum op_kind kind, const struct world_call *at)
{
    struct world_op operation = {
        .kind = (uint16_t)kind, .number = ++operations, .site = (uint64_t)(uintptr_t)at->site};
    strncpy(operation.call, at->name, WORLD_CALL - 1);
    return operation;
}

uint32_t rank_operations(void)
{
    return operations;
}

void rank_post(const struct world_op *operation)
{
    uint32_t posted = mine->posted, ahead;
    while ((ahead = posted - atomic_load(&mine->taken)) == WORLD_RING) {
        rank_ring();
        usleep(50);
    }
    mine->ring[posted % WORLD_RING] = *operation;
    atomic_store(&mine->posted, posted + 1);
    call_scheduler((uint32_t)world_rank,
                   (operation->flags & OP_WAITS) || ahead % (WORLD_RING / 2) == WORLD_RING / 2 - 1);
}

struct unwinding {
    uint64_t *stack;
    int count, skip;
};

static _Unwind_Reason_Code keep_frame(struct _Unwind_Context *context, void *data)
{
    struct unwinding *unwinding = data;
    if (unwinding->skip-- > 0)
        return _URC_NO_REASON;
    if (unwinding->count == WORLD_STACK)
        return _URC_END_OF_STACK;
    unwinding->stack[unwinding->count++] = _Unwind_GetIP(context);
    return _URC_NO_REASON;
}

static void tell_stack(void)
{
    struct unwinding unwinding = {.stack = mine->stack, .skip = 2};
    _Unwind_Backtrace(keep_frame, &unwinding);
    if (unwinding.count < WORLD_STACK)
        mine->stack[unwinding.count] = 0;
    atomic_store(&mine->stack_wanted, 2);
    rank_ring();
}

const struct world_answer *rank_wait(struct world_op *operation)
{
    uint32_t wake = atomic_load(&mine->wake);
    operation->flags |= OP_WAITS;
    rank_post(operation);
    bool seen = patience_look(&patience, &mine->wake, wake);
    for (;;) {
        atomic_store(&mine->asleep, 1);
        while (atomic_load(&mine->wake) == wake)
            futex_wait(&mine->wake, wake);
        atomic_store_explicit(&mine->asleep, 0, memory_order_relaxed);
        if (!seen)
            patience_learn(&patience);
        if (atomic_load(&mine->stack_wanted) != 1)
            break;
        wake++; /* not the answer, only a question */
        tell_stack();
    }
    if (operation->flags & OP_POLLS)
        clock_poll(mine->answer.flag != 0);
    return &mine->answer;
}

const struct world_answer *rank_hear(void)
{
    uint32_t heard = mine->heard;
    if (heard == atomic_load_explicit(&mine->told, memory_order_acquire))
        return NULL;
    static struct world_answer copy;
    copy = mine->inbox[heard % WORLD_INBOX];
    atomic_store_explicit(&mine->heard, heard + 1, memory_order_release);
    return &copy;
}

void *rank_payload(size_t size, uint64_t *offset)
{
    *offset = heap_take(size);
    if (!*offset)
        rank_stop("the messages that rank %d has under way need more than %llu MiB", world_rank,
                  (unsigned long long)(world->heap_size >> 20));
    return (char *)world + *offset;
}

const void *rank_read(uint64_t offset)
{
    return (const char *)world + offset;
}

void rank_release(uint64_t offset)
{
    world_give_back(world, offset);
}

void rank_stop(const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    dprintf(STDERR_FILENO, "tutti: %s\n", sentence);
    if (world && !world->message[0])
        memcpy(world->message, sentence, sizeof sentence);
    if (world)
        atomic_store(&world->failed, 1);
    _exit(3);
}
