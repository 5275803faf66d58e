#include "static/divergence/decide.h"

#include "static/divergence/calls.h"
#include "static/divergence/constant.h"
#include "static/divergence/throw.h"

#include <stdlib.h>
#include <string.h>

enum { QUESTIONS_MAX = 64 }; /* that a function passes to its callers */

/* --- Do arms differ? --- */

/* Gives all choices the same condition. A difference that remains has another reason than a
 * condition that is written twice. */
static uint32_t nameless_choice(void *context, uint32_t condition, uint32_t *arms, uint32_t count)
{
    struct divergence *divergence = context;
    struct condition nameless = {.tested = EXPRESSION_NONE};

    (void)condition;
    return expressions_choice(divergence->all, expressions_condition_of(divergence->all, nameless),
                              arms, count);
}

struct blur {
    struct divergence *divergence;
    uint32_t handle;
};

static uint32_t blurred_handle(void *context, uint32_t handle)
{
    const struct blur *blur = context;
    const struct expressions *all = blur->divergence->all;

    return handle == blur->handle || handle_may_equal(expressions_handle(all, handle),
                                                      expressions_handle(all, blur->handle))
               ? blur->handle
               : EXPRESSION_NONE;
}

static uint32_t blurred_choice(void *context, uint32_t condition, uint32_t *arms, uint32_t count)
{
    return nameless_choice(((struct blur *)context)->divergence, condition, arms, count);
}

static bool has_group(const struct expressions *all, uint32_t sequence)
{
    for (; sequence != EXPRESSION_EMPTY; sequence = expressions_at(all, sequence).rest) {
        if (expressions_at(all, expressions_at(all, sequence).first).kind == EXPRESSION_GROUP) {
            return true;
        }
    }
    return false;
}

/* Returns whether the only difference is that a long function is one atom on one side and written
 * out on the other. */
static bool only_grouped(const struct expressions *all, const uint32_t *arms, uint32_t count)
{
    bool grouped = false;

    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] == EXPRESSION_EMPTY) {
            return false;
        }
        grouped = grouped || (arms[i] != EXPRESSION_NONE && has_group(all, arms[i]));
    }
    return grouped;
}

/* Compares the constants of one call in arms that differ only in roots and reductions. */
static enum arms compare_constants(const struct expressions *all, const uint32_t *arms,
                                   uint32_t count)
{
    uint32_t one = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = one, b = arms[i];

        one = one == EXPRESSION_NONE ? b : one;
        while (a != EXPRESSION_NONE && b != EXPRESSION_NONE && a != b && a != EXPRESSION_EMPTY &&
               b != EXPRESSION_EMPTY) {
            struct expression left = expressions_at(all, expressions_at(all, a).first);
            struct expression right = expressions_at(all, expressions_at(all, b).first);

            if (left.kind == EXPRESSION_COLLECTIVE && right.kind == EXPRESSION_COLLECTIVE) {
                if (left.root != EXPRESSION_UNKNOWN && right.root != EXPRESSION_UNKNOWN &&
                    left.root != right.root) {
                    return ARMS_OTHER_ROOT;
                }
                if (left.reduction != NULL && right.reduction != NULL &&
                    left.reduction != right.reduction) {
                    return ARMS_OTHER_REDUCTION;
                }
            }
            a = expressions_at(all, a).rest;
            b = expressions_at(all, b).rest;
        }
    }
    return ARMS_MAY_DIFFER;
}

/* Treats a call through a pointer as if it meant a target that performs nothing, if there is
 * one. */
static uint32_t uncalled_choice(void *context, uint32_t condition, uint32_t *arms, uint32_t count)
{
    struct divergence *divergence = context;
    struct condition decided = expressions_condition(divergence->all, condition);
    bool called = decided.decider != NULL && decided.decider->opcode == IR_CALL && !decided.throws;

    for (uint32_t i = 0; called && i < count; i++) {
        if (arms[i] == EXPRESSION_EMPTY) {
            return EXPRESSION_EMPTY;
        }
    }
    return expressions_choice(divergence->all, condition, arms, count);
}

/* Returns whether the arms differ only in what calls through pointers may or may not reach: this is
 * no evidence. */
static bool only_through_pointers(struct divergence *divergence, const uint32_t *arms,
                                  uint32_t count)
{
    struct expression_change change = {.choice = uncalled_choice, .context = divergence};
    struct expression_ends ends;
    uint32_t *uncalled = memory_alloc(count * sizeof *uncalled);

    memcpy(uncalled, arms, count * sizeof *uncalled);
    expressions_change(divergence->all, uncalled, count, &change);
    bool differ = expressions_factor(divergence->all, uncalled, count, &ends);
    free(uncalled);
    return !differ;
}

/* Keeps what is on the communicator, without what the arms have in common; returns false if nothing
 * is left. */
static bool keep_differences(struct divergence *divergence, uint32_t *arms, uint32_t count,
                             uint32_t handle)
{
    struct expression_ends ends;

    expressions_project(divergence->all, arms, count, handle);
    return expressions_factor(divergence->all, arms, count, &ends);
}

static bool arms_equal(struct divergence *divergence, const uint32_t *arms, uint32_t count,
                       uint32_t handle)
{
    uint32_t *changed = memory_alloc(count * sizeof *changed);

    memcpy(changed, arms, count * sizeof *changed);
    bool equal = !keep_differences(divergence, changed, count, handle);
    free(changed);
    return equal;
}

static enum arms compare_arms(struct divergence *divergence, const uint32_t *arms, uint32_t count,
                              uint32_t handle)
{
    struct expressions *all = divergence->all;
    struct blur blur = {divergence, handle};
    struct expression_change change = {
        .handle = blurred_handle,
        .choice = blurred_choice,
        .context = &blur,
        .plain = true,
        .headless = true,
    };
    struct expression_ends ends;
    uint32_t *changed = memory_alloc(count * sizeof *changed);
    enum arms result = ARMS_DIFFER;

    memcpy(changed, arms, count * sizeof *changed);
    if (!keep_differences(divergence, changed, count, handle)) {
        result = ARMS_EQUAL;
    } else if (only_grouped(all, changed, count)) {
        result = ARMS_MAY_DIFFER;
    } else {
        uint32_t *plain = memory_alloc(count * sizeof *plain);

        memcpy(plain, arms, count * sizeof *plain);
        expressions_change(all, plain, count, &change);
        if (!expressions_factor(all, plain, count, &ends)) {
            result = compare_constants(all, changed, count);
        } else if (only_through_pointers(divergence, changed, count)) {
            result = ARMS_MAY_DIFFER;
        }
        free(plain);
    }
    free(changed);
    return result;
}

/* --- Questions. --- */

const struct ir_value *divergence_branch(const struct question *question)
{
    return question->thrower != NULL ? question->thrower->branch : question->decider;
}

size_t divergence_key(const struct question *question)
{
    return 2 * (size_t)divergence_branch(question)->number + (question->thrower != NULL ? 1 : 0);
}

const struct summary *divergence_view(const struct divergence *divergence,
                                      const struct question *question)
{
    const struct summary *summary = &divergence->summaries[question->decider->function->number];

    return question->thrower != NULL && summary->caught != NULL ? summary->caught : summary;
}

static bool same_question(const struct question *a, const struct question *b)
{
    return a->decider == b->decider && a->thrower == b->thrower && a->handle == b->handle &&
           a->order == b->order && a->parameters == b->parameters && a->level == b->level;
}

static void add_question(struct divergence *divergence, struct question **list, size_t *count,
                         const struct question *question)
{
    for (size_t i = 0; i < *count; i++) {
        if (same_question(&(*list)[i], question)) {
            return;
        }
    }
    *arena_push(&divergence->arena, *list, *count) = *question;
}

static enum arms compare_question(struct divergence *divergence, const struct question *question)
{
    uint32_t concrete = divergence_concrete(divergence, question);

    if (concrete == EXPRESSION_NONE) {
        return ARMS_EQUAL;
    }
    if (question->order) {
        return ARMS_DIFFER;
    }
    struct expression choice = expressions_at(divergence->all, concrete);
    struct expression atom = expressions_at(divergence->all, choice.first);
    if (question->level == UNIFORM_DIFFERS) {
        return compare_arms(divergence, atom.arms, atom.arm_count, question->handle);
    }
    /* Only questions with evidence need the kind of difference, which takes long to find. */
    return arms_equal(divergence, atom.arms, atom.arm_count, question->handle) ? ARMS_EQUAL
                                                                               : ARMS_MAY_DIFFER;
}

/* Gives the final answer to a question; returns true if it is a problem. */
static bool decide_answer(struct divergence *divergence, const struct question *question)
{
    bool *doubted = &divergence->doubted[divergence_key(question)];

    if (question->level != UNIFORM_DIFFERS && *doubted) {
        return false;
    }
    enum arms arms = compare_question(divergence, question);
    if (arms >= ARMS_DIFFER && question->level == UNIFORM_DIFFERS) {
        struct question problem = *question;

        problem.arms = arms;
        add_question(divergence, &divergence->problems, &divergence->problem_count, &problem);
        return true;
    }
    if (arms != ARMS_EQUAL && !*doubted) {
        *doubted = true;
        *arena_push(&divergence->arena, divergence->unproved, divergence->unproved_count) =
            *question;
    }
    return false;
}

bool divergence_settle(struct divergence *divergence, const struct ir_function *function,
                       const struct question *question)
{
    struct summary *summary = &divergence->summaries[function->number];
    struct handle handle = expressions_handle(divergence->all, question->handle);
    bool asks_callers = handle.kind == HANDLE_PARAMETER ||
                        (question->parameters != 0 && question->level != UNIFORM_DIFFERS);

    if (question->level == UNIFORM_SAME && question->parameters == 0) {
        return false;
    }
    if (asks_callers && summary->question_count < QUESTIONS_MAX) {
        add_question(divergence, &summary->questions, &summary->question_count, question);
        return false;
    }
    return decide_answer(divergence, question);
}

void divergence_settle_root(struct divergence *divergence, const struct ir_function *function)
{
    struct summary *summary = &divergence->summaries[function->number];

    for (size_t i = 0; i < summary->question_count; i++) {
        decide_answer(divergence, &summary->questions[i]);
    }
}

/* --- Deciding. --- */

static struct uniform_value uniformity_of_decider(const struct divergence *divergence,
                                                  const struct ir_value *decider,
                                                  struct handle relative)
{
    return decider->opcode == IR_CALL
               ? uniformity_of(divergence->run->uniformity, decider->callee, relative)
               : uniformity_of_branch(divergence->run->uniformity, decider, relative);
}

static uint32_t handles_of(struct divergence *divergence, const uint32_t *arms, uint32_t count)
{
    uint32_t set = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] != EXPRESSION_NONE) {
            set = expressions_union(divergence->all, set,
                                    expressions_at(divergence->all, arms[i]).set);
        }
    }
    return set;
}

/* Finds the communicators of the first collectives of two arms. Returns true if both collectives
 * block and each arm performs the same on each communicator: then only the order differs. */
static bool blocking_order(struct divergence *divergence, const uint32_t *arms, uint32_t count,
                           uint32_t *handle)
{
    const struct expressions *all = divergence->all;
    uint32_t known = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] == EXPRESSION_NONE) {
            continue;
        }
        if (arms[i] == EXPRESSION_EMPTY) {
            return false;
        }
        struct expression atom = expressions_at(all, expressions_at(all, arms[i]).first);
        struct handle origin;
        if (atom.kind != EXPRESSION_COLLECTIVE || atom.operation->mode != API_BLOCKING ||
            atom.operation->persistent) {
            return false;
        }
        /* All ranks are in both communicators only if both span all ranks. */
        origin = handle_origin(divergence->run->analysis, expressions_handle(all, atom.handle));
        if (origin.kind != HANDLE_WORLD) {
            return false;
        }
        if (known != EXPRESSION_NONE && atom.handle != known) {
            *handle = known;
            return true;
        }
        known = atom.handle;
    }
    return false;
}

struct decision {
    struct divergence *divergence;
    const struct ir_value *decider;
    const struct thrower *thrower; /* or NULL */
    uint32_t choice;               /* with unchanged arms */
    const uint32_t *arms;
    uint32_t count;
};

/* Makes a question with what is known of the decider in its function. For an exception, this is the
 * function of its branch, from which the question comes up through the calls. */
static struct question question_of(const struct decision *decision, uint32_t handle)
{
    struct divergence *divergence = decision->divergence;
    const struct thrower *thrower = decision->thrower;
    struct question question = {
        .decider = decision->decider,
        .thrower = thrower,
        .choice = decision->choice,
        .handle = handle,
        .own_handle = handle,
    };
    const struct ir_value *branch = divergence_branch(&question);
    struct uniform_value value =
        uniformity_of_decider(divergence, branch, expressions_handle(divergence->all, handle));
    const struct ir_function *target = branch->function;
    const struct ir_value **calls = NULL;
    size_t count = 0, space = 0;

    question.level = value.level;
    question.parameters = value.parameters;
    question.cause = branch;
    for (const struct call_chain *chain = thrower != NULL ? thrower->chain : NULL; chain != NULL;
         chain = chain->inner) {
        calls = memory_room(calls, count, &space, sizeof(const struct ir_value *));
        calls[count++] = chain->call;
    }
    while (count > 0) {
        divergence_ask_arguments(divergence, calls[--count], target, &question);
        target = calls[count]->function;
    }
    free((void *)calls);
    return question;
}

static bool is_proved(const struct question *question)
{
    return question->level == UNIFORM_SAME && question->parameters == 0;
}

static bool decide_for(const struct decision *decision, struct question *question, bool *unsure)
{
    struct divergence *divergence = decision->divergence;
    const struct thrower *thrower = decision->thrower;

    if (question->level == UNIFORM_DIFFERS &&
        divergence_view(divergence, question)->flow->tangled) {
        question->level = UNIFORM_UNSURE;
    }
    if (thrower != NULL && !thrower->direct && *unsure) {
        /* Ranks that reach the branch differ, but it is not known whether any of them throws. */
        question->level = UNIFORM_UNSURE;
        question->parameters = 0;
    }
    *unsure = *unsure || question->level != UNIFORM_DIFFERS;
    return divergence_settle(divergence, decision->decider->function, question);
}

/* Asks a question for each communicator on which the arms differ. */
static bool decide_all(const struct decision *decision, bool *unsure)
{
    struct divergence *divergence = decision->divergence;
    uint32_t set_count, handle;
    const uint32_t *set = expressions_set(
        divergence->all, handles_of(divergence, decision->arms, decision->count), &set_count);
    bool problem = false, told_apart = false, proved = true;
    struct question question;

    for (uint32_t i = 0; i < set_count; i++) {
        question = question_of(decision, set[i]);
        if (is_proved(&question)) {
            continue;
        }
        proved = false;
        if (!arms_equal(divergence, decision->arms, decision->count, set[i])) {
            told_apart = true;
            problem = decide_for(decision, &question, unsure) || problem;
        }
    }
    if (!proved && !told_apart && decision->thrower == NULL &&
        blocking_order(divergence, decision->arms, decision->count, &handle)) {
        question = question_of(decision, handle);
        question.order = true;
        problem = !is_proved(&question) && decide_for(decision, &question, unsure);
    }
    return problem;
}

static struct condition condition_of(const struct divergence *divergence,
                                     const struct ir_value *decider)
{
    struct handle world = {.kind = HANDLE_WORLD};

    return (struct condition){
        .decider = decider,
        .parameters = uniformity_of_decider(divergence, decider, world).parameters,
        .tested = constant_parameter(decider),
    };
}

uint32_t divergence_choose(struct divergence *divergence, const struct ir_value *decider,
                           uint32_t *arms, uint32_t count)
{
    uint32_t condition =
        expressions_condition_of(divergence->all, condition_of(divergence, decider));

    return expressions_choice(divergence->all, condition, arms, count);
}

uint32_t divergence_decide(struct divergence *divergence, const struct ir_value *decider,
                           const struct thrower *thrower, uint32_t *arms, uint32_t count,
                           bool *unsure)
{
    struct expressions *all = divergence->all;
    struct expression_ends ends;
    bool differ = expressions_factor(all, arms, count, &ends);
    uint32_t middle = divergence_choose(divergence, decider, arms, count);

    if (differ) {
        struct decision decision = {divergence, decider, thrower, middle, arms, count};

        divergence->branch_count++;
        middle = decide_all(&decision, unsure) ? expressions_hole(all) : middle;
    }
    return expressions_join(all, ends.before, expressions_join(all, middle, ends.after));
}

/* Returns the condition of the call's throwers, as seen in its function. */
static struct condition condition_of_throw(struct divergence *divergence,
                                           const struct ir_value *call,
                                           const struct thrower *throwers, size_t count)
{
    struct handle world = {.kind = HANDLE_WORLD};
    struct condition condition = {.decider = call, .throws = true, .tested = EXPRESSION_NONE};

    for (size_t i = 0; i < count; i++) {
        struct decision decision = {.divergence = divergence, .decider = call};

        decision.thrower = &throwers[i];
        condition.parameters |=
            question_of(&decision, expressions_handle_number(divergence->all, world)).parameters;
    }
    return condition;
}

uint32_t divergence_choose_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2])
{
    size_t count;
    const struct thrower *throwers = divergence_throwers(divergence, flow, call, &count);
    struct condition condition = condition_of_throw(divergence, call, throwers, count);

    return expressions_choice(divergence->all, expressions_condition_of(divergence->all, condition),
                              arms, 2);
}

uint32_t divergence_decide_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2], bool *unsure)
{
    struct expressions *all = divergence->all;
    struct expression_ends ends;
    size_t count;
    const struct thrower *throwers = divergence_throwers(divergence, flow, call, &count);
    bool differ = expressions_factor(all, arms, 2, &ends), problem = false, unsure_here = false;
    uint32_t middle = divergence_choose_throw(divergence, flow, call, arms);

    for (size_t i = 0; differ && !problem && i < count; i++) {
        struct decision decision = {divergence, call, &throwers[i], middle, arms, 2};

        problem = decide_all(&decision, &unsure_here);
    }
    *unsure = *unsure || unsure_here;
    middle = problem ? expressions_hole(all) : middle;
    return expressions_join(all, ends.before, expressions_join(all, middle, ends.after));
}
