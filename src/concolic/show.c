/* show.c: what a search found, executed once more with the least that shows it. */
#include "base/clock.h"
#include "base/memory.h"
#include "concolic/kept.h"
#include "concolic/minimise.h"
#include "concolic/search.h"
#include "concolic/tester.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For making inputs of findings small: of one, and of all. */
static const double FINDING_SECONDS = 10, ALL_SECONDS = 30;

struct showing {
    const struct search *search;
    struct tester *tester;
    struct document *document; /* what the execution found */
    struct concolic_result *result;
    size_t document_space, record_space;
    uint64_t *times; /* by finding of the document */
    double deadline; /* of making inputs small */
    bool ended;      /* the last execution came to an end by itself */
};

/* The documents own what their findings point to: they live as long as the result. */
static struct document *new_document(struct showing *showing)
{
    struct concolic_result *result = showing->result;
    result->shown = memory_room(result->shown, result->shown_count, &showing->document_space,
                                sizeof *result->shown);
    struct document *document = &result->shown[result->shown_count++];
    document_init(document, "test");
    return document;
}

/* What is wrong among several ranks is shown by whichever came first, in light or in heavy code:
 * the same address is best, the same rule will do. */
static struct finding *find(struct document *document, const struct symptom *symptom)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (symptom_is(symptom, &document->findings[i]))
            return &document->findings[i];
    for (size_t i = 0; i < document->finding_count; i++)
        if (strcmp(document->findings[i].rule, symptom->rule) == 0)
            return &document->findings[i];
    return NULL;
}

static bool is_listed(const struct document *document, const struct finding *finding)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (is_same_finding(finding, &document->findings[i]))
            return true;
    return false;
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

/* "Input: 2 ranks of `./app 5`, `nx 0` in line 1 of in.dat. In 3 of 100 tests." */
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

/* The choices that the execution made, so that it can be had again whatever would be first. */
static void keep_schedule(const struct showing *showing, struct decisions *record)
{
    const struct exploration *exploration = &showing->tester->schedule.exploration;
    if (showing->search->options->schedules == 0)
        return;
    record->explored = true;
    record->poll_bound = exploration->poll_bound;
    record->seed = exploration->seed;
    record->choice_count = exploration->count;
    record->choices =
        arena_alloc(&record->arena, (exploration->count + 1) * sizeof *record->choices);
    memcpy(record->choices, exploration->path, exploration->count * sizeof *record->choices);
    if (showing->search->options->world->scheduler.buffered)
        record->buffering = "infinite";
}

/* What only the trace proves is seen in no execution of the user's own program: `proved`. */
static void keep_test_settings(const struct showing *showing, const struct input *input,
                               bool proved, struct decisions *record)
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
                      struct decisions *record, struct error *error)
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
                       const struct finding *finding, struct decisions *record, struct error *error)
{
    struct concolic_result *result = showing->result;
    *arena_push(&record->arena, record->findings, record->finding_count) =
        (struct recorded_finding){finding->id, finding->rule};
    keep_schedule(showing, record);
    int failed = keep_input(showing, input, finding->id, record, error);
    result->records = memory_room(result->records, result->record_count, &showing->record_space,
                                  sizeof *result->records);
    result->records[result->record_count++] = *record;
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

/* The last execution of `input` showed `finding`. */
static int add_finding(struct showing *showing, const struct suspect *suspect,
                       const struct finding *finding, const struct input *input,
                       struct decisions *record, struct document *document, struct error *error)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (is_same_finding(finding, &document->findings[i])) {
            showing->times[i] += suspect->times;
            decisions_free(record);
            return 0;
        }
    showing->times[document->finding_count] = suspect->times;
    struct finding *added = document_add(document, finding->rule);
    const char *id = added->id;
    *added = *finding;
    added->id = id;
    const char *sentence = describe_input(showing, input, suspect->times, &document->arena);
    added->why =
        added->why ? arena_printf(&document->arena, "%s %s", added->why, sentence) : sentence;
    keep_test(showing, document, id, added->headline ? added->headline : added->rule, input);
    return keep_record(showing, input, added, record, error);
}

/* Executes the input, and finds in its document what is like the symptom, or like a finding that is
 * known; NULL: it is not there. */
static struct finding *execute(struct showing *showing, const struct input *input,
                               const struct symptom *symptom, const struct finding *like,
                               struct decisions *record, struct error *error)
{
    struct world_result result;
    showing->document = new_document(showing);
    if (tester_check(showing->tester, input, record, showing->document, &result, error) < 0)
        return NULL;
    error->kind = ERROR_NONE; /* a rank may not have been able to go on: what it showed counts */
    showing->ended = result.outcome == OUTCOME_ENDED;
    struct finding *finding = like ? NULL : find(showing->document, symptom);
    world_resolve(showing->tester->world, showing->document);
    for (size_t i = 0; like && !finding && i < showing->document->finding_count; i++)
        if (is_same_finding(like, &showing->document->findings[i]))
            finding = &showing->document->findings[i];
    return finding;
}

static int show_suspect(struct showing *showing, const struct suspect *suspect,
                        struct document *document, struct error *error)
{
    const struct search *search = showing->search;
    struct input input;
    struct aim aim;
    struct decisions record;
    if (item_read(suspect->nearest.bytes, suspect->nearest.length, &input, &aim, error) != 0)
        return -1;
    error->kind = ERROR_NONE;
    /* What takes long may do so only because it is looked at so closely, or shares its time. */
    showing->tester->light = strcmp(suspect->symptom.rule, "loop") == 0;
    /* The input becomes another one; what ranks had done until a choice does, too. */
    for (size_t i = 0; i < input.choice_count; i++)
        input.choices[i].check = 0;
    const struct finding *seen = execute(showing, &input, &suspect->symptom, NULL, NULL, error);
    if (seen && seen->severity != SEVERITY_NOTE && !is_listed(document, seen))
        minimise(showing->tester, seen, &search->first,
                 fmin(clock_seconds() + FINDING_SECONDS, showing->deadline), &input);
    struct decisions like = *search->record;
    like.ranks = input.ranks;
    decisions_init_same(&record, &like);
    record.binary_size = search->record->binary_size;
    record.binary_time = search->record->binary_time;
    const struct finding *finding =
        seen ? execute(showing, &input, NULL, seen, &record, error) : NULL;
    int failed = error->kind != ERROR_NONE ? -1 : 0;
    if (finding) {
        bool proved = (size_t)(finding - showing->document->findings) >= showing->tester->seen;
        keep_test_settings(showing, &input, proved, &record);
        failed = add_finding(showing, suspect, finding, &input, &record, document, error);
    } else {
        decisions_free(&record);
        bool lengthy = showing->tester->light && showing->ended;
        *(lengthy ? &showing->result->lengthy : &showing->result->unsteady) += !failed;
    }
    input_free(&input);
    return failed;
}

/* What is worst comes first, and of that what is nearest to the user's own input; never by chance.
 */
static int compare_suspects(const void *one, const void *other)
{
    const struct suspect *const *first = one, *const *second = other;
    const struct suspect *a = *first, *b = *second;
    if (a->symptom.severity != b->symptom.severity)
        return a->symptom.severity < b->symptom.severity ? -1 : 1;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    int rules = strcmp(a->symptom.rule, b->symptom.rule);
    if (rules)
        return rules;
    return (a->symptom.address > b->symptom.address) - (a->symptom.address < b->symptom.address);
}

static int show_suspects(struct showing *showing, struct document *document, struct error *error)
{
    const struct search *search = showing->search;
    size_t count = search->suspect_count;
    const struct suspect **suspects = memory_alloc((count + 1) * sizeof(struct suspect *));
    showing->times = memory_zero(count + 1, sizeof *showing->times);
    int failed = 0;
    for (size_t i = 0; i < count; i++)
        suspects[i] = &search->suspects[i];
    qsort(suspects, count, sizeof(struct suspect *), compare_suspects);
    for (size_t i = 0; i < count && !failed; i++)
        failed = show_suspect(showing, suspects[i], document, error);
    free(showing->times);
    free(suspects);
    return failed;
}

int concolic_show(const struct search *search, struct document *document,
                  struct concolic_result *result, struct error *error)
{
    struct showing showing = {
        .search = search, .result = result, .deadline = clock_seconds() + ALL_SECONDS};
    int failed = 0;
    if (search->suspect_count > 0) {
        if (tester_open(search->options, search->record, search->sites, search->scratch, "show",
                        &showing.tester, error) != 0)
            return -1;
        failed = show_suspects(&showing, document, error);
        tester_close(showing.tester);
    }
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
