#include "concolic/search/tester.h"

#include "base/clock.h"
#include "base/file.h"
#include "concolic/path/proof.h"

#include <math.h>
#include <stdlib.h>

static const double LEAST_SECONDS = 0.01; /* given to an execution that begins too late */
/* Limits on the time of an execution, as multiples of its limit of processor time. Light code
 * confirms loops, and must do so on a busy machine too: only a rank that sleeps takes that long. */
static const double OVERTIME = 4, LIGHT_OVERTIME = 200;

uint32_t tester_symbolic_flags(const struct concolic_options *options, int focus)
{
    return (options->argument_bytes ? SYMBOLIC_ARGUMENT_BYTES : 0) |
           (options->reduction ? 0 : SYMBOLIC_NO_REDUCTION) |
           (options->two_way || focus < 0 ? 0 : SYMBOLIC_ALL_HEAVY) |
           (options->find & CONCOLIC_FIND_OVERFLOW ? SYMBOLIC_OVERFLOW : 0) |
           (options->inputs ? 0 : SYMBOLIC_NO_INPUTS);
}

static void fill_segment(struct tester *tester, int focus)
{
    const struct concolic_options *options = tester->options;
    segment_fill(&tester->segment, focus, tester_symbolic_flags(options, focus), options->patterns,
                 options->pattern_count);
}

/* Opens the world, which inherits the place of the segment. */
static int open_world(struct tester *tester, struct error *error)
{
    fill_segment(tester, SYMBOLIC_FOCUS_NONE); /* a process that maps the segment checks it first */
    if (segment_announce(&tester->segment, error) != 0)
        return -1;
    tester->world_options = *tester->options->world;
    tester->world_options.scheduler.ranks = tester->options->max_ranks;
    tester->world_options.at_main = tester->world_options.repeats = true;
    tester->world_options.debugged = -1;
    int failed = world_open(&tester->world_options, &tester->world, error);
    segment_hide();
    return failed;
}

struct input_originals tester_originals(const struct record *record)
{
    return (struct input_originals){.directory = record->directory, .input = record->input};
}

void tester_first(const struct concolic_options *options, const struct record *record,
                  struct input *input)
{
    int ranks = record->ranks < options->max_ranks ? record->ranks : options->max_ranks;
    *input = (struct input){.ranks = ranks, .argument_count = record->word_count};
    input->arguments =
        arena_alloc(&input->arena, (record->word_count + 1) * sizeof *input->arguments);
    for (size_t i = 0; i < record->word_count; i++)
        input->arguments[i] = arena_copy(&input->arena, record->words[i]);
}

int tester_open(const struct concolic_options *options, const struct record *record,
                const struct sites *sites, const char *scratch, const char *name,
                struct tester **result, struct error *error)
{
    struct tester *tester = memory_zero(1, sizeof *tester);
    *tester = (struct tester){.options = options, .sites = sites};
    tester->originals = tester_originals(record);
    tester->originals.laid_out = memory_printf("%s/%s", scratch, name);
    tester->originals.results = options->directory;
    if (segment_open(&tester->segment, options->max_ranks, sites->edge_count, error) == 0 &&
        open_world(tester, error) == 0) {
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
    segment_close(&tester->segment);
    schedule_free(&tester->schedule);
    file_remove_directory(tester->originals.laid_out, &ignored);
    free((char *)tester->originals.laid_out);
    free(tester);
}

static void tester_prepare(struct tester *tester, const struct input *input)
{
    struct symbolic_segment *segment = tester->segment.memory;
    fill_segment(tester, tester->light                ? SYMBOLIC_FOCUS_NONE
                         : tester->options->focus_all ? SYMBOLIC_FOCUS_ALL
                                                      : input->focus);
    segment->mark_count = (uint32_t)input->mark_count;
    for (size_t i = 0; i < input->mark_count; i++)
        segment->marks[i] = input->marks[i];
}

double tester_limit(const struct tester *tester, const struct input *input)
{
    double limit = tester->limit > 0 ? tester->limit : tester->options->processor_seconds;
    return tester->light ? limit : limit / input->ranks;
}

bool tester_is_late(const struct tester *tester)
{
    return tester->deadline > 0 && clock_seconds() >= tester->deadline;
}

int tester_execute(struct tester *tester, const struct input *input, struct record *record,
                   struct document *document, struct world_result *result, struct error *error)
{
    const struct concolic_options *options = tester->options;
    struct input_place place;
    double start = clock_seconds();
    int failed = input_lay_out(input, &tester->originals, &place, error);
    if (!failed) {
        struct world_start begin = {.arguments = place.arguments,
                                    .directory = tester->originals.laid_out,
                                    .environment = place.environment,
                                    .input = place.input,
                                    .memory_bytes = options->memory_bytes,
                                    .file_bytes = options->file_bytes,
                                    .processor_seconds = tester_limit(tester, input)};
        struct scheduler_options scheduler = tester->world_options.scheduler;
        scheduler.ranks = input->ranks;
        scheduler.start = &begin;
        /* Ranks share cores. If all ranks loop, that must be seen before this limit. */
        scheduler.seconds *= tester->light ? LIGHT_OVERTIME : OVERTIME;
        if (tester->deadline > 0)
            scheduler.deadline = fmax(tester->deadline, clock_seconds() + LEAST_SECONDS);
        scheduler.record = record;
        /* Two ways show whether the program depends on buffering: executions in which sends wait,
         * and the analysis of a buffered schedule. Schedules are explored with buffers, since
         * otherwise there would be fewer of them. */
        if (options->both && (options->schedules == 0 || tester->waiting))
            scheduler.buffering = BUFFERING_BOTH;
        if (options->schedules > 0) {
            schedule_begin(&tester->schedule, input, !record, &scheduler);
            tester->schedule.exploration.without_buffers =
                options->both && scheduler.buffering == BUFFERING_INFINITE;
        }
        tester_prepare(tester, input);
        failed = world_execute(tester->world, &scheduler, document, result, error);
    }
    input_place_free(&place);
    tester->seconds = clock_seconds() - start;
    return failed;
}

int tester_check(struct tester *tester, const struct input *input, struct record *record,
                 struct document *document, struct world_result *result, struct error *error)
{
    struct trace trace;
    int failed = tester_execute(tester, input, record, document, result, error);
    if (failed < 0)
        return -1;
    tester->seen = document->finding_count;
    if (tester->options->find && segment_trace(&tester->segment, input->focus, &trace)) {
        proof_add(&trace, tester->sites, tester->options->find, document);
        trace_free(&trace);
    }
    return failed;
}
