#include "static/divergence/calls.h"

#include "ir/library.h"
#include "static/divergence/constant.h"
#include "static/divergence/decide.h"
#include "static/divergence/throw.h"
#include "static/divergence/virtual.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether the function is a collective of a group: not all ranks of the communicator
 * argument call it. */
static bool is_of_group(const struct api_function *mpi)
{
    return strcmp(mpi->name, "MPI_Comm_create_group") == 0 ||
           strcmp(mpi->name, "MPI_Comm_create_from_group") == 0 ||
           strcmp(mpi->name, "MPI_Intercomm_create_from_groups") == 0;
}

const struct api_function *divergence_collective(const struct divergence *divergence,
                                                 const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(divergence->run->analysis, call);

    if (mpi == NULL || !mpi->collective || strcmp(mpi->class->name, "init") == 0 ||
        is_of_group(mpi)) {
        return NULL;
    }
    return mpi;
}

/* Returns whether the call is exit(0) or a plain STOP: the launcher sees no error, so the other
 * ranks wait for ever. */
static bool ends_well(const struct ir_value *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++) {
        if (call->operands[i]->kind != IR_INTEGER || call->operands[i]->integer != 0) {
            return false;
        }
    }
    return true;
}

enum flow_call divergence_ending(void *context, const struct ir_value *call)
{
    struct divergence *divergence = context;
    const struct api_function *mpi = analysis_mpi(divergence->run->analysis, call);
    const struct ir_function *target = analysis_target(call, 0);

    if (mpi != NULL) {
        return strcmp(mpi->name, "MPI_Abort") == 0 ? FLOW_DIES : FLOW_RETURNS;
    }
    if (target == NULL || analysis_target(call, 1) != NULL || call->targets_unknown) {
        return FLOW_RETURNS;
    }
    if (target->defined) {
        return divergence->summaries[target->number].ending;
    }
    unsigned known = library_of(target->symbol).flags;
    if (known & CALL_EXITS) {
        return ends_well(call) ? FLOW_ENDS : FLOW_EXITS;
    }
    if (known & CALL_JUMPS) {
        return FLOW_LEAVES;
    }
    return target->no_return ? FLOW_DIES : FLOW_RETURNS;
}

bool divergence_finalizes(void *context, const struct ir_value *call)
{
    struct divergence *divergence = context;
    const struct api_function *mpi = analysis_mpi(divergence->run->analysis, call);
    const struct ir_function *target;

    if (mpi != NULL) {
        return strcmp(mpi->name, "MPI_Finalize") == 0;
    }
    for (uint32_t i = 0; (target = analysis_target(call, i)) != NULL; i++) {
        if (divergence->summaries[target->number].finalizes) {
            return true;
        }
    }
    return false;
}

/* --- Replacing a call by what its function performs. --- */

struct substitution {
    struct divergence *divergence;
    const struct ir_value *call;
    const struct ir_function *target;
    const struct ir_value **reported; /* deciders that are problems at this call */
    size_t reported_count;
};

static uint32_t substituted_handle(void *context, uint32_t handle)
{
    struct substitution *substitution = context;
    struct expressions *all = substitution->divergence->all;
    struct handle before = expressions_handle(all, handle);

    if (before.kind != HANDLE_PARAMETER || before.variable->function != substitution->target) {
        return handle;
    }
    struct handle after =
        handle_at_call(substitution->divergence->run->analysis, before, substitution->call);
    return after.kind == HANDLE_SELF ? EXPRESSION_NONE : expressions_handle_number(all, after);
}

/* Returns the condition as the caller sees it, told apart by the arguments that matter. */
static struct condition substituted_condition(const struct substitution *substitution,
                                              struct condition condition)
{
    struct divergence *divergence = substitution->divergence;
    struct handle world = {.kind = HANDLE_WORLD};
    uint32_t arguments[64], count = 0;
    uint64_t parameters = 0;
    const struct ir_value *tested = NULL;

    for (uint32_t i = 0; i < 64; i++) {
        if ((condition.parameters >> i & 1) == 0) {
            continue;
        }
        const struct ir_value *actual =
            analysis_actual(substitution->call, substitution->target, i);
        if (actual != NULL) {
            parameters |= uniformity_of(divergence->run->uniformity, actual, world).parameters;
        }
        tested = i == condition.tested ? actual : tested;
        arguments[count++] = actual != NULL ? actual->number : UINT32_MAX;
    }
    condition.tested =
        tested != NULL && tested->kind == IR_ARGUMENT ? tested->index : EXPRESSION_NONE;
    /* In deep calls the arguments are dropped: there are too many chains of calls to tell apart. */
    if (condition.depth < EXPRESSION_DEPTH) {
        condition.context =
            expressions_context(divergence->all, condition.context, arguments, count);
        condition.depth++;
    }
    condition.parameters = parameters;
    return condition;
}

static uint32_t substituted_choice(void *context, uint32_t number, uint32_t *arms, uint32_t count)
{
    struct substitution *substitution = context;
    struct expressions *all = substitution->divergence->all;
    struct condition condition = expressions_condition(all, number);

    for (size_t i = 0; i < substitution->reported_count; i++) {
        if (substitution->reported[i] == condition.decider) {
            return expressions_hole(all);
        }
    }
    if (condition.parameters == 0) {
        return expressions_choice(all, number, arms, count);
    }
    if (condition.tested != EXPRESSION_NONE) {
        const struct ir_value *actual =
            analysis_actual(substitution->call, substitution->target, condition.tested);
        uint32_t successor;

        if (actual != NULL && actual->kind == IR_INTEGER && !actual->wide &&
            constant_successor(condition.decider, actual->integer, &successor) &&
            successor < count && arms[successor] != EXPRESSION_NONE) {
            return arms[successor];
        }
    }
    condition = substituted_condition(substitution, condition);
    return expressions_choice(all, expressions_condition_of(all, condition), arms, count);
}

/* Returns the atom of a question's choice in a sequence, or EXPRESSION_NONE. */
static uint32_t find_choice(const struct expressions *all, uint32_t sequence,
                            const struct question *question)
{
    bool throws = question->thrower != NULL && question->decider->opcode == IR_CALL;

    while (sequence != EXPRESSION_EMPTY) {
        struct expression node = expressions_at(all, sequence);
        struct expression atom = expressions_at(all, node.first);

        if (atom.kind == EXPRESSION_CHOICE) {
            struct condition condition = expressions_condition(all, atom.condition);

            if (condition.decider == question->decider && condition.throws == throws) {
                return sequence;
            }
        }
        sequence = node.rest;
    }
    return EXPRESSION_NONE;
}

void divergence_ask_arguments(const struct divergence *divergence, const struct ir_value *call,
                              const struct ir_function *target, struct question *question)
{
    uint64_t parameters = question->parameters;

    question->parameters = 0;
    for (uint32_t i = 0; i < 64; i++) {
        const struct ir_value *actual =
            (parameters >> i & 1) == 0 ? NULL : analysis_actual(call, target, i);

        if (actual != NULL) {
            struct uniform_value value =
                uniformity_of(divergence->run->uniformity, actual,
                              expressions_handle(divergence->all, question->handle));

            question->parameters |= value.parameters;
            if (value.level > question->level) {
                question->level = value.level;
                question->cause = actual;
            }
        }
    }
}

/* Asks a question of the called function again with what is known at the call. Returns true if it
 * is a problem there. */
static bool pass_up(struct substitution *substitution, const struct question *asked)
{
    struct divergence *divergence = substitution->divergence;
    struct question question = *asked;

    question.handle = substituted_handle(substitution, asked->handle);
    if (question.handle == EXPRESSION_NONE) {
        return false;
    }
    divergence_ask_arguments(divergence, substitution->call, substitution->target, &question);
    struct call_chain *chain = arena_alloc(&divergence->arena, sizeof *chain);
    *chain = (struct call_chain){substitution->call, asked->chain};
    question.chain = chain;
    return divergence_settle(divergence, substitution->call->function, &question);
}

static struct expression_change call_change_of(struct substitution *substitution)
{
    return (struct expression_change){
        .handle = substituted_handle,
        .choice = substituted_choice,
        .context = substitution,
        .open_only = true,
    };
}

/* Passes all questions up; returns what the function performs at this call. */
static uint32_t calls_call_substitute(struct substitution *substitution,
                                      const struct summary *called)
{
    struct expression_change change = call_change_of(substitution);
    const struct ir_value **reported =
        memory_alloc((called->question_count + 1) * sizeof(const struct ir_value *));
    uint32_t sequence = called->sequence;

    for (size_t i = 0; i < called->question_count; i++) {
        bool problem = pass_up(substitution, &called->questions[i]);

        /* Ways of exceptions are not in the sequence. */
        if (problem && called->questions[i].thrower == NULL) {
            reported[substitution->reported_count++] = called->questions[i].decider;
        }
    }
    substitution->reported = reported;
    expressions_change(substitution->divergence->all, &sequence, 1, &change);
    free(reported);
    return sequence;
}

uint32_t divergence_concrete(struct divergence *divergence, const struct question *question)
{
    const struct ir_function *target = question->decider->function;
    uint32_t choice = question->choice, count = 0;

    for (const struct call_chain *chain = question->chain; chain != NULL; chain = chain->inner) {
        count++;
    }
    const struct ir_value **calls = memory_alloc((count + 1) * sizeof(const struct ir_value *));
    count = 0;
    for (const struct call_chain *chain = question->chain; chain != NULL; chain = chain->inner) {
        calls[count++] = chain->call;
    }
    while (count > 0 && choice != EXPRESSION_NONE) {
        struct substitution substitution = {divergence, calls[--count], target, NULL, 0};
        struct expression_change change = call_change_of(&substitution);

        expressions_change(divergence->all, &choice, 1, &change);
        choice = find_choice(divergence->all, choice, question);
        target = calls[count]->function;
    }
    free(calls);
    return choice;
}

/* Returns the collectives of functions that call one another, for a call of a function without a
 * summary yet. */
static uint32_t call_recursive(struct divergence *divergence, const struct ir_function *target)
{
    struct summary *summaries = divergence->summaries;
    uint32_t component = summaries[target->number].component;
    uint32_t *content = &divergence->component_content[component];

    if (*content == EXPRESSION_NONE) {
        const struct ir_program *program = divergence->run->analysis->program;
        uint32_t *sequences = NULL;
        size_t count = 0, space = 0;

        for (uint32_t i = 0; i < divergence->order_count; i++) {
            const struct ir_function *function = program->functions[divergence->order[i]];

            for (uint32_t c = 0;
                 summaries[function->number].component == component && c < function->call_count;
                 c++) {
                const struct ir_value *call = function->calls[c];

                if (divergence_collective(divergence, call) != NULL) {
                    sequences = memory_room(sequences, count, &space, sizeof *sequences);
                    sequences[count++] = divergence_call(divergence, call);
                }
            }
        }
        *content = expressions_content(divergence->all, sequences, (uint32_t)count);
        free(sequences);
    }
    return expressions_again(divergence->all, target->blocks[0], *content);
}

static uint32_t call_substituted(struct divergence *divergence, const struct ir_value *call,
                                 const struct ir_function *target)
{
    struct summary *called = &divergence->summaries[target->number];
    struct substitution substitution = {divergence, call, target, NULL, 0};
    struct expression_change change = call_change_of(&substitution);

    if (!called->collects) {
        return EXPRESSION_EMPTY;
    }
    uint32_t sequence;
    if (called->done) {
        sequence = calls_call_substitute(&substitution, called);
    } else {
        sequence = call_recursive(divergence, target);
        expressions_change(divergence->all, &sequence, 1, &change);
    }
    if (expressions_at(divergence->all, sequence).length > EXPRESSION_LONG) {
        bool ends = expressions_at(divergence->all, sequence).ends;

        sequence = expressions_group(divergence->all, sequence);
        sequence =
            ends ? expressions_join(divergence->all, sequence, expressions_end(divergence->all))
                 : sequence;
    }
    return sequence;
}

/* Returns whether the pointer, or the slot of the table of virtual functions, can hold the target.
 * A target with the right signature may still be impossible. */
bool divergence_may_call(const struct divergence *divergence, const struct ir_value *call,
                         const struct ir_function *target)
{
    struct points_set set = points_to(divergence->run->analysis->points, call->callee);

    if (divergence_other_slot(call, target)) {
        return false;
    }
    for (uint32_t i = 0; i < set.count; i++) {
        if (set.locations[i].object == target->value) {
            return true;
        }
    }
    return set.unknown || set.count == 0;
}

static uint32_t call_targets(struct divergence *divergence, const struct ir_value *call)
{
    uint32_t count = 0, *arms, result;

    while (analysis_target(call, count) != NULL) {
        count++;
    }
    if (count == 0) {
        return EXPRESSION_EMPTY;
    }
    arms = memory_alloc(count * sizeof *arms);
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_function *target = analysis_target(call, i);

        if (count > 1 && !divergence_may_call(divergence, call, target)) {
            arms[i] = EXPRESSION_NONE;
        } else {
            arms[i] =
                target->defined ? call_substituted(divergence, call, target) : EXPRESSION_EMPTY;
        }
    }
    bool unsure = false;
    result = count == 1 ? arms[0] : divergence_decide(divergence, call, NULL, arms, count, &unsure);
    free(arms);
    return result;
}

uint32_t divergence_call_throws(struct divergence *divergence, const struct ir_value *call)
{
    uint32_t count = 0, result = EXPRESSION_NONE;

    if (divergence_raises(call)) {
        return EXPRESSION_EMPTY;
    }
    while (analysis_target(call, count) != NULL) {
        count++;
    }
    uint32_t *arms = memory_alloc((count + 1) * sizeof *arms);
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_function *target = analysis_target(call, i);
        struct substitution substitution = {divergence, call, target, NULL, 0};
        struct expression_change change = call_change_of(&substitution);

        arms[i] = divergence_throws_in(divergence, call, target)
                      ? divergence->summaries[target->number].thrown
                      : EXPRESSION_NONE;
        expressions_change(divergence->all, &arms[i], 1, &change);
        result = arms[i] != EXPRESSION_NONE ? arms[i] : result;
    }
    if (count > 1 && result != EXPRESSION_NONE) {
        result = divergence_choose(divergence, call, arms, count);
    }
    free(arms);
    return result;
}

/* Returns a root that is a constant rank. MPI_ROOT and MPI_PROC_NULL are no ranks and rightly
 * differ. */
static int32_t constant_root(const struct divergence *divergence, const struct ir_value *call)
{
    const struct analysis *analysis = divergence->run->analysis;
    struct analysis_argument argument = analysis_argument(analysis, call, "root");
    int64_t root;

    return argument.value != NULL && analysis_integer(analysis, argument, &root) && root >= 0 &&
                   root <= INT32_MAX
               ? (int32_t)root
               : EXPRESSION_UNKNOWN;
}

static const char *predefined_reduction(const struct divergence *divergence,
                                        const struct ir_value *call)
{
    const struct analysis *analysis = divergence->run->analysis;
    struct analysis_argument argument = analysis_argument(analysis, call, "op");

    return argument.value != NULL ? analysis_handle_of_kind(analysis, argument, "op") : NULL;
}

uint32_t divergence_call(struct divergence *divergence, const struct ir_value *call)
{
    uint32_t *performed = &divergence->performed[call->number];
    const struct api_function *mpi = divergence_collective(divergence, call);

    if (*performed != EXPRESSION_NONE) {
        return *performed;
    }
    if (mpi == NULL) {
        *performed = analysis_mpi(divergence->run->analysis, call) != NULL
                         ? EXPRESSION_EMPTY
                         : call_targets(divergence, call);
        return *performed;
    }
    struct handle handle = {.kind = HANDLE_WORLD};
    if (strcmp(mpi->class->name, "finalize") != 0) {
        handle = handle_of_call(divergence->run->analysis, call);
    }
    /* MPI_COMM_WORLD cannot be freed: such a call is on a way that is not taken. */
    if (handle.kind == HANDLE_SELF ||
        (handle.kind == HANDLE_WORLD && strcmp(mpi->class->name, "comm.destructor") == 0)) {
        *performed = EXPRESSION_EMPTY;
    } else {
        *performed = expressions_collective(
            divergence->all, mpi, expressions_handle_number(divergence->all, handle),
            constant_root(divergence, call), predefined_reduction(divergence, call));
    }
    return *performed;
}
