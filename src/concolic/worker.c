/* worker.c: executes a test, and asks for others that leave its path. */
#include "base/clock.h"
#include "concolic/pace.h"
#include "concolic/proof.h"
#include "concolic/search.h"
#include "concolic/shrink.h"
#include "concolic/tester.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUESTIONS = 256, /* after one execution; the rest is asked after another one */
    FOUND = 16,      /* children, where none leads to what is not covered */
    VARIED_PRIORITY = 150,
    SHRUNK_PRIORITY = 240,   /* behind what quick tests lead to that is new */
    DEFERRED = 8,            /* by so much the priority of a test must have fallen */
    REST = 8,                /* what an answer is worth less that is not there yet */
    HURRY_MILLISECONDS = 30, /* of a question, at first: most take a few, and some are too hard */
    POOR = 50,               /* less for words in a test that covers nothing beside others */
    MISTAKES = 10,           /* of the last conditions of a test */
    PATIENT_PRIORITY = 100,  /* of those: behind all that leads somewhere */
    FUTILE_PLACES = 1 << 12, /* where there is no edge */
    FUTILE = 2,              /* questions in a row about an edge that were too hard in a hurry */
    LONG_PRIORITY = 120,     /* of a test that was stopped early, if it is the first */
    LONG_TRIED = 10,         /* less for each doubling of their number */
    SCHEDULE_NEW_PRIORITY = 180, /* of a path that covered something */
    SCHEDULE_PRIORITY = 55,      /* of others, at most */
};
/* The same, in seconds, and in times of what the execution took. */
static const double QUESTION_SECONDS = 0.5, QUESTION_TIMES = 2;
static const double LESSER_SECONDS = 0.1; /* for what leads to nothing new at once */
/* What takes longer is too slow if it can be had quicker, by a part that is worth it. */
static const double SLOW = 0.25, QUICKER = 0.7;

struct worker {
    struct search *search;
    struct tester *tester;
    struct solver *solver;
    struct solver_options solving;
    uint32_t *edges; /* that the last result tells of */
    size_t edge_count, edge_space;
    struct solver_statistics told; /* of questions that outcomes told of */
    struct chooser chooser;
    unsigned reach;  /* edges that the last execution took; */
    bool fruitful;   /* some of them for the first time */
    uint8_t *futile; /* by edge, then by place: questions in a row that were too hard in a hurry */
    struct pace pace;
    uint64_t stopped_early; /* tests */
    bool guessed;           /* the last answer leaves the path before what was asked about */
};

/* A test that will be. */
struct child {
    struct bytes bytes;
    unsigned priority;
};

/* What one item has come to. */
struct yield_of_item {
    struct child *children; /* the best first */
    size_t count, space;
    bool any_left;
    unsigned left;    /* priority of the best candidate that was not asked for */
    struct aim rest;  /* to ask for it and all others */
    bool any_hard;    /* there are questions to be asked with more time */
    struct aim hard;  /* to do so */
    bool early;       /* the test was stopped early */
    struct aim whole; /* to execute it in full */
};

static void close_worker(void *state)
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

static void *open_worker(void *context, int number, struct error *error)
{
    struct search *search = context;
    const struct concolic_options *options = search->options;
    struct worker *worker = memory_zero(1, sizeof *worker);
    char name[32];
    worker->search = search;
    worker->solving = options->solver;
    worker->solving.max_ranks = (uint32_t)options->max_ranks;
    worker->futile = memory_zero(search->sites->edge_count + FUTILE_PLACES, 1);
    snprintf(name, sizeof name, "worker-%d", number);
    worker->chooser = (struct chooser){
        .options = options,
        .sites = search->sites,
        .coverage = &search->coverage,
        .distance = search->distance,
        .repeats = memory_zero(search->sites->edge_count + 1, sizeof *worker->chooser.repeats)};
    if (tester_open(options, search->record, search->sites, search->scratch, name, &worker->tester,
                    error) == 0 &&
        (worker->solver = solver_open(&worker->solving, error)))
        return worker;
    close_worker(worker);
    return NULL;
}

/* The results that this worker gave so far have been taken, or another item would not be here. */
static void note_told(struct worker *worker)
{
    for (size_t i = 0; i < worker->edge_count; i++)
        coverage_tell(&worker->search->coverage, worker->edges[i]);
    worker->edge_count = 0;
}

/* Edges that the execution has covered, and of which nobody has told. */
static void note_coverage(struct worker *worker, struct arena *arena, struct account *account)
{
    const uint8_t *flags = tester_flags(worker->tester);
    uint32_t *edges = NULL;
    worker->reach = 0;
    worker->fruitful = false;
    for (uint32_t edge = 0; edge < worker->tester->edges; edge++)
        worker->reach += flags[edge] != 0;
    for (uint32_t edge = 0; edge < worker->tester->edges; edge++)
        if (flags[edge]) {
            uint32_t same = sites_same_edge(worker->search->sites, edge);
            worker->fruitful |= coverage_add(&worker->search->coverage, same);
            coverage_note_reach(&worker->search->coverage, same, worker->reach);
            if (coverage_told(&worker->search->coverage, same))
                continue;
            *arena_push(arena, edges, account->edge_count) = same;
            worker->edges = memory_room(worker->edges, worker->edge_count, &worker->edge_space,
                                        sizeof *worker->edges);
            worker->edges[worker->edge_count++] = same;
        }
    account->edges = edges;
}

/* That it took too long is none before it had all its time. */
static void note_symptoms(const struct document *document, bool early, struct arena *arena,
                          struct account *account)
{
    struct symptom *symptoms = NULL;
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        if (early && strcmp(finding->rule, "loop") == 0)
            continue;
        *arena_push(arena, symptoms, account->symptom_count) = symptom_of(finding);
        if (finding->severity != SEVERITY_NOTE)
            account->flags |= ACCOUNT_FAILED;
    }
    account->symptoms = symptoms;
}

/* One question that is too hard costs as much as many tests: others come first. */
static bool in_hurry(const struct worker *worker)
{
    return !worker->chooser.patient && worker->solving.milliseconds > HURRY_MILLISECONDS;
}

/* There are no such values. Are there some beyond what is allowed? Once for each edge. */
static void note_none(struct worker *worker, const struct candidate *candidate,
                      struct solver_question question, struct account *account)
{
    const uint8_t before = coverage_tried(&worker->search->coverage, candidate->edge);
    struct solver_model model;
    bool limited = false;
    question.unlimited = true;
    if (candidate->fresh && !candidate->turned && !(before & (TRIAL_NONE | TRIAL_LIMITED)))
        limited = solver_ask(worker->solver, &question, &model) == SOLVER_FOUND;
    account_try(account, &worker->search->coverage, candidate,
                limited ? TRIAL_LIMITED : TRIAL_NONE);
}

/* Values that are not possible on this path: those that follow it as long as they can. What was
 * decided behind that may have been decided for the sake of other values. */
static enum solver_answer ask_elsewhere(struct worker *worker, struct solver_question *question,
                                        struct solver_model *model)
{
    uint32_t too_few = 0, enough = question->constraint;
    question->dropped = enough;
    if (enough == 0 || solver_ask(worker->solver, question, model) != SOLVER_FOUND)
        return SOLVER_NONE;
    while (too_few + 1 < enough) {
        struct solver_model nearer = {0};
        question->dropped = too_few + (enough - too_few) / 2;
        if (solver_ask(worker->solver, question, &nearer) == SOLVER_FOUND) {
            *model = nearer;
            enough = question->dropped;
        } else {
            too_few = question->dropped;
        }
    }
    return SOLVER_FOUND;
}

static enum solver_answer ask(struct worker *worker, struct trace *trace,
                              const struct candidate *candidate, struct account *account,
                              struct solver_model *model)
{
    struct solver_question question = {.trace = trace,
                                       .constraint = candidate->constraint,
                                       .goal = candidate->goal,
                                       .milliseconds = in_hurry(worker) ? HURRY_MILLISECONDS : 0};
    if (candidate->goal == GOAL_CASE) {
        question.values = &candidate->value;
        question.value_count = 1;
    } else if (candidate->goal == GOAL_NO_CASE) {
        question.values = trace->constraints[candidate->constraint].cases;
        question.value_count = trace->constraints[candidate->constraint].case_count;
    }
    enum solver_answer answer = solver_ask(worker->solver, &question, model);
    if (answer == SOLVER_NONE) {
        /* No such values with this many iterations of loops before, in memory of this size. */
        question.loose = true;
        answer = solver_ask(worker->solver, &question, model);
    }
    worker->guessed = candidate->turned;
    if (answer == SOLVER_NONE) {
        note_none(worker, candidate, question, account);
        if (!candidate_elsewhere(&worker->chooser, candidate))
            return SOLVER_NONE;
        worker->guessed = true;
        return ask_elsewhere(worker, &question, model);
    }
    account_try(account, &worker->search->coverage, candidate,
                answer == SOLVER_FOUND ? TRIAL_MADE : TRIAL_HARD);
    return answer;
}

static void add_child(struct yield_of_item *yield, const struct input *input, const struct aim *aim)
{
    yield->children =
        memory_room(yield->children, yield->count, &yield->space, sizeof *yield->children);
    struct child *child = &yield->children[yield->count++];
    *child = (struct child){.priority = aim->priority};
    input_write(input, &child->bytes);
    aim_write(aim, &child->bytes);
}

static bool has_pace(const struct worker *worker)
{
    const struct concolic_options *options = worker->search->options;
    return options->pace && options->search == CONCOLIC_AUTO;
}

static unsigned paced(const struct worker *worker, unsigned priority)
{
    priority = candidate_priority_after(&worker->chooser, priority, worker->reach);
    return has_pace(worker) ? pace_priority(&worker->pace, worker->tester->seconds, priority)
                            : priority;
}

/* What a word leads to, nobody knows. One in a test that ends at its first mistake leads nowhere,
 * so those come first that are in tests which come far; but for the mistake, which is what was
 * looked at last. */
static unsigned worth_of(const struct worker *worker, const struct trace *trace,
                         const struct candidate *candidate)
{
    unsigned most = coverage_most(&worker->search->coverage);
    double less = 0;
    if (candidate->word && worker->search->options->search == CONCOLIC_AUTO && most > 0 &&
        candidate->constraint + MISTAKES < trace->constraint_count)
        less = POOR * (1 - (double)worker->reach / most);
    return candidate->priority > less ? (unsigned)(candidate->priority - less) : 0;
}

/* Different questions may have the same answer. */
static bool is_new(struct worker *worker, const struct input *input)
{
    struct bytes bytes = {0};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    input_write(input, &bytes);
    for (size_t i = 0; i < bytes.length; i++)
        hash = (hash ^ (unsigned char)bytes.data[i]) * UINT64_C(0x100000001b3);
    bytes_free(&bytes);
    return coverage_ask(&worker->search->coverage, hash);
}

/* A test with the values of the model. One whose file cannot be read is none. */
static void add_test(struct worker *worker, const struct input *input, const struct trace *trace,
                     const struct candidate *candidate, const struct solver_model *model,
                     struct yield_of_item *yield)
{
    struct input next;
    struct error ignored;
    if (input_apply(input, trace, model, &worker->tester->originals, &next, &ignored) != 0)
        return;
    if (next.ranks > worker->search->options->max_ranks)
        next.ranks = worker->search->options->max_ranks;
    if (worker->search->options->fixed_ranks) {
        next.ranks = input->ranks;
        if (!worker->search->options->focus_all) /* else each of them has its turn */
            next.focus = input->focus;
    }
    if (next.focus >= next.ranks)
        next.focus = next.ranks - 1;
    if (!is_new(worker, &next)) {
        input_free(&next);
        return;
    }
    struct aim aim = {.flags = (worker->guessed ? AIM_GUESSED : 0) |
                               (candidate->turned ? AIM_TURNED : 0),
                      .edge = candidate->edge,
                      .fresh = candidate->fresh,
                      .word = candidate->word,
                      .goal = candidate->goal,
                      .place = candidate->place,
                      .priority = paced(worker, worth_of(worker, trace, candidate)),
                      .prediction = candidate_predict(trace, candidate)};
    add_child(yield, &next, &aim);
    input_free(&next);
}

/* No rank of the communicator will do: there may be one if there are more. */
static void add_larger(struct worker *worker, const struct input *input,
                       const struct candidate *candidate, struct yield_of_item *yield)
{
    const struct concolic_options *options = worker->search->options;
    struct input larger = *input;
    struct aim aim = {
        .flags = AIM_VARIED, .edge = COVERAGE_NO_EDGE, .priority = candidate->priority};
    larger.ranks = 2 * input->ranks < options->max_ranks ? 2 * input->ranks : options->max_ranks;
    if (larger.ranks > input->ranks && !options->fixed_ranks)
        add_child(yield, &larger, &aim);
}

static uint8_t *futile_of(struct worker *worker, const struct candidate *candidate)
{
    uint32_t edges = worker->search->sites->edge_count;
    return &worker->futile[candidate->edge < edges ? candidate->edge
                                                   : edges + candidate->place % FUTILE_PLACES];
}

/* A condition that was too hard on some paths is so on most others. */
static bool is_futile(struct worker *worker, const struct candidate *candidate)
{
    return in_hurry(worker) && *futile_of(worker, candidate) >= FUTILE;
}

static void note_answer(struct worker *worker, const struct candidate *candidate,
                        enum solver_answer answer)
{
    if (answer != SOLVER_UNKNOWN)
        *futile_of(worker, candidate) = 0;
    else if (in_hurry(worker))
        ++*futile_of(worker, candidate);
}

/* Whether others may have something better to do than what comes next: the test is executed once
 * more for the rest, when it is its turn. */
static bool is_enough(struct worker *worker, const struct candidates *candidates, size_t number,
                      double seconds, size_t asked, size_t found)
{
    bool is_auto = worker->search->options->search == CONCOLIC_AUTO;
    double limit = QUESTION_TIMES * worker->tester->seconds;
    double least = is_auto && !candidates->list[number].fresh ? LESSER_SECONDS : QUESTION_SECONDS;
    if (asked >= QUESTIONS || seconds > (limit > least ? limit : least))
        return true;
    if (candidate_is_lesser(&worker->chooser, &candidates->list[number], candidates->list))
        return found > 0 || seconds > worker->tester->seconds;
    return is_auto && found >= FOUND &&
           candidates->list[number].priority < candidates->list[number - 1].priority;
}

/* Questions, the best first, until it has been long enough. */
static void ask_all(struct worker *worker, const struct input *input, struct trace *trace,
                    const struct candidates *candidates, struct account *account,
                    struct yield_of_item *yield)
{
    double start = clock_seconds();
    size_t asked = 0, before = yield->count;
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        struct solver_model model = {0};
        if (is_enough(worker, candidates, i, clock_seconds() - start, asked,
                      yield->count - before)) {
            yield->any_left = true;
            yield->left = worth_of(worker, trace, candidate);
            return;
        }
        if (!candidate_ask(&worker->chooser, candidate))
            continue;
        enum solver_answer answer = SOLVER_UNKNOWN;
        if (!is_futile(worker, candidate)) {
            answer = ask(worker, trace, candidate, account, &model);
            note_answer(worker, candidate, answer);
            asked++;
        }
        if (answer == SOLVER_NONE && candidate->local && candidate->fresh)
            add_larger(worker, input, candidate, yield);
        if (answer == SOLVER_UNKNOWN && in_hurry(worker)) {
            candidate_hard(&worker->chooser, candidate);
            yield->any_hard = true;
        }
        if (answer != SOLVER_FOUND) {
            candidate_failed(&worker->chooser, candidate);
            continue;
        }
        account->simplified += model.simplified;
        candidate_found(&worker->chooser, candidate);
        add_test(worker, input, trace, candidate, &model, yield);
    }
}

static void note_missed(struct worker *worker, const struct aim *aim, struct account *account)
{
    struct candidate candidate = {.edge = aim->edge, .fresh = aim->fresh};
    account->flags |= ACCOUNT_MISPREDICTED;
    if (!(aim->flags & AIM_GUESSED))
        account_try(account, &worker->search->coverage, &candidate, TRIAL_MISSED);
}

/* Looks for ways out of the path of an execution. */
static void follow(struct worker *worker, const struct input *input, const struct aim *aim,
                   struct trace *trace, struct account *account, struct yield_of_item *yield)
{
    struct candidates candidates;
    uint32_t from = 0;
    account->constraints = trace->constraint_count;
    account->flags |= trace->full ? ACCOUNT_FULL : 0;
    distance_update(worker->search->distance, &worker->search->coverage);
    worker->chooser.patient = (aim->flags & AIM_PATIENT) != 0;
    candidates_open(&worker->chooser, trace, &candidates);
    if (!(aim->flags & (AIM_FIRST | AIM_VARIED | AIM_SCHEDULE)) &&
        !candidate_met(&worker->chooser, &aim->prediction, trace, &candidates, &from))
        note_missed(worker, aim, account);
    candidates_find(&worker->chooser, trace, from, &candidates);
    uint32_t left = candidates_pass(&worker->chooser, trace, &candidates, from);
    if (!worker->fruitful && aim->edge != COVERAGE_NO_EDGE &&
        !((aim->flags & AIM_TURNED) && from > 0)) /* one more of several steps */
        coverage_aim_in_vain(&worker->search->coverage, aim->edge, aim->place);
    if (worker->search->options->search == CONCOLIC_AUTO && aim->fresh &&
        !coverage_has(&worker->search->coverage, aim->edge))
        candidates_turn_back(left, aim->edge, aim->priority, &candidates);
    for (size_t i = 0; i < candidates.count; i++)
        account_try(account, &worker->search->coverage, &candidates.list[i], TRIAL_SEEN);
    account->flags |= candidates.bounded > 0 ? ACCOUNT_BOUNDED : 0;
    if (yield->count == 0) {
        ask_all(worker, input, trace, &candidates, account, yield);
    } else if (candidates.count > 0) { /* what is quicker comes first */
        yield->any_left = true;
        yield->left = SHRUNK_PRIORITY;
    }
    struct aim again = {.edge = COVERAGE_NO_EDGE,
                        .prediction = {.constraint = from, .before = candidates.path[from]}};
    yield->rest = yield->hard = again;
    yield->rest.flags = AIM_CONTINUED | (aim->flags & AIM_PATIENT);
    yield->rest.priority = paced(worker, yield->left > REST ? yield->left - REST : 0);
    yield->hard.flags = AIM_CONTINUED | AIM_PATIENT;
    yield->hard.priority = PATIENT_PRIORITY;
    candidates_free(&candidates);
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

static size_t common(const struct spread_item *item, const struct bytes *child)
{
    const unsigned char *bytes = item->bytes;
    size_t count = 0, most = item->length < child->length ? item->length : child->length;
    while (count < most && bytes[count] == child->data[count])
        count++;
    return count;
}

static void give(const struct spread_item *item, const struct child *child, size_t count,
                 struct spread_out *out)
{
    size_t keep = common(item, &child->bytes);
    spread_priority(out, child->priority);
    spread_child(out, keep, child->bytes.data + keep, child->bytes.length - keep,
                 1 / (double)(count + 1));
}

/* The same test once more, for questions that are left. */
static void give_again(const struct spread_item *item, const struct input *input,
                       const struct aim *aim, struct yield_of_item *yield, struct spread_out *out)
{
    add_child(yield, input, aim);
    yield->count--;
    give(item, &yield->children[yield->count], yield->count + 1, out);
    bytes_free(&yield->children[yield->count].bytes);
}

/* The child that is added last is run first. What is left to be asked comes behind all of them, in
 * a search in depth too. */
static void give_children(const struct spread_item *item, const struct input *input,
                          struct yield_of_item *yield, struct spread_out *out)
{
    spread_base(out, item->bytes, item->length);
    if (yield->early)
        give_again(item, input, &yield->whole, yield, out);
    if (yield->any_hard)
        give_again(item, input, &yield->hard, yield, out);
    if (yield->any_left)
        give_again(item, input, &yield->rest, yield, out);
    for (size_t i = yield->count; i > 0; i--) {
        give(item, &yield->children[i - 1], yield->count, out);
        bytes_free(&yield->children[i - 1].bytes);
    }
    free(yield->children);
}

/* A test that was made for an edge which others have covered meanwhile, or more often: its path may
 * still be worth something, but less. True: it waits for its turn. */
static bool defer(struct worker *worker, const struct spread_item *item, const struct input *input,
                  const struct aim *aim, struct spread_out *out)
{
    bool has = coverage_has(&worker->search->coverage, aim->edge);
    if (worker->search->options->search != CONCOLIC_AUTO || aim->edge == COVERAGE_NO_EDGE ||
        (!has && (aim->flags & AIM_TURNED)))
        return false;
    struct candidate candidate = {.edge = aim->edge, .place = aim->place, .goal = aim->goal};
    struct aim later = *aim;
    struct yield_of_item yield = {.count = 0};
    distance_update(worker->search->distance, &worker->search->coverage);
    later.priority = candidate_priority(&worker->chooser, &candidate);
    if (later.priority + DEFERRED > aim->priority)
        return false;
    later.fresh = !has;
    add_child(&yield, input, &later);
    give_children(item, input, &yield, out);
    return true;
}

/* The user's own input with other numbers of ranks. What depends on them is not always a condition
 * that can be seen: communicators have other sizes, messages other senders. */
static void vary(struct worker *worker, const struct input *input, struct yield_of_item *yield)
{
    static const int few[] = {1, 2, 3};
    const struct concolic_options *options = worker->search->options;
    struct input varied = *input;
    struct aim aim = {.flags = AIM_VARIED, .edge = COVERAGE_NO_EDGE, .priority = VARIED_PRIORITY};
    for (size_t i = 0; i <= sizeof few / sizeof *few; i++) {
        varied.ranks = i < sizeof few / sizeof *few ? few[i] : options->max_ranks;
        if (varied.ranks != input->ranks && varied.ranks <= options->max_ranks &&
            (i < sizeof few / sizeof *few || varied.ranks > 3))
            add_child(yield, &varied, &aim);
    }
}

/* Executes the test, in full or until it takes longer than is usual. */
static int run_test(struct worker *worker, const struct input *input, const struct aim *aim,
                    struct document *document, struct world_result *result,
                    struct yield_of_item *yield, struct error *error)
{
    double full = worker->search->options->processor_seconds;
    bool whole = !has_pace(worker) || (aim->flags & (AIM_FIRST | AIM_LONG));
    double limit = whole ? full : pace_limit(&worker->pace, full);
    worker->tester->limit = limit;
    if (tester_execute(worker->tester, input, NULL, document, result, error) != 0)
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

/* Other schedules of the test that was executed, as many as may still be had. */
static void add_schedules(struct worker *worker, const struct input *input, const struct aim *aim,
                          const struct trace *trace, struct account *account,
                          struct yield_of_item *yield)
{
    struct coverage *coverage = &worker->search->coverage;
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
    if (input->loose) { /* some of its schedules begin so: all are found from the start */
        next.choice_count = 0;
        next.loose = false;
        other.priority = priority;
        add_child(yield, &next, &other);
        return;
    }
    uint32_t left = coverage_schedules_left(coverage, other.path, most);
    for (size_t i = 0; i < schedule->found_count && i < left; i++) {
        schedule_take(schedule, i, &arena, &next);
        other.priority = schedule_priority(&next, known ? aim->priority : priority);
        add_child(yield, &next, &other);
    }
    if (schedule->found_count > left && coverage_cut_schedules(coverage, other.path))
        account->flags |= ACCOUNT_CUT;
    arena_free(&arena);
}

/* A schedule that is one too many of its path. */
static bool leave_out(struct worker *worker, const struct aim *aim, struct spread_out *out)
{
    struct coverage *coverage = &worker->search->coverage;
    struct account account = {.flags = ACCOUNT_LEFT_OUT};
    struct bytes bytes = {0};
    if (!(aim->flags & AIM_SCHEDULE) || (aim->flags & AIM_LONG) ||
        coverage_count_schedule(coverage, aim->path, worker->search->options->schedules))
        return false;
    account.flags |= coverage_cut_schedules(coverage, aim->path) ? ACCOUNT_CUT : 0;
    account_write(&account, &bytes);
    spread_result(out, bytes.data, bytes.length);
    bytes_free(&bytes);
    return true;
}

static uint32_t flags_of(const struct worker *worker, const struct aim *aim,
                         const struct world_result *result, bool traced)
{
    const struct exploration *exploration = &worker->tester->schedule.exploration;
    bool unfinished = result->outcome == OUTCOME_TIME || result->outcome == OUTCOME_LIMIT;
    return (unfinished ? ACCOUNT_UNFINISHED : 0) | (traced ? 0 : ACCOUNT_UNTRACED) |
           (aim->flags & AIM_SCHEDULE ? ACCOUNT_SCHEDULE : 0) |
           (exploration->differs ? ACCOUNT_UNFOLLOWED : 0) |
           (exploration->sets_left_out ? ACCOUNT_SETS_LEFT : 0);
}

/* Whether the test takes so long that it is worth a try; of one that was shrunk, that has helped,
 * by the clock or by what was met. */
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

static void shrink(struct worker *worker, const struct input *input, struct trace *trace,
                   struct yield_of_item *yield)
{
    struct input shrunk[SHRINK_MOST];
    struct aim aim = {.flags = AIM_VARIED | AIM_SHRUNK,
                      .edge = COVERAGE_NO_EDGE,
                      .priority = SHRUNK_PRIORITY,
                      .seconds = worker->tester->seconds,
                      .prediction = {.constraint = trace->constraint_count}};
    size_t count = shrink_make(input, trace, &worker->tester->originals, shrunk);
    for (size_t i = 0; i < count; i++) {
        add_child(yield, &shrunk[i], &aim);
        input_free(&shrunk[i]);
    }
}

static int execute(struct worker *worker, const struct spread_item *item, const struct input *input,
                   const struct aim *aim, struct spread_out *out, struct error *error)
{
    const struct search *search = worker->search;
    struct arena arena = {NULL};
    struct document document;
    struct world_result result;
    struct account account = {.arena = &arena};
    struct yield_of_item yield = {.count = 0};
    struct bytes bytes = {0};
    document_init(&document, "test");
    int failed = run_test(worker, input, aim, &document, &result, &yield, error);
    if (!failed) {
        struct trace trace;
        bool traced = tester_trace(worker->tester, input, &trace);
        account.flags = flags_of(worker, aim, &result, traced);
        if (traced)
            proof_add(&trace, search->sites, search->options->find, &document);
        note_coverage(worker, &arena, &account);
        note_symptoms(&document, yield.early, &arena, &account);
        if (traced && is_to_shrink(worker, aim, &trace))
            shrink(worker, input, &trace, &yield);
        if (traced)
            follow(worker, input, aim, &trace, &account, &yield);
        if (search->options->schedules > 0 && !yield.early)
            add_schedules(worker, input, aim, traced ? &trace : NULL, &account, &yield);
        if (traced)
            trace_free(&trace);
        if ((aim->flags & AIM_FIRST) && !search->options->fixed_ranks)
            vary(worker, input, &yield);
        tell_solver(worker, &account);
        account_write(&account, &bytes);
        spread_result(out, bytes.data, bytes.length);
        spread_count(out, 1);
        give_children(item, input, &yield, out);
    }
    bytes_free(&bytes);
    document_free(&document);
    arena_free(&arena);
    return failed;
}

static int run_item(void *state, const struct spread_item *item, struct spread_out *out,
                    struct error *error)
{
    struct worker *worker = state;
    struct input input;
    struct aim aim;
    note_told(worker);
    if (item_read(item->bytes, item->length, &input, &aim, error) != 0)
        return -1;
    int failed = 0;
    if (!leave_out(worker, &aim, out) && !defer(worker, item, &input, &aim, out))
        failed = execute(worker, item, &input, &aim, out, error);
    input_free(&input);
    return failed;
}

const struct spread_worker concolic_worker = {open_worker, run_item, close_worker};
