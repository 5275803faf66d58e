#include "concolic/tester.h"

#include "base/clock.h"
#include "base/file.h"
#include "concolic/proof.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Regions are given back when this much of one was used: the next focus may be another rank. */
enum { NODES_KEPT = 1 << 16 };

static const double OVERTIME = 4;

static size_t in_pages(size_t length)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (length + page - 1) / page * page;
}

static struct symbolic_region *region_of(const struct tester *tester, int rank)
{
    void *regions = (char *)tester->segment + tester->regions;
    return (struct symbolic_region *)regions + rank;
}

static int make_segment(struct tester *tester, struct error *error)
{
    tester->regions = in_pages(SYMBOLIC_COVER + (size_t)tester->edges);
    tester->size =
        tester->regions + (size_t)tester->options->max_ranks * sizeof(struct symbolic_region);
    tester->descriptor = memfd_create("tutti-test", MFD_CLOEXEC);
    if (tester->descriptor < 0 || ftruncate(tester->descriptor, (off_t)tester->size) != 0)
        return error_errno(error, "there is no memory for what ranks write down");
    void *memory = mmap(NULL, tester->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                        tester->descriptor, 0);
    if (memory == MAP_FAILED)
        return error_errno(error, "there is no memory for what ranks write down");
    tester->segment = memory;
    return 0;
}

/* Anew for each execution: the last one may have written anywhere. */
static void fill_segment(struct tester *tester, int focus)
{
    const struct concolic_options *options = tester->options;
    struct symbolic_segment *segment = tester->segment;
    segment->magic = SYMBOLIC_MAGIC;
    segment->focus = focus;
    segment->ranks = (uint32_t)options->max_ranks;
    segment->edges = tester->edges;
    segment->regions = tester->regions;
    segment->flags = (options->argument_bytes ? SYMBOLIC_ARGUMENT_BYTES : 0) |
                     (options->reduction ? 0 : SYMBOLIC_NO_REDUCTION) |
                     (options->two_way || focus < 0 ? 0 : SYMBOLIC_ALL_HEAVY) |
                     (options->find & CONCOLIC_FIND_OVERFLOW ? SYMBOLIC_OVERFLOW : 0) |
                     (options->inputs ? 0 : SYMBOLIC_NO_INPUTS);
    segment->pattern_count = 0;
    for (size_t i = 0; i < options->pattern_count && i < SYMBOLIC_PATTERNS; i++)
        snprintf(segment->patterns[segment->pattern_count++], SYMBOLIC_PATH, "%s",
                 options->patterns[i]);
    memset((char *)segment + SYMBOLIC_COVER, 0, tester->edges);
}

/* The world inherits where the segment is. */
static int open_world(struct tester *tester, struct error *error)
{
    char place[96];
    fill_segment(tester, SYMBOLIC_FOCUS_NONE); /* who maps it looks at it first */
    snprintf(place, sizeof place, "%ld:%d:%u", (long)getpid(), tester->descriptor, tester->edges);
    if (setenv(SYMBOLIC_VARIABLE_NAME, place, 1) != 0)
        return error_errno(error, "cannot set the environment");
    tester->world_options = *tester->options->world;
    tester->world_options.scheduler.ranks = tester->options->max_ranks;
    tester->world_options.at_main = tester->world_options.repeats = true;
    tester->world_options.debugged = -1;
    int failed = world_open(&tester->world_options, &tester->world, error);
    unsetenv(SYMBOLIC_VARIABLE_NAME);
    return failed;
}

struct input_originals tester_originals(const struct decisions *record)
{
    return (struct input_originals){.directory = record->directory, .input = record->input};
}

void tester_first(const struct concolic_options *options, const struct decisions *record,
                  struct input *input)
{
    int ranks = record->ranks < options->max_ranks ? record->ranks : options->max_ranks;
    *input = (struct input){.ranks = ranks, .argument_count = record->word_count};
    input->arguments =
        arena_alloc(&input->arena, (record->word_count + 1) * sizeof *input->arguments);
    for (size_t i = 0; i < record->word_count; i++)
        input->arguments[i] = arena_copy(&input->arena, record->words[i]);
}

int tester_open(const struct concolic_options *options, const struct decisions *record,
                const struct sites *sites, const char *scratch, const char *name,
                struct tester **result, struct error *error)
{
    struct tester *tester = memory_zero(1, sizeof *tester);
    *tester = (struct tester){
        .options = options, .sites = sites, .edges = sites->edge_count, .descriptor = -1};
    tester->originals = tester_originals(record);
    tester->originals.laid_out = memory_printf("%s/%s", scratch, name);
    tester->originals.results = options->directory;
    if (make_segment(tester, error) == 0 && open_world(tester, error) == 0) {
        *result = tester;
        return 0;
    }
    tester_close(tester);
    return -1;
}

void tester_close(struct tester *tester)
{
    struct error ignored;
    if (!tester)
        return;
    if (tester->world)
        world_close(tester->world);
    if (tester->segment)
        munmap(tester->segment, tester->size);
    if (tester->descriptor >= 0)
        close(tester->descriptor);
    schedule_free(&tester->schedule);
    file_remove_directory(tester->originals.laid_out, &ignored);
    free((char *)tester->originals.laid_out);
    free(tester);
}

/* Ranks reset what they write by themselves, if they come so far. */
static void clear_regions(struct tester *tester)
{
    for (int rank = 0; rank < tester->options->max_ranks; rank++) {
        struct symbolic_region *region = region_of(tester, rank);
        if (!region->started)
            continue;
        bool much =
            atomic_load(&region->node_count) > NODES_KEPT || region->carried_count > NODES_KEPT;
        region->started = 0;
        if (much)
            fallocate(tester->descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      (off_t)((char *)region - (char *)tester->segment), sizeof *region);
    }
}

static void prepare(struct tester *tester, const struct input *input)
{
    struct symbolic_segment *segment = tester->segment;
    clear_regions(tester);
    fill_segment(tester, tester->options->focus_all ? SYMBOLIC_FOCUS_ALL : input->focus);
    segment->mark_count = (uint32_t)input->mark_count;
    for (size_t i = 0; i < input->mark_count; i++)
        segment->marks[i] = input->marks[i];
}

int tester_execute(struct tester *tester, const struct input *input, struct decisions *record,
                   struct document *document, struct world_result *result, struct error *error)
{
    const struct concolic_options *options = tester->options;
    struct input_place place;
    double limit = tester->limit > 0 ? tester->limit : options->processor_seconds;
    double start = clock_seconds();
    int failed = input_lay_out(input, &tester->originals, &place, error);
    if (!failed) {
        struct world_start begin = {.arguments = place.arguments,
                                    .directory = tester->originals.laid_out,
                                    .environment = place.environment,
                                    .input = place.input,
                                    .memory_bytes = options->memory_bytes,
                                    .file_bytes = options->file_bytes,
                                    .processor_seconds = limit / input->ranks};
        struct scheduler_options scheduler = tester->world_options.scheduler;
        scheduler.ranks = input->ranks;
        scheduler.start = &begin;
        /* Ranks share a core, and others the machine. If all of them loop, that is to be seen
         * before time is up. */
        scheduler.seconds *= OVERTIME;
        scheduler.record = record;
        if (options->schedules > 0)
            schedule_begin(&tester->schedule, input, !record, &scheduler);
        prepare(tester, input);
        failed = world_execute(tester->world, &scheduler, document, result, error);
    }
    input_place_free(&place);
    tester->seconds = clock_seconds() - start;
    return failed;
}

const uint8_t *tester_flags(const struct tester *tester)
{
    return (const uint8_t *)tester->segment + SYMBOLIC_COVER;
}

bool tester_trace(const struct tester *tester, const struct input *input, struct trace *trace)
{
    struct error ignored;
    return region_of(tester, input->focus)->started &&
           trace_read(tester->segment, tester->size, input->focus, trace, &ignored) == 0;
}

int tester_check(struct tester *tester, const struct input *input, struct decisions *record,
                 struct document *document, struct world_result *result, struct error *error)
{
    struct trace trace;
    if (tester_execute(tester, input, record, document, result, error) != 0)
        return -1;
    if (tester->options->find && tester_trace(tester, input, &trace)) {
        proof_add(&trace, tester->sites, tester->options->find, document);
        trace_free(&trace);
    }
    return 0;
}
