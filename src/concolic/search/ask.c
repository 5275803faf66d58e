/* ask.c: finds the ways out of the path of an execution. It asks the solver about the best ones
 * first, and makes tests of the answers. */
#include "base/clock.h"
#include "concolic/search/worker.h"
#include "runtime/world/checksum.h"

#include <stdlib.h>

enum {
    QUESTIONS = 256,         /* per execution; the rest is asked after another one */
    FOUND = 16,              /* children after which lesser questions wait */
    REST = 8,                /* deducted from the priority of questions that are left */
    HURRY_MILLISECONDS = 30, /* per question, at first: most take a few, some are too hard */
    POOR = 50,            /* at most, deducted for words in a test that covers less than others */
    MISTAKES = 10,        /* number of last conditions of a test that may be its mistake */
    INPUT_SEED = 0x1a9,   /* separates these keys from those of questions about branches */
    CROSSED_SEED = 0x1aa, /* the same, for tests that answer no question */
    CROSSED_LEFT = 60,    /* priority of what follows a value that led nowhere in this test */
    FUTILE = 2,           /* consecutive questions about an edge that were too hard in a hurry */
};
/* Limits on the time for questions: in seconds, and as a multiple of the execution's time. */
static const double QUESTION_SECONDS = 0.5, QUESTION_TIMES = 2;
static const double LESSER_SECONDS = 0.1; /* for candidates that lead to no new edge */

/* Says whether the question gets little time. One that is too hard costs as much as many tests, so
 * others come first, unless it is on the way to a hint. */
static bool in_hurry(const struct worker *worker, const struct candidate *candidate)
{
    return !worker->chooser.patient && worker->solving.milliseconds > HURRY_MILLISECONDS &&
           !priority_is_hinted(candidate->priority);
}

/* Notes that there are no such values. Once for each edge, asks whether there are any beyond the
 * limits. */
static void note_none(struct worker *worker, const struct candidate *candidate,
                      struct solver_question question, struct account *account)
{
    const uint8_t before = coverage_tried(&worker->search->knowledge.coverage, candidate->edge);
    struct solver_model model;
    bool limited = false;
    question.unlimited = true;
    if (candidate->fresh && !candidate->turned && !(before & (TRIAL_NONE | TRIAL_LIMITED)))
        limited = solver_ask(worker->solver, &question, &model) == SOLVER_FOUND;
    account_try(account, &worker->search->knowledge.coverage, candidate,
                limited ? TRIAL_LIMITED : TRIAL_NONE);
}

/* Asks for values that are impossible on this path: values that follow it as far as possible. Later
 * decisions on the path may have depended on other values. */
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

/* Turns the condition of a branch into a question for the solver: an input that takes the
 * candidate's way out of it. */
static struct solver_question question_of_branch(const struct worker *worker, struct trace *trace,
                                                 const struct candidate *candidate)
{
    const struct constraint *branch = &trace->constraints[candidate->constraint];
    struct solver_question question = {.trace = trace,
                                       .constraint = candidate->constraint,
                                       .goal = candidate->goal,
                                       .milliseconds =
                                           in_hurry(worker, candidate) ? HURRY_MILLISECONDS : 0};
    if (candidate->goal == GOAL_CASE) {
        question.values = &candidate->value;
        question.value_count = 1;
    } else if (candidate->goal == GOAL_NO_CASE) {
        question.values = branch->cases;
        question.value_count = branch->case_count;
    }
    return question;
}

static enum solver_answer ask_other_branch(struct worker *worker, struct trace *trace,
                                           const struct candidate *candidate,
                                           struct account *account, struct solver_model *model)
{
    struct solver_question question = question_of_branch(worker, trace, candidate);
    enum solver_answer answer = solver_ask(worker->solver, &question, model);
    if (answer == SOLVER_NONE) {
        /* There is no answer with as many iterations of earlier loops and as much memory. */
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
    account_try(account, &worker->search->knowledge.coverage, candidate,
                answer == SOLVER_FOUND ? TRIAL_MADE : TRIAL_HARD);
    return answer;
}

bool worker_has_pace(const struct worker *worker)
{
    const struct concolic_options *options = worker->search->options;
    return options->pace && options->search == CONCOLIC_AUTO;
}

static unsigned ask_paced(const struct worker *worker, unsigned priority)
{
    priority = candidate_priority_after(&worker->chooser, priority, worker->reach);
    return worker_has_pace(worker) ? pace_priority(&worker->pace, worker->tester->seconds, priority)
                                   : priority;
}

/* Returns the priority of a candidate. The effect of a word is not known. In a test that ends at
 * its first mistake another word leads nowhere, so words of tests that get far come first. The
 * mistake itself, in the conditions looked at last, is the exception. */
static unsigned worth_of(const struct worker *worker, const struct trace *trace,
                         const struct candidate *candidate)
{
    unsigned most = coverage_most(&worker->search->knowledge.coverage);
    double less = 0;
    if (candidate->word && worker->search->options->search == CONCOLIC_AUTO && most > 0 &&
        candidate->constraint + MISTAKES < trace->constraint_count)
        less = POOR * (1 - (double)worker->reach / most);
    return candidate->priority > less ? (unsigned)(candidate->priority - less) : 0;
}

static uint64_t ask_hash_of(const struct input *input, uint64_t seed)
{
    struct bytes bytes = {0};
    input_write(input, &bytes);
    uint64_t hash = checksum_bytes(seed, bytes.data, bytes.length);
    bytes_free(&bytes);
    return hash;
}

/* Says whether no question had this answer before: different questions may have the same answer. */
static bool ask_is_new(struct worker *worker, const struct input *input)
{
    return asked_add(&worker->search->knowledge.asked, ask_hash_of(input, INPUT_SEED));
}

bool worker_crosses(struct worker *worker, const struct input *input)
{
    return !asked_has(&worker->search->knowledge.asked, ask_hash_of(input, INPUT_SEED)) &&
           asked_add(&worker->search->knowledge.asked, ask_hash_of(input, CROSSED_SEED));
}

/* Adds the test with the values of the model, unless a file of it cannot be read. */
static void add_test(struct worker *worker, const struct input *input, const struct trace *trace,
                     const struct candidate *candidate, const struct solver_model *model,
                     struct yield *yield)
{
    struct input next;
    struct error ignored;
    if (input_apply(input, trace, model, &worker->tester->originals, &next, &ignored) != 0)
        return;
    if (next.ranks > worker->search->options->max_ranks)
        next.ranks = worker->search->options->max_ranks;
    if (worker->search->options->fixed_ranks) {
        next.ranks = input->ranks;
        if (!worker->search->options->focus_all) /* else each rank has its turn */
            next.focus = input->focus;
    }
    if (next.focus >= next.ranks)
        next.focus = next.ranks - 1;
    if (!ask_is_new(worker, &next)) {
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
                      .priority = ask_paced(worker, worth_of(worker, trace, candidate)),
                      .prediction = candidate_predict(trace, candidate)};
    yield_add(yield, &next, &aim);
    input_free(&next);
}

/* Adds a test with more ranks: no rank of this communicator satisfies the condition, but one of a
 * larger communicator may. */
static void add_larger(struct worker *worker, const struct input *input,
                       const struct candidate *candidate, struct yield *yield)
{
    const struct concolic_options *options = worker->search->options;
    struct input larger = *input;
    struct aim aim = {
        .flags = AIM_VARIED, .edge = COVERAGE_NO_EDGE, .priority = candidate->priority};
    larger.ranks = 2 * input->ranks < options->max_ranks ? 2 * input->ranks : options->max_ranks;
    if (larger.ranks > input->ranks && !options->fixed_ranks)
        yield_add(yield, &larger, &aim);
}

static uint8_t *futile_of(struct worker *worker, const struct candidate *candidate)
{
    uint32_t edges = worker->search->sites->edge_count;
    return &worker->futile[candidate->edge < edges ? candidate->edge
                                                   : edges + candidate->place % WORKER_PLACES];
}

/* Says whether to skip the question: a condition that was too hard on some paths is so on most
 * others. */
static bool is_futile(struct worker *worker, const struct candidate *candidate)
{
    return in_hurry(worker, candidate) && *futile_of(worker, candidate) >= FUTILE;
}

static void note_answer(struct worker *worker, const struct candidate *candidate,
                        enum solver_answer answer)
{
    if (answer != SOLVER_UNKNOWN)
        *futile_of(worker, candidate) = 0;
    else if (in_hurry(worker, candidate))
        ++*futile_of(worker, candidate);
}

/* Says whether to stop asking, as other tests may be worth more than the next question. The test is
 * executed once more for the rest, at its turn. */
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

/* Says whether a candidate waits. A test that came early because of a hint asks only for ways
 * towards hints. Otherwise a hint that leads nowhere would change the whole search. */
static bool is_for_later(const struct aim *aim, const struct candidate *candidate)
{
    return aim->edge != COVERAGE_NO_EDGE && priority_is_hinted(aim->priority) &&
           !priority_is_hinted(candidate->priority);
}

/* Asks questions, the best first, until the limits of is_enough(). */
static void ask_all(struct worker *worker, const struct input *input, const struct aim *aim,
                    struct trace *trace, const struct candidates *candidates,
                    struct account *account, struct yield *yield)
{
    double start = clock_seconds();
    size_t asked = 0, before = yield->count;
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        struct solver_model model = {0};
        if (is_for_later(aim, candidate) ||
            is_enough(worker, candidates, i, clock_seconds() - start, asked,
                      yield->count - before)) {
            yield->any_left = true;
            yield->left = worth_of(worker, trace, candidate);
            return;
        }
        if (!candidate_claim(&worker->chooser, candidate))
            continue;
        enum solver_answer answer = SOLVER_UNKNOWN;
        if (!is_futile(worker, candidate)) {
            answer = ask_other_branch(worker, trace, candidate, account, &model);
            note_answer(worker, candidate, answer);
            asked++;
        }
        if (answer == SOLVER_NONE && candidate->local && candidate->fresh)
            add_larger(worker, input, candidate, yield);
        if (answer == SOLVER_UNKNOWN && in_hurry(worker, candidate)) {
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
    if (aim->flags & AIM_GUESSED) /* its path was not predicted */
        return;
    account->flags |= ACCOUNT_MISPREDICTED;
    account_try(account, &worker->search->knowledge.coverage, &candidate, TRIAL_MISSED);
}

void worker_ask(struct worker *worker, const struct input *input, const struct aim *aim,
                struct trace *trace, struct account *account, struct yield *yield)
{
    struct candidates candidates;
    uint32_t from = 0;
    account->constraints = trace->constraint_count;
    account->flags |= trace->full ? ACCOUNT_FULL : 0;
    chooser_update(&worker->chooser);
    worker->chooser.patient = (aim->flags & AIM_PATIENT) != 0;
    candidates_open(&worker->chooser, trace, &candidates);
    if (!(aim->flags & (AIM_FIRST | AIM_VARIED | AIM_SCHEDULE)) &&
        !candidate_met(&worker->chooser, &aim->prediction, trace, &candidates, &from))
        note_missed(worker, aim, account);
    candidates_find(&worker->chooser, trace, from, &candidates);
    uint32_t left = candidates_pass(&worker->chooser, trace, &candidates, from);
    if (!worker->fruitful && aim->edge != COVERAGE_NO_EDGE &&
        !((aim->flags & AIM_TURNED) && from > 0)) /* it is one of several steps */
        coverage_aim_in_vain(&worker->search->knowledge.coverage, aim->edge, aim->place);
    if (worker->search->options->search == CONCOLIC_AUTO && aim->fresh &&
        !coverage_has(&worker->search->knowledge.coverage, aim->edge))
        candidates_turn_back(left, aim->edge, aim->priority, &candidates);
    for (size_t i = 0; i < candidates.count; i++)
        account_try(account, &worker->search->knowledge.coverage, &candidates.list[i], TRIAL_SEEN);
    account->flags |= candidates.bounded > 0 ? ACCOUNT_BOUNDED : 0;
    if ((aim->flags & AIM_CROSSED) && !worker->fruitful) {
        yield->any_left = candidates.count > 0;
        yield->left = CROSSED_LEFT;
    } else if (yield->count == 0) {
        ask_all(worker, input, aim, trace, &candidates, account, yield);
    } else if (candidates.count > 0) { /* faster tests come first */
        yield->any_left = true;
        yield->left = SHRUNK_PRIORITY;
    }
    struct aim again = {.edge = COVERAGE_NO_EDGE,
                        .prediction = {.constraint = from, .before = candidates.path[from]}};
    yield->rest = yield->hard = again;
    yield->rest.flags = AIM_CONTINUED | (aim->flags & AIM_PATIENT);
    yield->rest.priority = worker->chooser.patient
                               ? worker_patient_priority(worker)
                               : ask_paced(worker, yield->left > REST ? yield->left - REST : 0);
    yield->hard.flags = AIM_CONTINUED | AIM_PATIENT;
    yield->hard.priority = worker_patient_priority(worker);
    candidates_free(&candidates);
}
