#include "world/process/stage.h"

#include "base/clock.h"
#include "base/env.h"
#include "base/file.h"
#include "world/process/frames.h"
#include "world/process/message.h"
#include "world/schedule/pool.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Size in address space, not memory: pages appear when they are used. */
static const uint64_t HEAP_SIZE = 1ULL << 33;
static const uint64_t TABLES_SIZE = 64ULL << 20;
static const uint64_t HEAP_SIZE_MIN = 16ULL << 20;

enum { MAPS_CAP = 16 << 20, PAGE = 4096, LAST_MILLISECONDS = 2000 };

/* Returns the size of the heap of a rank. A limit of address space (ulimit -v) applies to the
 * command and to each rank: the segment leaves half of it to them. */
static uint64_t heap_size(uint64_t ranks)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return HEAP_SIZE;
    uint64_t half = limit.rlim_cur / 2;
    uint64_t size = half > TABLES_SIZE ? (half - TABLES_SIZE) / ranks / PAGE * PAGE : 0;
    return size < HEAP_SIZE ? size : HEAP_SIZE;
}

static int make_segment(struct world *world, struct error *error)
{
    uint64_t ranks = (uint64_t)world->options.scheduler.ranks;
    uint64_t size = heap_size(ranks);
    if (size < HEAP_SIZE_MIN)
        return error_set(error, ERROR_FAILED,
                         "the limit of address space is too small for %d ranks: raise it (ulimit "
                         "-v unlimited), or use fewer ranks",
                         (int)ranks);
    world->shared = shared_lay_out((int)ranks, TABLES_SIZE, size);
    world->ranks = (uint32_t)ranks;
    /* A limit of file sizes (ulimit -f) applies to the segment too, and its signal would end the
     * command. */
    struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
    sigaction(SIGXFSZ, &ignore, &old);
    world->descriptor = file_make_memory("tutti-world", world->shared.end);
    sigaction(SIGXFSZ, &old, NULL);
    if (world->descriptor < 0)
        return error_errno(error, "cannot make the memory that ranks share%s",
                           errno == EFBIG ? ", because of a limit of file sizes (ulimit -f)" : "");
    void *memory = mmap(NULL, world->shared.end, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                        world->descriptor, 0);
    if (memory == MAP_FAILED)
        return error_errno(error, "cannot map the memory that ranks share");
    world->segment = world->shared.segment = memory;
    stage_announce(world);
    return 0;
}

void stage_announce(const struct world *world)
{
    struct world_segment *segment = world->segment;
    shared_announce(&world->shared);
    segment->ranks = world->ranks;
    segment->debugged = world->options.debugged;
    segment->repeats = world->options.repeats;
    segment->stops = world->options.stop_at_first;
    segment->at_main = world->options.at_main;
}

bool stage_is_intact(struct world *world)
{
    const struct world_segment *segment = world->segment;
    const struct world_options *options = &world->options;
    if (!shared_is_intact(&world->shared) || segment->ranks != world->ranks ||
        segment->debugged != options->debugged || segment->repeats != options->repeats ||
        segment->stops != options->stop_at_first || segment->at_main != options->at_main ||
        segment->order != world->order)
        stage_damage(world, -1, "where things lie in it");
    return !world->damage.what;
}

void stage_damage(struct world *world, int rank, const char *what)
{
    if (!world->damage.what)
        world->damage = (struct damage){.rank = rank, .what = what};
}

/* Makes the file the standard input of the process that is started next; `saved` gets the old one.
 */
static int world_take_input(const char *path, int *saved, struct error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return error_errno(error, "cannot read %s, the standard input of the program", path);
    *saved = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    dup2(file, STDIN_FILENO);
    close(file);
    return 0;
}

/* Starts the program. The template needs the real MPI for local things only, so the variables
 * select the transports that start fastest and have no thread that polls for messages. */
static int process_world_start(struct world *world, struct error *error)
{
    static const char *const least[] = {
        "UCX_TLS=self",
        "UCX_VFS_ENABLE=n", /* otherwise it has a thread for a moment, from before main() */
        "OMPI_MCA_btl=self",
        "OMPI_MCA_pml=ob1",
        "OMPI_MCA_ess_singleton_isolated=1",
        /* Excludes all components but "isolated", for MPI_T before MPI_Init. Selecting that one by
         * name would keep Open MPI 5 from starting, which has none of these components. */
        "OMPI_MCA_pmix=^cray,ext1x,ext2x,ext3x,ext4x,flux,pmix3x,pmix4x,s1,s2",
        "OMPI_MCA_osc=^ucx",
        "OMPI_MCA_io_romio321_priority=100", /* supports atomic mode */
        "OMPI_MCA_io_romio321_delete_priority=100",
        "OMPI_MCA_io_romio341_priority=100", /* the same in Open MPI 5 */
        "OMPI_MCA_io_romio341_delete_priority=100",
        "OMPI_MCA_opal_signal=", /* Tutti shows the stacks itself */
        "UCX_HANDLE_ERRORS=none",
        "MPIR_CVAR_ASYNC_PROGRESS=0",
        "OMPI_ALLOW_RUN_AS_ROOT=1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
    };
    struct arena *arena = &world->arena;
    const char **words = NULL;
    size_t count = 0;
    *arena_push(arena, words, count) = "setarch";
    *arena_push(arena, words, count) = "-R";
    *arena_push(arena, words, count) = "env";
    if (world->options.start_directory) {
        *arena_push(arena, words, count) = "-C";
        *arena_push(arena, words, count) = world->options.start_directory;
    }
    *arena_push(arena, words, count) = arena_printf(arena, "LD_PRELOAD=%s", world->options.guest);
    *arena_push(arena, words, count) =
        arena_printf(arena, WORLD_VARIABLE "=%ld:%d", (long)getpid(), world->descriptor);
    for (size_t i = 0; i < sizeof least / sizeof *least; i++)
        *arena_push(arena, words, count) = least[i];
    /* Both MPIs ask hwloc about the machine. Its plugins for OpenCL load whole compilers, and every
     * rank would get a copy of their pages. */
    if (world->options.at_main)
        *arena_push(arena, words, count) = "HWLOC_PLUGINS_PATH=/nonexistent";
    for (const char *const *word = env_before_program(*world->options.program); *word; word++)
        *arena_push(arena, words, count) = *word;
    for (const char *const *word = world->options.program; *word; word++)
        *arena_push(arena, words, count) = *word;
    *arena_push(arena, words, count) = NULL;
    int input = -1;
    if (world->options.input && world_take_input(world->options.input, &input, error) != 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        struct stat status = {0};
        fstat(i, &status);
        world->segment->standard[i].device = status.st_dev;
        world->segment->standard[i].inode = status.st_ino;
    }
    int failed = process_start((char *const *)words, NULL, NULL, &world->process, error);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    if (!failed)
        world->processes =
            processes_new(world->segment, world->shared.ranks, process_root(world->process));
    return failed;
}

bool stage_interrupted(const struct world *world)
{
    struct process_result result;
    process_peek(world->process, &result);
    return result.interrupted;
}

static void world_read_maps(struct world *world, int said)
{
    char path[64];
    struct error error;
    pid_t process = processes_check(world->processes, said);
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)process);
    if (!world->maps && process > 0 && file_read(path, MAPS_CAP, &world->maps, NULL, &error) != 0)
        world->maps = NULL;
}

/* Reads the memory map of a process that crashes before there is a template. Another process may
 * still become the template. */
static void see_crash(struct world *world)
{
    struct world_segment *segment = world->segment;
    int process = atomic_load(&segment->crashed);
    if (process == 0 || atomic_load(&segment->looked))
        return;
    world_read_maps(world, process);
    atomic_store(&segment->looked, 1);
    syscall(SYS_futex, &segment->looked, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Reads the map once, while no rank can be gone. It is true for all ranks, since they are forks and
 * addresses are not random. */
void stage_see(struct world *world)
{
    struct world_segment *segment = world->segment;
    if (atomic_load(&segment->looked)) { /* at a process that crashed and was not the template */
        free(world->maps);
        world->maps = NULL;
    }
    world_read_maps(world, atomic_load(&segment->shown));
    struct symbols *symbols = stage_symbols(world);
    if (symbols)
        frames_lay_down(&world->shared, symbols);
    atomic_store(&segment->seen, 1);
    syscall(SYS_futex, &segment->seen, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Waits until the template exists. */
static enum outcome await_template(struct world *world)
{
    struct world_segment *segment = world->segment;
    double start = clock_seconds(), seconds = world->options.scheduler.seconds;
    while (atomic_load(&segment->shown) == 0 && !atomic_load(&segment->executed)) {
        if (process_wait(world->process, 1) || segment->failed)
            return OUTCOME_STOPPED;
        see_crash(world);
        if (stage_interrupted(world))
            return OUTCOME_INTERRUPTED;
        if (seconds > 0 && clock_seconds() - start > seconds)
            return OUTCOME_TIME;
    }
    if (atomic_load(&segment->shown) != 0)
        stage_see(world);
    return OUTCOME_ENDED;
}

const char *stage_message(struct world *world)
{
    char *message = arena_alloc(&world->arena, sizeof world->segment->message);
    memcpy(message, world->segment->message, sizeof world->segment->message);
    message[sizeof world->segment->message - 1] = '\0';
    for (char *c = message; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return *message ? message : "the program wrote over the memory that it shares with Tutti";
}

/* Explains why the program ended, or could not continue, before there was a template. */
static int explain_no_template(struct world *world, struct error *error)
{
    struct process_result result;
    struct world_segment *segment = world->segment;
    process_peek(world->process, &result);
    const char *how = result.signal
                          ? arena_printf(&world->arena, "by signal %d (%s)", result.signal,
                                         strsignal(result.signal))
                          : arena_printf(&world->arena, "with exit code %d", result.exit_code);
    if (segment->failed)
        return error_set(error, ERROR_FAILED, "%s", stage_message(world));
    if (atomic_load(&segment->first) != 0)
        return error_set(error, ERROR_FAILED,
                         "the program ended %s while its MPI library was initialised", how);
    if (!result.signal && world->options.at_main)
        return error_set(error, ERROR_USAGE,
                         "the program ended %s, and no rank ever started: it must be an MPI "
                         "program that is linked with the shared MPI library",
                         how);
    if (!result.signal)
        return error_set(
            error, ERROR_USAGE,
            "the program ended %s before it called MPI_Init: no rank ever started. It must be an "
            "MPI program that is linked with the shared MPI library",
            how);
    return 0;
}

static int start_output(struct world *world, struct error *error)
{
    const struct world_options *options = &world->options;
    if (options->repeats)
        return capture_open(options->scheduler.ranks, world->segment->pipes, &world->capture,
                            error);
    return pump_start(options->scheduler.ranks, options->output, options->directory,
                      world->segment->pipes, &world->pump, error);
}

int world_open(const struct world_options *options, struct world **result, struct error *error)
{
    struct world *world = memory_zero(1, sizeof *world);
    world->options = *options;
    world->descriptor = -1;
    world->pool = pool_open();
    size_t ranks = (size_t)options->scheduler.ranks;
    world->ends = memory_zero(ranks, sizeof *world->ends);
    world->forked = memory_zero(ranks, sizeof *world->forked);
    int failed = make_segment(world, error);
    if (!failed)
        failed = start_output(world, error);
    if (!failed)
        failed = process_world_start(world, error);
    if (!failed) {
        world->outcome = await_template(world);
        if (world->outcome == OUTCOME_STOPPED)
            failed = explain_no_template(world, error);
    }
    if (failed) {
        world_close(world);
        return -1;
    }
    *result = world;
    return 0;
}

/* Ends the template. Without many executions it ends with its ranks, otherwise the command tells it
 * to. */
static void end_template(struct world *world)
{
    atomic_store(&world->segment->order, ORDER_END);
    if (world->options.repeats && !process_wait(world->process, 0))
        processes_signal_template(world->processes, SIGCHLD);
    process_wait(world->process, LAST_MILLISECONDS);
}

static void end_program(struct world *world)
{
    if (!world->process)
        return;
    if (world->outcome == OUTCOME_ENDED)
        end_template(world);
    process_finish(world->process, NULL);
    world->process = NULL;
}

void world_close(struct world *world)
{
    world_keep(world, 0);
    end_program(world);
    if (world->pump)
        pump_finish(world->pump);
    if (world->capture)
        capture_close(world->capture);
    if (world->segment)
        munmap(world->segment, world->shared.end);
    if (world->descriptor >= 0)
        close(world->descriptor);
    if (world->symbols)
        symbols_close(world->symbols);
    processes_free(world->processes);
    pool_close(world->pool);
    free(world->maps);
    free(world->ends);
    free(world->forked);
    arena_free(&world->arena);
    free(world);
}

const char *world_output(struct world *world, int rank, int stream, size_t *length)
{
    return capture_read(world->capture, rank, stream, length);
}

void world_print(struct world *world)
{
    capture_print(world->capture, world->options.output);
}

int world_run(const struct world_options *options, struct document *document,
              struct world_result *result, struct error *error)
{
    double start = clock_seconds();
    struct world *world;
    *result = (struct world_result){.start_seconds = -1};
    int failed = world_open(options, &world, error);
    if (!failed) {
        failed = world_execute(world, &options->scheduler, document, result, error);
        if (result->ranks) {
            document_add_stat(document, "executions", 1);
            document_add_stat(document, "choices", (double)options->scheduler.record->taken_count);
            if (result->start_seconds >= 0)
                document_add_stat(document, "start_seconds", result->start_seconds);
            document_add_stat(document, "operations", (double)result->operations);
            document_add_stat(document, "messages", (double)result->traffic.messages);
            document_add_stat(document, "message_bytes", (double)result->traffic.bytes);
            document_add_stat(document, "collective_calls", (double)result->traffic.collectives);
            document_add_stat(document, "exit_code", result->exit_code);
        }
        end_program(world);
        if (world->pump) {
            pump_drain(world->pump);
            message_add(document, pump_last, world->pump);
        }
        world_close(world);
        result->ranks = NULL;
    }
    document_add_stat(document, "seconds", clock_seconds() - start);
    return failed;
}
