#include "world/world.h"

#include "base/file.h"
#include "base/memory.h"
#include "launch/process.h"
#include "symbol/symbol.h"
#include "world/debugger.h"
#include "world/difference.h"
#include "world/explain.h"
#include "world/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Address space, not memory: pages appear when they are used. */
static const uint64_t HEAP_SIZE = 1ULL << 33;
static const uint64_t TABLES_SIZE = 64ULL << 20;

enum { MAPS_CAP = 16 << 20 };

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
};

static int make_segment(struct execution *execution, struct error *error)
{
    uint64_t ranks = (uint64_t)execution->options->scheduler.ranks;
    uint64_t blocks = sizeof(struct world_segment) + ranks * sizeof(struct world_rank);
    uint64_t tables = (blocks + 4095) / 4096 * 4096;
    uint64_t heap = tables + TABLES_SIZE;
    execution->size = heap + ranks * HEAP_SIZE;
    execution->descriptor = memfd_create("tutti-world", MFD_CLOEXEC);
    if (execution->descriptor < 0 || ftruncate(execution->descriptor, (off_t)execution->size) != 0)
        return error_errno(error, "cannot make the memory that ranks share");
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
    execution->segment->heap_size = HEAP_SIZE;
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
    int failed = process_start((char *const *)words, NULL, NULL, &execution->process, error);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    return failed;
}

static bool should_stop(void *data)
{
    struct execution *execution = data;
    return process_wait(execution->process, 0) || debugger_failed(execution->debugger);
}

/* Waits for the first rank, and keeps what is mapped where: the same in all ranks, since they are
 * forks and addresses are not random. Later a rank may be gone. */
static void keep_maps(struct execution *execution)
{
    const struct world_segment *segment = execution->segment;
    while (atomic_load(&segment->rank[0].process) == 0 && !process_wait(execution->process, 1))
        continue;
    char path[64];
    struct error error;
    snprintf(path, sizeof path, "/proc/%d/maps", atomic_load(&segment->rank[0].process));
    if (file_read(path, MAPS_CAP, &execution->maps, NULL, &error) != 0)
        execution->maps = NULL;
}

static void resolve_location(struct symbols *symbols, struct location *location,
                             struct arena *arena)
{
    const struct frame *frames;
    size_t count;
    if (!location->address)
        return;
    symbols_find(symbols, location->address, true, &frames, &count);
    location->file = arena_copy(arena, frames[0].file);
    location->line = frames[0].line;
    location->column = frames[0].column;
    location->function = arena_copy(arena, frames[0].function);
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

static void resolve(const struct execution *execution, const struct difference *difference,
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
    symbols_close(symbols);
}

/* A rank that did not end as it should; NULL: it did, or has not ended. */
static const char *end_rule(int status, bool finalized)
{
    if (WIFSIGNALED(status))
        return "crash.signal";
    if (!finalized)
        return "env.finalize";
    return status == 0 ? NULL : "crash.exit";
}

static const char *end_headline(struct arena *arena, uint32_t rank, int status, bool finalized)
{
    if (WIFSIGNALED(status))
        return arena_printf(arena, "rank %u ended by signal %d (%s)", rank, WTERMSIG(status),
                            strsignal(WTERMSIG(status)));
    return arena_printf(arena, "rank %u ended with exit code %d%s", rank, WEXITSTATUS(status),
                        finalized ? "" : " without calling MPI_Finalize");
}

static void report_ends(struct execution *execution, const struct scheduler *scheduler)
{
    struct document *document = execution->document;
    for (uint32_t rank = 0; rank < execution->segment->ranks; rank++) {
        const struct world_rank *shared = &execution->segment->rank[rank];
        bool finalized = scheduler_finalized(scheduler, (int)rank);
        const char *rule = shared->ended ? end_rule(shared->status, finalized) : NULL;
        if (!rule)
            continue;
        struct finding *finding = document_add(document, rule);
        finding->headline = end_headline(&document->arena, rank, shared->status, finalized);
        *arena_push(&document->arena, finding->ranks, finding->rank_count) = (int)rank;
        struct location *location =
            arena_push(&document->arena, finding->locations, finding->location_count);
        location->rank = (int)rank;
    }
}

static void add_stat(struct document *document, const char *name, double value)
{
    *arena_push(&document->arena, document->stats, document->stat_count) =
        (struct stat_value){name, value};
}

static int play(struct execution *execution, struct world_result *result, struct error *error)
{
    struct document *document = execution->document;
    struct scheduler *scheduler =
        scheduler_new(execution->segment, &execution->options->scheduler, document);
    keep_maps(execution);
    enum outcome outcome = scheduler_run(scheduler, should_stop, execution);
    struct difference difference = scheduler_difference(scheduler);
    add_stat(document, "executions", 1);
    add_stat(document, "choices", (double)execution->options->scheduler.record->count);
    add_stat(document, "operations", (double)scheduler_operations(scheduler));
    if (document->finding_count == 0 && (outcome == OUTCOME_ENDED || outcome == OUTCOME_STOPPED))
        report_ends(execution, scheduler);
    scheduler_free(scheduler);
    int failed = 0;
    if (execution->segment->failed) {
        execution->segment->message[sizeof execution->segment->message - 1] = '\0';
        failed = error_set(error, ERROR_FAILED, "%s", execution->segment->message);
    } else if (atomic_load(&execution->segment->rank[0].process) == 0) {
        failed = error_set(error, ERROR_USAGE,
                           "the program ended before it called MPI_Init: no rank was ever there");
    } else if (outcome == OUTCOME_TIME || outcome == OUTCOME_INTERRUPTED ||
               difference.what != SAME) {
        document->unfinished = true;
        if (document->finding_count == 0)
            document->verdict = VERDICT_INCOMPLETE;
    }
    if (!failed)
        resolve(execution, &difference, result);
    for (size_t i = 0; i < document->finding_count && !failed; i++)
        if (strcmp(document->findings[i].rule, "deadlock") == 0 ||
            strcmp(document->findings[i].rule, "mismatch.comm") == 0)
            explain_deadlock(&document->findings[i], &document->arena);
    return failed;
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
        failed = pump_start(options->scheduler.ranks, options->output, execution.segment->pipes,
                            &execution.pump, error);
        execution.segment->output = 1;
    }
    if (!failed)
        failed = start(&execution, &arena, error);
    if (!failed)
        failed = debugger_attach(execution.segment, execution.process, &execution.debugger, error);
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
