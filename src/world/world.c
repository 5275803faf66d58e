#include "world/world.h"

#include "base/file.h"
#include "base/memory.h"
#include "launch/process.h"
#include "symbol/symbol.h"
#include "world/debugger.h"
#include "world/difference.h"
#include "world/ending.h"
#include "world/explain.h"
#include "world/output.h"

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

/* Address space, not memory: pages appear when they are used. */
static const uint64_t HEAP_SIZE = 1ULL << 33;
static const uint64_t TABLES_SIZE = 64ULL << 20;
static const uint64_t HEAP_SIZE_MIN = 16ULL << 20;

enum { MAPS_CAP = 16 << 20, PAGE = 4096, PATIENCE_MILLISECONDS = 50 };

struct execution {
    const struct world_options *options;
    struct document *document;
    struct world_segment *segment;
    size_t size;
    int descriptor;
    struct world_pump *pump;
    struct process *process;
    struct debugger *debugger; /* NULL: none */
    char *maps;                /* of the ranks */
    double start;              /* as clock_seconds() gives it */
    struct doing *doings;
    size_t doing_count;
    struct location stop; /* where a rank could not go on */
};

/* A limit of address space (ulimit -v) holds for the command and for each rank: the segment leaves
 * them half of it. */
static uint64_t heap_size(uint64_t ranks)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return HEAP_SIZE;
    uint64_t half = limit.rlim_cur / 2;
    uint64_t size = half > TABLES_SIZE ? (half - TABLES_SIZE) / ranks / PAGE * PAGE : 0;
    return size < HEAP_SIZE ? size : HEAP_SIZE;
}

static int make_segment(struct execution *execution, struct error *error)
{
    uint64_t ranks = (uint64_t)execution->options->scheduler.ranks;
    uint64_t blocks = sizeof(struct world_segment) + ranks * sizeof(struct world_rank);
    uint64_t tables = (blocks + PAGE - 1) / PAGE * PAGE;
    uint64_t heap = tables + TABLES_SIZE;
    uint64_t size = heap_size(ranks);
    if (size < HEAP_SIZE_MIN)
        return error_set(error, ERROR_FAILED,
                         "the limit of address space is too small for %d ranks: raise it "
                         "(ulimit -v unlimited), or take fewer ranks",
                         (int)ranks);
    execution->size = heap + ranks * size;
    execution->descriptor = memfd_create("tutti-world", MFD_CLOEXEC);
    /* A limit of file sizes (ulimit -f) holds for the segment, and would end the command. */
    struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
    sigaction(SIGXFSZ, &ignore, &old);
    int failed =
        execution->descriptor < 0 || ftruncate(execution->descriptor, (off_t)execution->size) != 0;
    sigaction(SIGXFSZ, &old, NULL);
    if (failed)
        return error_errno(error, "cannot make the memory that ranks share%s",
                           errno == EFBIG ? ", because of a limit of file sizes (ulimit -f)" : "");
    void *memory = mmap(NULL, execution->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                        execution->descriptor, 0);
    if (memory == MAP_FAILED)
        return error_errno(error, "cannot map the memory that ranks share");
    execution->segment = memory;
    execution->segment->magic = WORLD_MAGIC;
    execution->segment->ranks = (uint32_t)ranks;
    execution->segment->debugged = execution->options->debugged;
    execution->segment->tables = tables;
    execution->segment->heap_start = heap;
    execution->segment->heap_size = size;
    return 0;
}

/* Makes the file the standard input of what is started next; `saved` is the old one. */
static int take_input(const char *path, int *saved, struct error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return error_errno(error, "cannot read %s, the standard input of the program", path);
    *saved = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    dup2(file, STDIN_FILENO);
    close(file);
    return 0;
}

/* The template needs the real MPI for local things only: the least that starts quickly. */
static int start(struct execution *execution, struct arena *arena, struct error *error)
{
    static const char *const least[] = {"UCX_TLS=self",
                                        "OMPI_MCA_btl=self",
                                        "OMPI_MCA_pml=ob1",
                                        "OMPI_MCA_ess_singleton_isolated=1",
                                        "OMPI_MCA_osc=^ucx",
                                        "OMPI_MCA_opal_signal=", /* stacks are ours to show */
                                        "UCX_HANDLE_ERRORS=none",
                                        "OMPI_ALLOW_RUN_AS_ROOT=1",
                                        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"};
    const char **words = NULL;
    size_t count = 0;
    *arena_push(arena, words, count) = "setarch";
    *arena_push(arena, words, count) = "-R";
    *arena_push(arena, words, count) = "env";
    if (execution->options->start_directory) {
        *arena_push(arena, words, count) = "-C";
        *arena_push(arena, words, count) = execution->options->start_directory;
    }
    *arena_push(arena, words, count) =
        arena_printf(arena, "LD_PRELOAD=%s", execution->options->guest);
    *arena_push(arena, words, count) =
        arena_printf(arena, WORLD_VARIABLE "=%ld:%d", (long)getpid(), execution->descriptor);
    for (size_t i = 0; i < sizeof least / sizeof *least; i++)
        *arena_push(arena, words, count) = least[i];
    for (const char *const *word = execution->options->program; *word; word++)
        *arena_push(arena, words, count) = *word;
    *arena_push(arena, words, count) = NULL;
    int input = -1;
    if (execution->options->input && take_input(execution->options->input, &input, error) != 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        struct stat status = {0};
        fstat(i, &status);
        execution->segment->standard[i].device = status.st_dev;
        execution->segment->standard[i].inode = status.st_ino;
    }
    int failed = process_start((char *const *)words, NULL, NULL, &execution->process, error);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    return failed;
}

static bool interrupted(const struct execution *execution)
{
    struct process_result result;
    process_peek(execution->process, &result);
    return result.interrupted;
}

static bool should_stop(void *data)
{
    struct execution *execution = data;
    return process_wait(execution->process, 0) || interrupted(execution) ||
           debugger_failed(execution->debugger);
}

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool time_is_up(const struct execution *execution)
{
    double seconds = execution->options->scheduler.seconds;
    return seconds > 0 && clock_seconds() - execution->start > seconds;
}

/* Waits until ranks are about to be there, and keeps what is mapped where: the same in all ranks,
 * since they are forks and addresses are not random. Later a rank may be gone. */
static enum outcome await_ranks(struct execution *execution)
{
    struct world_segment *segment = execution->segment;
    while (atomic_load(&segment->shown) == 0) {
        if (process_wait(execution->process, 1) || segment->failed)
            return OUTCOME_STOPPED;
        if (interrupted(execution))
            return OUTCOME_INTERRUPTED;
        if (time_is_up(execution))
            return OUTCOME_TIME;
    }
    char path[64];
    struct error error;
    snprintf(path, sizeof path, "/proc/%d/maps", atomic_load(&segment->shown));
    if (file_read(path, MAPS_CAP, &execution->maps, NULL, &error) != 0)
        execution->maps = NULL;
    atomic_store(&segment->seen, 1);
    syscall(SYS_futex, &segment->seen, FUTEX_WAKE, 1, NULL, NULL, 0);
    return OUTCOME_ENDED;
}

/* Whether the frame is of the system's libraries: abort(), memcpy(). The fault is its caller's. */
static bool is_system(const struct frame *frame)
{
    static const char *const names[] = {"libc.",       "libc-",    "libm.",     "libm-",      "ld-",
                                        "libpthread.", "libgcc_s", "libstdc++", "libgfortran"};
    const char *slash = frame->module ? strrchr(frame->module, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof names / sizeof *names; i++)
        if (strncmp(slash + 1, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Where a person should look first in a stack: the innermost frame of the user's with a line. */
static const struct frame *place_in_stack(struct symbols *symbols, const struct location *location,
                                          struct arena *arena)
{
    const struct frame **frames;
    size_t count = symbols_user_stack(symbols, location->addresses, location->address_count, true,
                                      arena, &frames);
    for (size_t i = 0; i < count; i++)
        if (frames[i]->file && frames[i]->line > 0 && !is_system(frames[i]))
            return frames[i];
    return count > 0 ? frames[0] : NULL;
}

static void resolve_location(struct symbols *symbols, struct location *location,
                             struct arena *arena)
{
    const struct frame *frame = NULL;
    size_t count;
    if (location->address)
        symbols_find(symbols, location->address, true, &frame, &count);
    else if (location->address_count > 0)
        frame = place_in_stack(symbols, location, arena);
    if (!frame)
        return;
    location->file = frame->file ? arena_copy(arena, frame->file) : NULL;
    location->line = frame->line;
    location->column = frame->column;
    location->function = frame->function ? arena_copy(arena, frame->function) : NULL;
    if (location->address_count > 0)
        location->stack_count = symbols_format_stack(
            symbols, location->addresses, location->address_count, true, arena, &location->stack);
}

static void resolve_related(struct symbols *symbols, struct related *related, struct arena *arena)
{
    const struct frame *frames;
    size_t count;
    if (!related->address)
        return;
    symbols_find(symbols, related->address, true, &frames, &count);
    related->file = arena_copy(arena, frames[0].file);
    related->line = frames[0].line;
    related->column = frames[0].column;
}

/* Where the rank was that could not go on. */
static void resolve_stop(const struct execution *execution, struct symbols *symbols,
                         struct location *stop)
{
    const struct world_segment *segment = execution->segment;
    int rank = segment->stopper - 1;
    if (!segment->failed || rank < 0 || (uint32_t)rank >= segment->ranks)
        return;
    stop->addresses = segment->rank[rank].end.stack;
    while (stop->address_count < WORLD_STACK && stop->addresses[stop->address_count])
        stop->address_count++;
    resolve_location(symbols, stop, &execution->document->arena);
}

static void resolve(struct execution *execution, const struct difference *difference,
                    struct world_result *result)
{
    const struct decisions *record = execution->options->scheduler.record;
    const struct decisions *followed = execution->options->scheduler.followed;
    bool same_program = followed && record->binary_size == followed->binary_size &&
                        record->binary_time == followed->binary_time;
    struct document *document = execution->document;
    struct symbols *symbols = NULL;
    struct error error;
    if (execution->maps)
        symbols_open_maps(execution->maps, &symbols, &error);
    result->difference = difference_describe(difference, symbols, same_program, &document->arena);
    if (!symbols)
        return;
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        for (size_t j = 0; j < finding->location_count; j++)
            resolve_location(symbols, &finding->locations[j], &document->arena);
        for (size_t j = 0; j < finding->related_count; j++)
            resolve_related(symbols, &finding->related[j], &document->arena);
        for (size_t j = 0; j < finding->event_count; j++)
            resolve_location(symbols, &finding->events[j].at, &document->arena);
    }
    for (size_t i = 0; i < execution->doing_count; i++)
        resolve_location(symbols, &execution->doings[i].at, &document->arena);
    resolve_stop(execution, symbols, &execution->stop);
    symbols_close(symbols);
}

static void add_stat(struct document *document, const char *name, double value)
{
    *arena_push(&document->arena, document->stats, document->stat_count) =
        (struct stat_value){name, value};
}

static void leave_unfinished(struct document *document)
{
    document->unfinished = true;
    if (document->finding_count == 0)
        document->verdict = VERDICT_INCOMPLETE;
}

static void report_stop(struct execution *execution, enum outcome outcome)
{
    struct document *document = execution->document;
    const char *sentence =
        execution->doing_count == 0
            ? "before MPI_Init"
            : ending_say_doings(&document->arena, execution->doings, execution->doing_count);
    leave_unfinished(document);
    document->coverage =
        outcome == OUTCOME_TIME
            ? arena_printf(&document->arena, "one execution, stopped at the time limit of %g s: %s",
                           execution->options->scheduler.seconds, sentence)
            : arena_printf(&document->arena, "one execution, interrupted: %s", sentence);
}

/* A rank, or the template, could not go on. */
static int explain_failure(struct execution *execution, struct error *error)
{
    struct world_segment *segment = execution->segment;
    const struct location *stop = &execution->stop;
    segment->message[sizeof segment->message - 1] = '\0';
    if (stop->file && stop->line > 0)
        return error_set(error, ERROR_FAILED, "%s:%d: %s", stop->file, stop->line,
                         segment->message);
    return error_set(error, ERROR_FAILED, "%s", segment->message);
}

/* The program ended, or could not go on, before there was a rank. */
static int explain_no_rank(struct execution *execution, struct error *error)
{
    struct document *document = execution->document;
    struct process_result result;
    process_peek(execution->process, &result);
    const char *how = result.signal
                          ? arena_printf(&document->arena, "by signal %d (%s)", result.signal,
                                         strsignal(result.signal))
                          : arena_printf(&document->arena, "with exit code %d", result.exit_code);
    if (atomic_load(&execution->segment->first) != 0)
        return error_set(error, ERROR_FAILED,
                         "the program ended %s while its MPI library was initialised", how);
    if (!result.signal)
        return error_set(error, ERROR_USAGE,
                         "the program ended %s before it called MPI_Init: no rank was ever there",
                         how);
    struct finding *finding = document_add(document, "crash.signal");
    finding->headline =
        arena_printf(&document->arena, "the program ended %s before it called MPI_Init", how);
    return 0;
}

/* Seconds from when the template was ready until all ranks had returned from MPI_Init. */
static void add_start(struct document *document, const struct world_segment *segment)
{
    uint64_t last = 0;
    for (uint32_t rank = 0; rank < segment->ranks; rank++) {
        uint64_t began = atomic_load(&segment->rank[rank].began);
        if (!began)
            return;
        last = began > last ? began : last;
    }
    add_stat(document, "start_seconds", (double)(last - segment->ready) * 1e-9);
}

/* What the scheduler knows goes into the document. */
static enum outcome schedule(struct execution *execution, struct difference *difference)
{
    struct document *document = execution->document;
    struct scheduler *scheduler =
        scheduler_new(execution->segment, &execution->options->scheduler, document);
    enum outcome outcome = scheduler_run(scheduler, should_stop, execution);
    /* A signal to the command reaches the ranks too: that they end by it is no finding. */
    if (should_stop(execution) && interrupted(execution))
        outcome = OUTCOME_INTERRUPTED;
    *difference = scheduler_difference(scheduler);
    add_stat(document, "executions", 1);
    if (execution->options->scheduler.record)
        add_stat(document, "choices", (double)execution->options->scheduler.record->count);
    add_start(document, execution->segment);
    add_stat(document, "operations", (double)scheduler_operations(scheduler));
    add_stat(document, "exit_code", ending_exit_code(scheduler));
    if (execution->segment->failed)
        ; /* how ranks ended is of no interest then */
    else if (outcome == OUTCOME_ENDED || outcome == OUTCOME_STOPPED)
        ending_report(scheduler);
    else
        execution->doing_count = ending_doings(scheduler, &execution->doings);
    if (outcome == OUTCOME_TIME)
        ending_report_loop(scheduler, execution->doings, execution->doing_count);
    scheduler_free(scheduler);
    return outcome;
}

/* A script that started the program may have something left to do. */
static void await_program(struct execution *execution)
{
    while (!process_wait(execution->process, PATIENCE_MILLISECONDS) && !interrupted(execution) &&
           !time_is_up(execution) && !execution->segment->failed)
        continue;
}

static int play(struct execution *execution, struct world_result *result, struct error *error)
{
    struct world_segment *segment = execution->segment;
    struct document *document = execution->document;
    execution->start = clock_seconds();
    enum outcome outcome = await_ranks(execution);
    struct difference difference = {.what = SAME};
    bool ranks = outcome == OUTCOME_ENDED;
    if (ranks &&
        debugger_attach(execution->segment, execution->process, &execution->debugger, error) != 0)
        return -1;
    if (ranks)
        outcome = schedule(execution, &difference);
    if (outcome == OUTCOME_ENDED)
        await_program(execution);
    resolve(execution, &difference, result);
    for (size_t i = 0; i < document->finding_count; i++)
        if (strcmp(document->findings[i].rule, "deadlock") == 0 ||
            strcmp(document->findings[i].rule, "mismatch.comm") == 0)
            explain_deadlock(&document->findings[i], &document->arena);
    if (segment->failed)
        return explain_failure(execution, error);
    if (!ranks && outcome == OUTCOME_STOPPED)
        return explain_no_rank(execution, error);
    if (outcome == OUTCOME_INTERRUPTED && !interrupted(execution))
        return error_set(error, ERROR_FAILED,
                         "the process that started the ranks was killed, and they with it");
    if (difference.what != SAME)
        leave_unfinished(document);
    if (outcome == OUTCOME_TIME || outcome == OUTCOME_INTERRUPTED)
        report_stop(execution, outcome);
    else if (segment->executed)
        document->coverage = arena_printf(
            &document->arena,
            "%s; the program has threads before MPI_Init, so each rank was started by exec",
            document->coverage ? document->coverage : "one execution");
    return 0;
}

/* The ranks of a stopped execution sleep and will not wake; with them the template ends too. */
static void end_ranks(const struct execution *execution)
{
    enum { LAST_MILLISECONDS = 2000 };
    for (uint32_t rank = 0; rank < execution->segment->ranks; rank++) {
        int process = execution->segment->rank[rank].process;
        if (process > 0 && !execution->segment->rank[rank].ended)
            kill(process, SIGKILL);
    }
    process_wait(execution->process, LAST_MILLISECONDS);
}

int world_run(const struct world_options *options, struct document *document,
              struct world_result *result, struct error *error)
{
    struct execution execution = {.options = options, .document = document, .descriptor = -1};
    struct arena arena = {NULL};
    struct process_result end = {0};
    *result = (struct world_result){NULL};
    int failed = make_segment(&execution, error);
    if (!failed) {
        failed = pump_start(options->scheduler.ranks, options->output, options->directory,
                            execution.segment->pipes, &execution.pump, error);
    }
    if (!failed)
        failed = start(&execution, &arena, error);
    if (!failed)
        failed = play(&execution, result, error);
    if (execution.debugger && debugger_finish(execution.debugger, execution.process, error) != 0)
        failed = -1;
    if (execution.process) {
        end_ranks(&execution);
        process_finish(execution.process, &end);
    }
    if (execution.pump)
        pump_finish(execution.pump);
    if (execution.segment)
        munmap(execution.segment, execution.size);
    if (execution.descriptor >= 0)
        close(execution.descriptor);
    add_stat(document, "seconds", end.seconds);
    free(execution.maps);
    arena_free(&arena);
    return failed;
}
