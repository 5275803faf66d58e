/* show.c: replays what a search found, with all that a report needs. */
#include "base/clock.h"
#include "base/memory.h"
#include "explore/apart.h"
#include "explore/search.h"
#include "explore/worker.h"

#include <stdlib.h>
#include <string.h>

/* Limit on the time that is spent on executions to step through: people do not wait long for them.
 * Of a program that takes seconds, only as many are shown as fit into this time. Findings are shown
 * in any case. */
static const double PICTURES_SECONDS = 10;

/* An execution of a script that keeps its record. */
struct showing {
    struct apart apart;
    struct world *world;
    const struct search *search;
    struct document *document; /* holds its findings */
    struct record record;
    struct finding picture;
    struct world_result result;
    const struct sample *different; /* one that could not be followed; NULL: all could */
    size_t differs_at;
    uint64_t given; /* result of the execution (script.h), even if it failed */
};

static uint64_t show_min(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

static bool rule_is(const char *rule, const char *other)
{
    return rule && strcmp(rule, other) == 0;
}

static bool show_is_waiting(const char *rule)
{
    return rule_is(rule, SYMPTOM_WAITING) || rule_is(rule, SYMPTOM_WAITING_UNBUFFERED);
}

/* Executes a sample. `rule` is that of the symptom to show; NULL: none. `followed` is an earlier
 * execution of the same script to compare with; NULL: none. */
static int explore_show_execute(struct showing *showing, const struct sample *sample,
                                const char *rule, const struct record *followed,
                                const struct record *of, struct error *error)
{
    const struct search *search = showing->search;
    struct script script;
    if (script_read(sample->bytes, sample->length, &script) != 0) {
        free(script.choices);
        return error_set(error, ERROR_FAILED, "the journal of the search is damaged");
    }
    record_init_same(&showing->record, of);
    showing->record.binary_size = of->binary_size;
    showing->record.binary_time = of->binary_time;
    record_follow(&showing->record, search->options->poll_bound, search->options->seed,
                  script.choices, script.count);
    struct exploration exploration = {.script = script.choices,
                                      .script_count = script.count,
                                      .poll_bound = search->options->poll_bound,
                                      .seed = search->options->seed,
                                      .watched = rule_is(rule, SYMPTOM_RACE) ? script.count : 0,
                                      .picture = &showing->picture};
    struct scheduler_options scheduler = search->options->world->scheduler;
    scheduler.exploration = &exploration;
    scheduler.record = &showing->record;
    scheduler.followed = followed;
    if (rule_is(rule, SYMPTOM_BUFFER)) {
        scheduler.buffering = showing->record.buffering = BUFFERING_BOTH;
    }
    if (show_is_waiting(rule)) {
        scheduler.synchronising = exploration.any_order = true;
        showing->record.collectives = COLLECTIVES_BOTH;
    }
    if (rule_is(rule, SYMPTOM_WAITING_UNBUFFERED)) {
        scheduler.buffering = showing->record.buffering = BUFFERING_ZERO;
    }
    int failed = apart_begin(&showing->apart, error);
    if (!failed)
        failed =
            world_execute(showing->world, &scheduler, showing->document, &showing->result, error);
    if (!failed && exploration.differs && !showing->different &&
        !(rule && script_needs_path(rule))) {
        showing->different = sample;
        showing->differs_at = exploration.differs_at;
    }
    if (!failed)
        showing->given =
            worker_result(showing->world, scheduler.ranks, &exploration, &showing->result);
    free(exploration.path);
    free(script.choices);
    return failed;
}

static struct finding *explore_show_find(struct document *document, const struct symptom *symptom)
{
    struct finding *elsewhere = NULL;
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        if (symptom_is(symptom, finding))
            return finding;
        bool stuck = rule_is(finding->rule, "deadlock") || rule_is(finding->rule, "mismatch.comm");
        if (!elsewhere &&
            (rule_is(symptom->rule, finding->rule) || (show_is_waiting(symptom->rule) && stuck)))
            elsewhere = finding;
    }
    /* If several calls are wrong together, such as those of a collective, the first to be reported
     * may depend on the speed of ranks. */
    return elsewhere;
}

/* Describes a race. `error` is the rule of an error that some of its orders lead to; "": only the
 * results differ. */
static void describe_race(struct finding *finding, const char *error, struct arena *arena)
{
    if (*error) {
        finding->severity = SEVERITY_ERROR;
        finding->headline =
            arena_printf(arena, "an error (%s) depends on the message that %s of rank %d takes",
                         error, finding->locations[0].call, finding->locations[0].rank);
        finding->why = "MPI promises no order between messages of different senders. Two "
                       "executions first differ in this match: one has the error, the other does "
                       "not.";
        return;
    }
    finding->headline = arena_printf(arena,
                                     "the messages, output or exit codes of ranks depend on the "
                                     "message that %s of rank %d takes",
                                     finding->locations[0].call, finding->locations[0].rank);
    finding->why = "MPI promises no order between messages of different senders. Executions that "
                   "first differ in this match gave different results.";
}

static void add_times(struct finding *finding, uint64_t times, uint64_t executions,
                      struct arena *arena)
{
    const char *sentence = arena_printf(arena, "In %llu of %llu executions.",
                                        (unsigned long long)times, (unsigned long long)executions);
    finding->why = finding->why ? arena_printf(arena, "%s %s", finding->why, sentence) : sentence;
}

/* Returns whether it is a leak, which is found at MPI_Finalize, whatever created the object. */
static bool is_leak(const struct finding *finding)
{
    return strncmp(finding->rule, "leak.", strlen("leak.")) == 0;
}

/* Returns whether a finding of this execution and one of the document are the same. */
static bool show_is_same(const struct finding *finding, const struct finding *other)
{
    if (strcmp(finding->rule, other->rule) != 0 ||
        !finding->location_count != !other->location_count)
        return false;
    if (symptom_of(finding).address == symptom_of(other).address)
        return true;
    const struct location *first = finding->locations, *second = other->locations;
    return !is_leak(finding) && finding->location_count > 0 && first->file && second->file &&
           first->line == second->line && strcmp(first->file, second->file) == 0;
}

static bool has_error(const struct document *document)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (document->findings[i].severity == SEVERITY_ERROR)
            return true;
    return false;
}

/* Returns whether a race was reproduced: the execution ended as in the search, with an error or
 * without, or with the same result. */
static bool is_as_found(const struct showing *showing, const struct suspect *suspect)
{
    return *suspect->symptom.leads_to ? has_error(showing->document) == !suspect->best.result
                                      : showing->given == suspect->best.result;
}

/* Adds the finding to the document, with a record that reproduces it. `times` has an entry for each
 * finding of the document. */
static int show_suspect(struct showing *showing, const struct suspect *suspect,
                        const struct record *record, struct document *document,
                        struct explore_result *result, uint64_t *times, struct error *error)
{
    bool race = rule_is(suspect->symptom.rule, SYMPTOM_RACE);
    if (explore_show_execute(showing, &suspect->best, suspect->symptom.rule, NULL, record, error) !=
        0)
        return -1;
    struct finding *finding = explore_show_find(showing->document, &suspect->symptom);
    if (race && !is_as_found(showing, suspect)) {
        record_free(&showing->record);
        result->unsteady = true; /* the result depends on more than the match */
        return 0;
    }
    if (!finding) {
        record_free(&showing->record);
        if (!result->different)
            result->different = arena_printf(
                &document->arena, "%s was found in an execution, but not when it was replayed",
                suspect->symptom.rule);
        return 0;
    }
    world_resolve(showing->world, showing->document);
    for (size_t i = 0; i < document->finding_count; i++)
        if (show_is_same(finding, &document->findings[i])) {
            /* Two calls on one line: one execution may show both. */
            times[i] = show_min(times[i] + suspect->times, result->end.count.done);
            record_free(&showing->record);
            return 0;
        }
    if (race)
        describe_race(finding, suspect->symptom.leads_to, &document->arena);
    times[document->finding_count] = suspect->times;
    shown_keep(&result->shown, &showing->record, shown_add(document, finding));
    return 0;
}

/* Sorts the worst findings first, then those that need the fewest choices. The order never depends
 * on chance. */
static int explore_show_compare_suspects(const void *one, const void *other)
{
    const struct suspect *const *first = one, *const *second = other;
    const struct symptom *a = &(*first)->symptom, *b = &(*second)->symptom;
    size_t length = (*first)->best.length, than = (*second)->best.length;
    if (a->severity != b->severity)
        return a->severity < b->severity ? -1 : 1;
    if (!*a->leads_to != !*b->leads_to)
        return *b->leads_to ? -1 : 1; /* the error before the race that leads to it */
    if (length != than)
        return length < than ? -1 : 1;
    return symptom_compare(a, b);
}

static int explore_show_suspects(struct showing *showing, const struct record *record,
                                 struct document *document, struct explore_result *result,
                                 struct error *error)
{
    const struct search *search = showing->search;
    size_t count = search->suspects.count;
    const struct suspect **suspects =
        suspects_sorted(&search->suspects, explore_show_compare_suspects);
    uint64_t *times = memory_zero(count + 1, sizeof *times);
    int failed = 0;
    for (size_t i = 0; i < count && !failed; i++) {
        showing->document = shown_begin(&result->shown, "verify");
        failed = show_suspect(showing, suspects[i], record, document, result, times, error);
    }
    /* Notes get no count: the journal does not keep all of them, so a resumed search cannot count
     * them. Races get none, since a race is not a matter of one execution. */
    for (size_t i = 0; i < document->finding_count; i++)
        if (document->findings[i].severity != SEVERITY_NOTE &&
            !rule_is(document->findings[i].rule, SYMPTOM_RACE))
            add_times(&document->findings[i], times[i], result->end.count.done, &document->arena);
    free(times);
    free(suspects);
    return failed;
}

/* Describes the choices of a script that an execution would not make by itself. */
static const char *describe_choices(const struct sample *sample, struct arena *arena)
{
    struct script script;
    struct text out;
    text_init(&out, 4096);
    bool any = script_read(sample->bytes, sample->length, &script) == 0 &&
               choices_describe(script.choices, script.count, &out);
    free(script.choices);
    const char *sentence = any ? arena_copy(arena, out.data) : NULL;
    text_free(&out);
    return sentence;
}

static const char *outcome_word(const struct document *shown, const struct world_result *result)
{
    for (size_t i = 0; i < shown->finding_count; i++)
        if (shown->findings[i].severity != SEVERITY_NOTE)
            return shown->findings[i].rule;
    return result->outcome == OUTCOME_TIME ? "time limit" : "ended";
}

/* Adds ranks that failed outside MPI: no call shows them. */
static void add_failures(struct finding *picture, const struct document *shown, struct arena *arena)
{
    for (size_t i = 0; i < shown->finding_count; i++) {
        const struct finding *finding = &shown->findings[i];
        bool outside = finding->location_count > 0 && !finding->locations[0].call &&
                       finding->locations[0].rank >= 0;
        if (outside && finding->severity == SEVERITY_ERROR)
            *arena_push(arena, picture->events, picture->event_count) =
                (struct event){.at = finding->locations[0], .state = EVENT_FAILED};
    }
}

static int show_sample(struct showing *showing, const struct sample *sample,
                       const struct record *record, struct document *document, struct error *error)
{
    struct arena *arena = &document->arena;
    struct document *shown = showing->document;
    if (explore_show_execute(showing, sample, NULL, NULL, record, error) != 0)
        return -1;
    record_free(&showing->record);
    struct finding *picture = &showing->picture;
    add_failures(picture, shown, &shown->arena);
    struct interleaving *interleaving =
        arena_push(&shown->arena, shown->interleavings, shown->interleaving_count);
    *interleaving =
        (struct interleaving){.number = sample->number,
                              .outcome = outcome_word(showing->document, &showing->result),
                              .choices = describe_choices(sample, arena),
                              .events = picture->events,
                              .event_count = picture->event_count,
                              .matches = picture->matches,
                              .match_count = picture->match_count};
    world_resolve(showing->world, shown);
    interleaving = arena_push(arena, document->interleavings, document->interleaving_count);
    *interleaving = shown->interleavings[0];
    if (sample->result)
        interleaving->result = arena_printf(arena, "%016llx", (unsigned long long)sample->result);
    for (size_t i = 0; i < showing->document->finding_count; i++)
        for (size_t j = 0; j < document->finding_count; j++)
            if (show_is_same(&showing->document->findings[i], &document->findings[j]))
                *arena_push(arena, interleaving->finding_ids, interleaving->finding_count) =
                    document->findings[j].id;
    return 0;
}

/* Opens the world again. Code before MPI_Init runs again; within one world it always reads the
 * same. */
static int show_reopen(struct showing *showing, struct error *error)
{
    world_close(showing->world);
    showing->world = NULL;
    apart_close(&showing->apart);
    return apart_open(&showing->apart, showing->search, &showing->world, error);
}

/* Describes where two executions of the same script differ. */
static int show_difference(struct showing *showing, const struct record *record,
                           struct document *document, struct explore_result *result,
                           struct error *error)
{
    enum { TRIES = 5 };
    const struct sample *prefix = showing->different;
    int failed = 0;
    for (int i = 0; i < TRIES && !result->different && !failed; i++) {
        showing->document = shown_begin(&result->shown, "verify");
        if (explore_show_execute(showing, prefix, NULL, NULL, record, error) != 0)
            break;
        struct record first = showing->record;
        failed = i == TRIES - 1 ? show_reopen(showing, error) : 0;
        if (!failed) {
            showing->document = shown_begin(&result->shown, "verify");
            failed = explore_show_execute(showing, prefix, NULL, &first, record, error);
            record_free(&showing->record);
        }
        if (!failed && showing->result.difference)
            result->different = arena_copy(&document->arena, showing->result.difference);
        record_free(&first);
    }
    if (!result->different)
        result->different = arena_printf(
            &document->arena, "choice %zu of an execution did not occur when it was replayed",
            showing->differs_at + 1);
    return 0;
}

int search_show(const struct search *search, const struct record *record, struct document *document,
                struct explore_result *result, struct error *error)
{
    struct showing showing = {.search = search, .differs_at = search->differs_at};
    if (search->different.bytes)
        showing.different = &search->different;
    if (search->suspects.count == 0 && search->sample_count == 0 && !showing.different)
        return 0;
    int failed = apart_open(&showing.apart, search, &showing.world, error);
    if (!failed)
        failed = explore_show_suspects(&showing, record, document, result, error);
    double end = clock_seconds() + PICTURES_SECONDS, deadline = search->options->deadline;
    if (deadline > 0 && deadline < end)
        end = deadline;
    for (size_t i = 0; i < search->sample_count && !failed && (i == 0 || clock_seconds() < end);
         i++) {
        showing.document = shown_begin(&result->shown, "verify");
        showing.picture = (struct finding){0};
        failed = show_sample(&showing, &search->samples[i].sample, record, document, error);
    }
    if (showing.different && !failed)
        failed = show_difference(&showing, record, document, result, error);
    if (showing.world)
        world_close(showing.world);
    apart_close(&showing.apart);
    return failed;
}
