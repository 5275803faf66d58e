/* worker.c: executes a test, and hands out the tests that it leads to. */
#include "concolic/search/worker.h"

#include "base/clock.h"
#include "concolic/input/shrink.h"
#include "concolic/path/proof.h"
#include "concolic/search/cross.h"
#include "concolic/search/refusal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VARIED_PRIORITY = 150,
    PATIENT_PRIORITY = 100,      /* after all questions that lead somewhere */
    SINK = 12,                   /* deducted per doubling of the time spent in vain */
    DEFERRED = 8,                /* a test is deferred if its priority fell by more than this */
    LONG_PRIORITY = 120,         /* of the first test that was stopped early */
    LONG_TRIED = 10,             /* deducted per doubling of their number */
    SCHEDULE_NEW_PRIORITY = 180, /* schedules of a path that covered something new */
    SCHEDULE_PRIORITY = 55,      /* at most, for other schedules */
};
/* A test of more than SLOW seconds is shrunk; the shrunk test must take less than this part of it.
 */
static const double SLOW = 0.25, QUICKER = 0.7;
static const double REMEMBERED = 20; /* seconds: how far back the returns of a kind reach */

static void worker_close_worker(void *state)
{
    struct worker *worker = state;
    tester_close(worker->tester);
    if (worker->solver)
        solver_close(worker->solver);
    free(worker->chooser.repeats);
    free(worker->edges);
    free(worker->futile);
    free(worker);
}

static void *worker_open_worker(void *context, int number, struct error *error)
{
    struct search *search = context;
    const struct concolic_options *options = search->options;
    struct worker *worker = memory_zero(1, sizeof *worker);
    char name[32];
    worker->search = search;
    worker->solving = options->solver;
    worker->solving.max_ranks = (uint32_t)options->max_ranks;
    worker->solving.fixed_ranks = options->fixed_ranks;
    worker->solving.fixed_focus = options->fixed_ranks && !options->focus_all;
    worker->futile = memory_zero(search->sites->edge_count + WORKER_PLACES, 1);
    snprintf(name, sizeof name, "worker-%d", number);
    worker->chooser = (struct chooser){
        .options = options,
        .sites = search->sites,
        .knowledge = &search->knowledge,
        .distance = search->distance,
        .hints = search->hints,
        .repeats = memory_zero(search->sites->edge_count + 1, sizeof *worker->chooser.repeats)};
    if (tester_open(options, search->record, search->sites, search->scratch, name, &worker->tester,
                    error) == 0 &&
        (worker->solver = solver_open(&worker->solving, error)))
        return worker;
    worker_close_worker(worker);
    return NULL;
}

/* Marks edges as told: a worker gets its next item only after its last result was taken. */
static void note_told(struct worker *worker)
{
    for (size_t i = 0; i < worker->edge_count; i++)
        coverage_tell(&worker->search->knowledge.coverage, worker->edges[i]);
    worker->edge_count = 0;
}

/* Notes the edges that the execution took, and reports those that the coordinator may not know yet.
 */
static void worker_note_coverage(struct worker *worker, struct arena *arena,
                                 struct account *account)
{
    const uint8_t *flags = segment_flags(&worker->tester->segment);
    uint32_t *edges = NULL;
    worker->reach = 0;
    worker->fruitful = false;
    for (uint32_t edge = 0; edge < worker->tester->segment.edges; edge++)
        worker->reach += flags[edge] != 0;
    for (uint32_t edge = 0; edge < worker->tester->segment.edges; edge++)
        if (flags[edge]) {
            uint32_t same = sites_same_edge(worker->search->sites, edge);
            worker->fruitful |= coverage_add(&worker->search->knowledge.coverage, same);
            coverage_note_reach(&worker->search->knowledge.coverage, same, worker->reach);
            if (coverage_told(&worker->search->knowledge.coverage, same))
                continue;
            *arena_push(arena, edges, account->edge_count) = same;
            worker->edges = memory_room(worker->edges, worker->edge_count, &worker->edge_space,
                                        sizeof *worker->edges);
            worker->edges[worker->edge_count++] = same;
        }
    account->edges = edges;
}

/* Notes the errors. `buffer_site` is a send that needs a buffer, found by analysis; 0: none.
 * Reaching a time limit counts only if the test had all its time, and never for the user's own
 * input. */
static void note_symptoms(const struct document *document, const struct aim *aim, bool early,
                          uint64_t buffer_site, struct arena *arena, struct account *account)
{
    struct symptom *symptoms = NULL;
    bool first = aim->flags & AIM_FIRST;
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        if ((early || first) && strcmp(finding->rule, "loop") == 0) {
            account->flags |= first ? ACCOUNT_UNFINISHED | ACCOUNT_LONG : 0;
            continue;
        }
        struct symptom *symptom = arena_push(arena, symptoms, account->symptom_count);
        *symptom = symptom_of(finding);
        if (refusal_is(finding))
            symptom->severity = SEVERITY_NOTE;
        if (symptom->severity != SEVERITY_NOTE)
            account->flags |= ACCOUNT_FAILED;
    }
    if (buffer_site) {
        struct symptom *symptom = arena_push(arena, symptoms, account->symptom_count);
        *symptom = (struct symptom){
            .rule = SCHEDULE_BUFFERING, .address = buffer_site, .severity = SEVERITY_WARNING};
        account->flags |= ACCOUNT_FAILED;
    }
    account->symptoms = symptoms;
}

static void tell_solver(struct worker *worker, struct account *account)
{
    const struct solver_statistics *now = solver_statistics(worker->solver);
    account->solver = *now;
    account->solver.queries -= worker->told.queries;
    account->solver.found -= worker->told.found;
    account->solver.none -= worker->told.none;
    account->solver.unknown -= worker->told.unknown;
    account->solver.cached -= worker->told.cached;
    account->solver.seconds -= worker->told.seconds;
    worker->told = *now;
}

unsigned worker_patient_priority(const struct worker *worker)
{
    return (unsigned)fmax(PATIENT_PRIORITY - SINK * log2(1 + worker->in_vain), 1);
}

static unsigned priority_now(const struct worker *worker, const struct aim *aim)
{
    struct candidate candidate = {.edge = aim->edge, .place = aim->place, .goal = aim->goal};
    if (aim->flags & AIM_CROSSED)
        return cross_priority(worker, aim);
    if (aim->flags & AIM_PATIENT)
        return worker_patient_priority(worker);
    return candidate_priority(&worker->chooser, &candidate);
}

/* Defers a test whose priority has fallen much since it was made, for example because other tests
 * covered its edge meanwhile. Applies to tests of cross.h and to patient questions too. Returns
 * true if the test waits for another turn. */
static bool worker_defer(struct worker *worker, const struct spread_item *item,
                         const struct input *input, const struct aim *aim, struct spread_out *out)
{
    bool has = coverage_has(&worker->search->knowledge.coverage, aim->edge);
    bool sinks = aim->flags & (AIM_CROSSED | AIM_PATIENT);
    if (worker->search->options->search != CONCOLIC_AUTO ||
        (aim->edge == COVERAGE_NO_EDGE && !sinks) || (!has && (aim->flags & AIM_TURNED)))
        return false;
    struct aim later = *aim;
    struct yield yield = {.count = 0};
    chooser_update(&worker->chooser);
    later.priority = priority_now(worker, aim);
    if (later.priority + DEFERRED > aim->priority)
        return false;
    later.fresh = !has && !sinks;
    yield_add(&yield, input, &later);
    yield_give(item, input, &yield, out);
    return true;
}

/* Adds the user's own input with other numbers of ranks. Not everything that depends on their
 * number is a visible condition: communicators have other sizes, messages other senders. */
static void worker_vary(struct worker *worker, const struct input *input, struct yield *yield)
{
    static const int few[] = {1, 2, 3};
    const struct concolic_options *options = worker->search->options;
    struct input varied = *input;
    struct aim aim = {.flags = AIM_VARIED, .edge = COVERAGE_NO_EDGE, .priority = VARIED_PRIORITY};
    for (size_t i = 0; i <= sizeof few / sizeof *few; i++) {
        varied.ranks = i < sizeof few / sizeof *few ? few[i] : options->max_ranks;
        if (varied.ranks != input->ranks && varied.ranks <= options->max_ranks &&
            (i < sizeof few / sizeof *few || varied.ranks > 3))
            yield_add(yield, &varied, &aim);
    }
}

/* Executes the test, in full or until it takes longer than usual. */
static int worker_run_test(struct worker *worker, const struct input *input, const struct aim *aim,
                           struct document *document, struct world_result *result,
                           struct yield *yield, struct error *error)
{
    double full = worker->search->options->processor_seconds;
    bool whole = !worker_has_pace(worker) || (aim->flags & (AIM_FIRST | AIM_LONG));
    double limit = whole ? full : pace_limit(&worker->pace, full);
    worker->tester->limit = limit;
    int failed = tester_execute(worker->tester, input, NULL, document, result, error);
    if (failed < 0 || (failed > 0 && (aim->flags & AIM_FIRST)))
        return -1;
    pace_note(&worker->pace, worker->tester->seconds);
    for (size_t i = 0; limit != full && i < document->finding_count; i++)
        yield->early = yield->early || strcmp(document->findings[i].rule, "loop") == 0;
    if (yield->early) {
        double less = LONG_TRIED * log2((double)++worker->stopped_early);
        yield->whole = *aim;
        yield->whole.flags |= AIM_LONG;
        yield->whole.priority = less < LONG_PRIORITY ? (unsigned)(LONG_PRIORITY - less) : 0;
    }
    return 0;
}

/* Adds other schedules of the executed test, up to the limit. */
static void add_schedules(struct worker *worker, const struct input *input, const struct aim *aim,
                          const struct trace *trace, struct account *account, struct yield *yield)
{
    struct knowledge *knowledge = &worker->search->knowledge;
    const struct schedule *schedule = &worker->tester->schedule;
    const uint32_t most = worker->search->options->schedules;
    struct aim other = {.flags = AIM_SCHEDULE, .edge = COVERAGE_NO_EDGE};
    struct input next = *input;
    struct arena arena = {NULL};
    bool known = aim->flags & AIM_SCHEDULE;
    other.path = known ? aim->path : schedule_path(&worker->chooser, input, trace, account);
    if (!other.path || schedule->exploration.differs)
        return;
    unsigned priority = aim->priority < SCHEDULE_PRIORITY ? aim->priority : SCHEDULE_PRIORITY;
    if (account->edge_count > 0)
        priority = SCHEDULE_NEW_PRIORITY;
    if (input->loose) { /* only some of its schedules begin like this: search all of them from the
                           start */
        next.choice_count = 0;
        next.loose = false;
        other.priority = priority;
        yield_add(yield, &next, &other);
        return;
    }
    uint32_t left = quota_left(&knowledge->quota, other.path, most);
    for (size_t i = 0; i < schedule->found_count && i < left; i++) {
        schedule_take(schedule, i, &arena, &next);
        other.priority = schedule_priority(&next, known ? aim->priority : priority);
        yield_add(yield, &next, &other);
    }
    if (schedule->found_count > left && quota_exceed(&knowledge->quota, other.path))
        account->flags |= ACCOUNT_CUT;
    arena_free(&arena);
}

/* Leaves out a schedule beyond the limit of its path. */
static bool worker_leave_out(struct worker *worker, const struct aim *aim, struct spread_out *out)
{
    struct knowledge *knowledge = &worker->search->knowledge;
    struct account account = {.flags = ACCOUNT_LEFT_OUT};
    struct bytes bytes = {0};
    if (!(aim->flags & AIM_SCHEDULE) || (aim->flags & AIM_LONG) ||
        quota_take(&knowledge->quota, aim->path, worker->search->options->schedules))
        return false;
    account.flags |= quota_exceed(&knowledge->quota, aim->path) ? ACCOUNT_CUT : 0;
    account_write(&account, &bytes);
    spread_result(out, bytes.data, bytes.length);
    bytes_free(&bytes);
    return true;
}

static uint32_t worker_flags_of(const struct worker *worker, const struct aim *aim,
                                const struct world_result *result, bool traced)
{
    const struct exploration *exploration = &worker->tester->schedule.exploration;
    bool unfinished = result->outcome == OUTCOME_TIME || result->outcome == OUTCOME_LIMIT;
    return (unfinished ? ACCOUNT_UNFINISHED : 0) | (traced ? 0 : ACCOUNT_UNTRACED) |
           (aim->flags & AIM_SCHEDULE ? ACCOUNT_SCHEDULE : 0) |
           (exploration->differs ? ACCOUNT_UNFOLLOWED : 0) |
           (exploration->sets_left_out ? ACCOUNT_SETS_LEFT : 0);
}

/* Says whether the test takes so long that shrinking is worth a try. For a test that was shrunk,
 * the last step must have helped, by time or by number of constraints. */
static bool is_to_shrink(const struct worker *worker, const struct aim *aim,
                         const struct trace *trace)
{
    double seconds = worker->tester->seconds, before = aim->prediction.constraint;
    if (worker->search->options->search != CONCOLIC_AUTO || seconds <= SLOW)
        return false;
    return (aim->flags & AIM_FIRST) ||
           ((aim->flags & AIM_SHRUNK) &&
            (seconds < QUICKER * aim->seconds || trace->constraint_count < QUICKER * before));
}

static void worker_shrink(struct worker *worker, const struct input *input, struct trace *trace,
                          struct yield *yield)
{
    struct input shrunk[SHRINK_MOST];
    struct aim aim = {.flags = AIM_VARIED | AIM_SHRUNK,
                      .edge = COVERAGE_NO_EDGE,
                      .priority = SHRUNK_PRIORITY,
                      .seconds = worker->tester->seconds,
                      .prediction = {.constraint = trace->constraint_count}};
    size_t count = shrink_make(input, trace, &worker->tester->originals, shrunk);
    for (size_t i = 0; i < count; i++) {
        yield_add(yield, &shrunk[i], &aim);
        input_free(&shrunk[i]);
    }
}

static void note_returns(struct worker *worker, const struct aim *aim, double seconds)
{
    struct returns *returns = aim->flags & AIM_CROSSED ? &worker->crossed : &worker->others;
    double kept = exp(-seconds / REMEMBERED);
    returns->seconds = kept * returns->seconds + seconds;
    returns->fruits = kept * returns->fruits + worker->fruitful;
    if (worker->fruitful) /* the cause may be the answer to a hard question */
        worker->in_vain = 0;
    else if (aim->flags & AIM_PATIENT)
        worker->in_vain += seconds;
}

static int worker_execute(struct worker *worker, const struct spread_item *item,
                          const struct input *input, const struct aim *aim, struct spread_out *out,
                          struct error *error)
{
    const struct search *search = worker->search;
    struct arena arena = {NULL};
    struct document document;
    struct world_result result;
    struct account account = {.arena = &arena};
    struct yield yield = {.count = 0};
    struct bytes bytes = {0};
    double start = clock_seconds();
    document_init(&document, "test");
    int failed = worker_run_test(worker, input, aim, &document, &result, &yield, error);
    if (!failed) {
        struct trace trace;
        bool traced = segment_trace(&worker->tester->segment, input->focus, &trace);
        account.flags = worker_flags_of(worker, aim, &result, traced);
        if (traced)
            proof_add(&trace, search->sites, search->options->find, &document);
        worker_note_coverage(worker, &arena, &account);
        note_symptoms(&document, aim, yield.early, worker->tester->schedule.exploration.buffer_site,
                      &arena, &account);
        if (traced && is_to_shrink(worker, aim, &trace))
            worker_shrink(worker, input, &trace, &yield);
        if (traced)
            worker_ask(worker, input, aim, &trace, &account, &yield);
        if (traced && worker->fruitful && search->options->cross &&
            search->options->search == CONCOLIC_AUTO)
            cross(worker, input, &trace, &yield);
        note_returns(worker, aim, clock_seconds() - start);
        if (search->options->schedules > 0 && !yield.early)
            add_schedules(worker, input, aim, traced ? &trace : NULL, &account, &yield);
        if (traced)
            trace_free(&trace);
        if ((aim->flags & AIM_FIRST) && !search->options->fixed_ranks)
            worker_vary(worker, input, &yield);
        tell_solver(worker, &account);
        account_write(&account, &bytes);
        spread_result(out, bytes.data, bytes.length);
        spread_count(out, 1);
        yield_give(item, input, &yield, out);
    }
    bytes_free(&bytes);
    document_free(&document);
    arena_free(&arena);
    return failed;
}

static int worker_run_item(void *state, const struct spread_item *item, struct spread_out *out,
                           struct error *error)
{
    struct worker *worker = state;
    struct input input;
    struct aim aim;
    note_told(worker);
    if (item_read(item->bytes, item->length, &input, &aim, error) != 0)
        return -1;
    int failed = 0;
    if (!worker_leave_out(worker, &aim, out) && !worker_defer(worker, item, &input, &aim, out))
        failed = worker_execute(worker, item, &input, &aim, out, error);
    input_free(&input);
    return failed;
}

const struct spread_worker concolic_worker = {worker_open_worker, worker_run_item,
                                              worker_close_worker};
