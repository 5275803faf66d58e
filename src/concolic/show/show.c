/* show.c: executes each finding of a search once more, with the smallest input that shows it: by
 * the test build, and then by the user's own program, whose result counts. */
#include "concolic/show/show.h"

#include "base/clock.h"
#include "base/memory.h"
#include "concolic/search/kept.h"
#include "concolic/search/refusal.h"
#include "concolic/search/search.h"
#include "concolic/search/tester.h"
#include "concolic/show/minimise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Time for making inputs small: of one finding, and of all. */
static const double FINDING_SECONDS = 30, ALL_SECONDS = 120;
/* Time for the user's own program, before and after the deadline. Findings about loops take the
 * whole limit of an execution each; they may use this share of the search's time. */
static const double OWN_SECONDS = 1, OWN_SHARE = 0.35;

/* The result of the test build for a suspect. */
struct seen {
    const struct suspect *suspect;
    struct input input;            /* the smallest input that shows it */
    const struct finding *finding; /* NULL: it could not be reproduced */
    struct record record;
    bool unseen; /* there was no time for the test build: only the rule of the finding is known */
    bool proved; /* only the trace proves it */
    bool kept;   /* only the test build can show it */
};

struct own {
    struct arena arena;
    const char *words[2];
    struct world_options world;
    struct concolic_options options;
};

struct showing {
    const struct search *search;
    struct tester *tester; /* with the test build, then with the user's own program */
    struct seen *seen;
    size_t seen_count;
    struct document *document; /* findings of the last execution */
    struct concolic_result *result;
    uint64_t *times; /* by finding of the document: tests that showed it */
    double deadline; /* end of making inputs small */
    double end;      /* end of executing suspects in the test build; 0: none */
    struct refusals refusals;
    bool ended; /* the last execution ended by itself */
};

/* Finds the finding that belongs to a symptom. If an error involves several ranks, the first rank
 * that meets it shows it, in light or heavy code. So the same address is best, and the same rule is
 * enough. */
static struct finding *show_find(struct document *document, const struct symptom *symptom)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (symptom_is(symptom, &document->findings[i]))
            return &document->findings[i];
    for (size_t i = 0; i < document->finding_count; i++)
        if (strcmp(document->findings[i].rule, symptom->rule) == 0)
            return &document->findings[i];
    return NULL;
}

static bool is_loop(const struct suspect *suspect)
{
    return strcmp(suspect->symptom.rule, "loop") == 0;
}

static void add_values(const struct input *input, const struct search *search, struct text *out)
{
    const struct input *first = &search->first;
    const struct input_originals originals = tester_originals(search->record);
    input_describe_changes(input, &originals, out);
    for (size_t i = 0; i < input->mark_count; i++) {
        text_add(out, ", ");
        input_describe_mark(&input->marks[i], out);
    }
    struct text choices;
    text_init(&choices, 1 << 12);
    if (choices_describe(input->choices, input->choice_count, &choices))
        text_addf(out, ", schedule: %s", choices.data);
    text_free(&choices);
    if (input_distance(input, first) + input_distance(first, input) == 0)
        text_add(out, ", the input that was given");
}

/* Writes a sentence such as "Input: 2 ranks of `./app 5`, `nx 0` in line 1 of in.dat. In 3 of 100
 * tests." */
static const char *describe_input(const struct showing *showing, const struct input *input,
                                  uint64_t times, struct arena *arena)
{
    struct text out;
    text_init(&out, 1 << 12);
    text_addf(&out, "Input: %d rank%s of `", input->ranks, input->ranks == 1 ? "" : "s");
    input_describe(input, &out);
    text_add_char(&out, '`');
    add_values(input, showing->search, &out);
    text_addf(&out, ". In %llu of %llu tests.", (unsigned long long)times,
              (unsigned long long)showing->search->counts.executions);
    const char *sentence = arena_copy(arena, out.data);
    text_free(&out);
    return sentence;
}

/* Records the choices of the execution, so that a replay does not depend on which alternative is
 * first. */
static void keep_schedule(const struct showing *showing, struct record *record)
{
    const struct exploration *exploration = &showing->tester->schedule.exploration;
    if (showing->search->options->schedules == 0)
        return;
    record_follow(record, exploration->poll_bound, exploration->seed, exploration->path,
                  exploration->count);
    if (showing->search->options->world->scheduler.buffering == BUFFERING_INFINITE &&
        !showing->tester->waiting)
        record->buffering = BUFFERING_INFINITE;
}

/* Records the settings of the test. `proved`: only the trace proves the error, so the test build
 * must replay it. */
static void keep_test_settings(const struct showing *showing, const struct input *input,
                               bool proved, struct record *record)
{
    const struct concolic_options *options = showing->search->options;
    struct arena *arena = &record->arena;
    struct recorded_test *test = arena_alloc(arena, sizeof *test);
    *test = (struct recorded_test){.milliseconds =
                                       (uint64_t)(tester_limit(showing->tester, input) * 1e3),
                                   .memory_bytes = options->memory_bytes,
                                   .file_bytes = options->file_bytes};
    char *sites = proved ? realpath(options->sites, NULL) : NULL;
    if (sites) {
        test->sites = arena_copy(arena, sites);
        test->rank = input->focus;
        test->focus = options->focus_all ? SYMBOLIC_FOCUS_ALL : input->focus;
        test->flags = tester_symbolic_flags(options, test->focus);
        for (size_t i = 0; i < options->pattern_count; i++)
            *arena_push(arena, test->patterns, test->pattern_count) = options->patterns[i];
    }
    free(sites);
    record->test = test;
}

static int keep_input(const struct showing *showing, const struct input *input, const char *id,
                      struct record *record, struct error *error)
{
    const struct search *search = showing->search;
    const char *directory = search->options->directory;
    if (!directory)
        return 0;
    char *path = memory_printf("%s/inputs/%s", directory, id);
    int failed = kept_lay_out(input, search->record, search->options->world->program[0], directory,
                              path, record, error);
    free(path);
    return failed;
}

static int keep_record(struct showing *showing, const struct input *input,
                       const struct finding *finding, struct record *record, struct error *error)
{
    int failed = keep_input(showing, input, finding->id, record, error);
    shown_keep(&showing->result->shown, record, finding);
    return failed;
}

static void keep_test(struct showing *showing, struct document *document, const char *name,
                      const char *what, const struct input *input)
{
    struct concolic_result *result = showing->result;
    struct bytes bytes = {0};
    input_write(input, &bytes);
    *arena_push(&document->arena, result->tests, result->test_count) = (struct concolic_test){
        .name = arena_copy(&document->arena, name),
        .what = arena_copy(&document->arena, what),
        .input = arena_copy_bytes(&document->arena, (char *)bytes.data, bytes.length),
        .length = bytes.length};
    bytes_free(&bytes);
}

/* Adds a finding that the last execution of `input` showed. */
static int show_add_finding(struct showing *showing, const struct suspect *suspect,
                            const struct finding *finding, const struct input *input,
                            struct record *record, struct document *document, struct error *error)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (is_same_finding(finding, &document->findings[i])) {
            showing->times[i] += suspect->times;
            record_free(record);
            return 0;
        }
    showing->times[document->finding_count] = suspect->times;
    struct finding *added = shown_add(document, finding);
    const char *sentence = describe_input(showing, input, suspect->times, &document->arena);
    added->why =
        added->why ? arena_printf(&document->arena, "%s %s", added->why, sentence) : sentence;
    keep_test(showing, document, added->id, added->headline ? added->headline : added->rule, input);
    return keep_record(showing, input, added, record, error);
}

/* Executes the input in the tester's program. Returns the finding that corresponds to the symptom
 * or, if `like` is given, equals it; NULL: none. */
static struct finding *show_execute(struct showing *showing, const struct input *input,
                                    const struct symptom *symptom, const struct finding *like,
                                    struct record *record, struct error *error)
{
    struct world_result result;
    showing->document = shown_begin(&showing->result->shown, "test");
    if (tester_check(showing->tester, input, record, showing->document, &result, error) < 0)
        return NULL;
    error->kind = ERROR_NONE; /* a rank may have failed: what it showed counts */
    showing->ended = result.outcome == OUTCOME_ENDED;
    struct finding *finding = like ? NULL : show_find(showing->document, symptom);
    world_resolve(showing->tester->world, showing->document);
    for (size_t i = 0; like && !finding && i < showing->document->finding_count; i++)
        if (is_same_finding(like, &showing->document->findings[i]))
            finding = &showing->document->findings[i];
    return finding;
}

static void begin_record(const struct showing *showing, const struct input *input,
                         struct record *record)
{
    const struct search *search = showing->search;
    struct record like = *search->record;
    like.ranks = input->ranks;
    record_init_same(record, &like);
    record->binary_size = search->record->binary_size;
    record->binary_time = search->record->binary_time;
}

static bool is_seen(const struct showing *showing, const struct finding *finding)
{
    for (size_t i = 0; i < showing->seen_count; i++)
        if (showing->seen[i].finding && is_same_finding(finding, showing->seen[i].finding))
            return true;
    return false;
}

/* Sets the tester for a suspect. A loop may take long only because heavy code is slow, so it is
 * executed in light code; an error of buffering shows where sends wait. */
static void show_look_at(struct tester *tester, const struct suspect *suspect)
{
    tester->light = is_loop(suspect);
    tester->waiting = strcmp(suspect->symptom.rule, SCHEDULE_BUFFERING) == 0;
}

static bool is_time_up(const struct showing *showing)
{
    return showing->end > 0 && clock_seconds() >= showing->end;
}

/* Counts a suspect that is no finding, by reason: no time for it, a loop that ends, or another one.
 */
static void count_lost(struct showing *showing, struct seen *seen, size_t *otherwise)
{
    size_t *lengthy = &showing->result->lengthy, *unconfirmed = &showing->result->unconfirmed;
    seen->finding = NULL;
    if (seen->unseen || tester_is_late(showing->tester))
        ++*unconfirmed;
    else
        ++*(is_loop(seen->suspect) && showing->ended ? lengthy : otherwise);
}

/* Finds the smallest input with which the test build shows the suspect. */
static int see_suspect(struct showing *showing, const struct suspect *suspect, struct seen *seen,
                       struct error *error)
{
    struct aim aim;
    struct input *input = &seen->input;
    seen->suspect = suspect;
    if (item_read(suspect->best.bytes, suspect->best.length, input, &aim, error) != 0)
        return -1;
    error->kind = ERROR_NONE;
    show_look_at(showing->tester, suspect);
    /* The input changes, so the steps of ranks before a choice may change too. */
    for (size_t i = 0; i < input->choice_count; i++)
        input->choices[i].check = 0;
    if (is_time_up(showing) && input->mark_count == 0) {
        struct finding *like =
            document_add_note(shown_begin(&showing->result->shown, "test"), suspect->symptom.rule);
        like->severity = (enum severity)suspect->symptom.severity;
        seen->finding = like;
        seen->unseen = true;
        return 0;
    }
    begin_record(showing, input, &seen->record);
    const struct finding *first =
        show_execute(showing, input, &suspect->symptom, NULL, &seen->record, error);
    bool small = first && (first->severity == SEVERITY_NOTE || refusal_is(first));
    bool is_worth_it = first && !small && !is_seen(showing, first);
    seen->finding = first;
    if (is_worth_it && clock_seconds() < showing->deadline) {
        record_free(&seen->record);
        minimise(showing->tester, first, &showing->search->first,
                 fmin(clock_seconds() + FINDING_SECONDS, showing->deadline), input);
        begin_record(showing, input, &seen->record);
        seen->finding = show_execute(showing, input, NULL, first, &seen->record, error);
    }
    if (error->kind != ERROR_NONE)
        return -1;
    if (seen->finding) {
        size_t place = (size_t)(seen->finding - showing->document->findings);
        seen->proved = place >= showing->tester->seen;
        seen->kept = seen->proved || input->mark_count > 0;
        keep_schedule(showing, &seen->record);
    }
    if (!seen->finding || tester_is_late(showing->tester))
        count_lost(showing, seen, &showing->result->unsteady);
    return 0;
}

/* Finds the finding of the user's own program that corresponds to `seen`: the same one, one of the
 * same rule, or else another error. */
static const struct finding *find_own(const struct document *document, const struct finding *seen)
{
    const struct finding *alike = NULL;
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *own = &document->findings[i];
        if (is_same_finding(own, seen))
            return own;
        bool same_rule = strcmp(own->rule, seen->rule) == 0;
        if (same_rule && (!alike || strcmp(alike->rule, seen->rule) != 0))
            alike = own;
        else if (!alike && seen->severity == SEVERITY_ERROR && own->severity == SEVERITY_ERROR)
            alike = own;
    }
    return alike;
}

/* Chooses the finding to report. An optimised program, or one without debug information, does not
 * tell the place; the test build does, if it shows exactly the same. */
static const struct finding *choose_view(const struct finding *own, const struct finding *seen)
{
    bool placed = own->location_count > 0 && own->locations[0].file;
    bool same = strcmp(own->rule, seen->rule) == 0 && own->headline && seen->headline &&
                strcmp(own->headline, seen->headline) == 0;
    return same && !placed ? seen : own;
}

/* Executes the input in the user's own program. Returns NULL if it does not show the error. */
static const struct finding *execute_own(struct showing *showing, const struct seen *seen,
                                         const struct input *input, struct record *record,
                                         struct error *error)
{
    begin_record(showing, input, record);
    show_look_at(showing->tester, seen->suspect);
    show_execute(showing, input, &seen->suspect->symptom, NULL, record, error);
    bool counts = error->kind == ERROR_NONE && !tester_is_late(showing->tester);
    const struct finding *own = counts ? find_own(showing->document, seen->finding) : NULL;
    if (own)
        keep_schedule(showing, record);
    else
        record_free(record);
    return own ? choose_view(own, seen->finding) : NULL;
}

/* Adds a refusal. All refusals are one note, that of the first. */
static int add_refusal(struct showing *showing, const struct suspect *suspect,
                       const struct finding *finding, const struct input *input,
                       struct record *record, struct document *document, struct error *error)
{
    int failed = 0;
    if (showing->refusals.note) {
        record_free(record);
    } else {
        struct finding note = *finding;
        note.severity = SEVERITY_NOTE;
        failed = show_add_finding(showing, suspect, &note, input, record, document, error);
    }
    if (!failed)
        refusal_add(&showing->refusals, finding, document);
    return failed;
}

/* Decides whether a suspect becomes a finding. The user's own program cannot show an error that
 * only the trace proves, or that needs values marked in the source: there the test build suffices.
 * Every other error counts only if that program shows it, with the smallest input or with the
 * original one. */
static int show_confirm(struct showing *showing, struct seen *seen, struct document *document,
                        struct error *error)
{
    struct aim aim;
    struct record record = seen->record;
    const struct finding *finding = seen->finding;
    if (!seen->kept) {
        record_free(&seen->record);
        finding = execute_own(showing, seen, &seen->input, &record, error);
    }
    seen->record = (struct record){0};
    if (!finding && error->kind == ERROR_NONE && !tester_is_late(showing->tester)) {
        const struct sample *best = &seen->suspect->best;
        input_free(&seen->input);
        if (item_read(best->bytes, best->length, &seen->input, &aim, error) != 0)
            return -1;
        error->kind = ERROR_NONE;
        for (size_t i = 0; i < seen->input.choice_count; i++)
            seen->input.choices[i].check = 0;
        finding = execute_own(showing, seen, &seen->input, &record, error);
    }
    if (error->kind != ERROR_NONE)
        return -1;
    if (finding) {
        keep_test_settings(showing, &seen->input, seen->proved, &record);
        return (refusal_is(finding) ? add_refusal : show_add_finding)(
            showing, seen->suspect, finding, &seen->input, &record, document, error);
    }
    count_lost(showing, seen, &showing->result->only_test_build);
    return 0;
}

/* Orders suspects: the worst first, then the nearest to the user's own input. The order is always
 * definite. */
static int show_compare_suspects(const void *one, const void *other)
{
    const struct suspect *const *first = one, *const *second = other;
    const struct suspect *a = *first, *b = *second;
    if (a->symptom.severity != b->symptom.severity)
        return a->symptom.severity < b->symptom.severity ? -1 : 1;
    if (a->cost.second != b->cost.second) /* the distance */
        return a->cost.second < b->cost.second ? -1 : 1;
    return symptom_compare(&a->symptom, &b->symptom);
}

/* Reproduces all suspects with the test build, the worst first. */
static int see_suspects(struct showing *showing, struct error *error)
{
    const struct search *search = showing->search;
    size_t count = search->suspects.count;
    const struct suspect **suspects = suspects_sorted(&search->suspects, show_compare_suspects);
    int failed = tester_open(search->options, search->record, search->sites, search->scratch,
                             "show", &showing->tester, error);
    if (!failed)
        showing->tester->deadline = search->options->deadline;
    for (size_t i = 0; i < count && !failed; i++)
        failed = see_suspect(showing, suspects[i], &showing->seen[showing->seen_count++], error);
    if (showing->tester)
        tester_close(showing->tester);
    showing->tester = NULL;
    free(suspects);
    return failed;
}

/* Opens the same world with the user's own program in it, as `tutti replay` does. */
static int open_own(struct showing *showing, struct own *own, struct error *error)
{
    const struct search *search = showing->search;
    own->words[0] = kept_program(search->record, &own->arena);
    own->world = *search->options->world;
    own->world.program = own->words;
    own->options = *search->options;
    own->options.world = &own->world;
    own->options.find = 0;
    if (tester_open(&own->options, search->record, search->sites, search->scratch, "own",
                    &showing->tester, error) != 0)
        return -1;
    if (search->options->deadline > 0)
        showing->tester->deadline = search->options->deadline + OWN_SECONDS;
    return 0;
}

static int show_suspects(struct showing *showing, struct document *document, struct error *error)
{
    size_t count = showing->search->suspects.count;
    struct own own = {.words = {NULL}};
    showing->times = memory_zero(count + 1, sizeof *showing->times);
    showing->seen = memory_zero(count + 1, sizeof *showing->seen);
    int failed = see_suspects(showing, error);
    bool any = false;
    for (size_t i = 0; i < showing->seen_count; i++)
        any = any || showing->seen[i].finding;
    if (!failed && any)
        failed = open_own(showing, &own, error);
    for (size_t i = 0; i < showing->seen_count; i++) {
        struct seen *seen = &showing->seen[i];
        if (!failed && seen->finding)
            failed = show_confirm(showing, seen, document, error);
        record_free(&seen->record);
        input_free(&seen->input);
    }
    refusal_finish(&showing->refusals, document);
    if (showing->tester)
        tester_close(showing->tester);
    arena_free(&own.arena);
    free(showing->times);
    free(showing->seen);
    return failed;
}

static double own_seconds(const struct search *search)
{
    double seconds = OWN_SECONDS, all = search->options->deadline - search->began;
    for (size_t i = 0; i < search->suspects.count; i++)
        seconds += is_loop(&search->suspects.list[i]) ? search->options->processor_seconds : 0;
    return fmax(OWN_SECONDS, fmin(seconds, OWN_SHARE * all));
}

int concolic_show(const struct search *search, struct document *document,
                  struct concolic_result *result, struct error *error)
{
    struct showing showing = {.search = search, .result = result};
    showing.deadline = clock_seconds() + ALL_SECONDS;
    if (search->options->deadline > 0) {
        showing.end = search->options->deadline - own_seconds(search);
        showing.deadline = fmin(showing.deadline, showing.end);
    }
    int failed = 0;
    if (search->suspects.count > 0)
        failed = show_suspects(&showing, document, error);
    for (size_t i = 0; i < search->corpus_count; i++) {
        struct input input;
        struct aim aim;
        struct error ignored;
        char *name = memory_printf("corpus-%06zu", i + 1);
        if (item_read(search->corpus[i].bytes, search->corpus[i].length, &input, &aim, &ignored) ==
            0) {
            keep_test(&showing, document, name, "An input that covers something new.", &input);
            input_free(&input);
        }
        free(name);
    }
    return failed;
}
