/* words.c: algorithms 2 and 3 of the thesis, on dominance instead of a search. The body of a
 * construct is what its branch on the result of the runtime library dominates. */
#include "static/threads/words.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum word_level word_level(struct word word)
{
    bool several = false, main_thread = true, inside = false;
    for (uint32_t i = 0; i < word.count; i++) {
        switch (word.letters[i].kind) {
        case WORD_PARALLEL:
            /* Each thread of a team makes a team: states 5 and 6, which have no way back. */
            if (several)
                return LEVEL_MULTIPLE;
            several = inside = true;
            break;
        case WORD_ALONE: {
            /* Each thread of the team around it executes what its only thread does. */
            if (several)
                return LEVEL_MULTIPLE;
            break;
        }
        case WORD_MASTER:
            several = false;
            break;
        case WORD_FIXED:
            several = false;
            main_thread = main_thread && word.letters[i].thread == 0;
            break;
        case WORD_SINGLE:
        case WORD_SECTION:
            several = false;
            main_thread = false;
            break;
        case WORD_TASK:
            main_thread = false; /* as many tasks as threads that make one */
            break;
        case WORD_TASKS:
            several = inside;
            main_thread = false;
            break;
        case WORD_LOOP:
            break;
        case WORD_THREAD:
            inside = true;
            several = false;
            main_thread = false;
            break;
        }
    }
    if (!inside)
        return LEVEL_SINGLE;
    if (several)
        return LEVEL_MULTIPLE;
    return main_thread ? LEVEL_FUNNELED : LEVEL_SERIALIZED;
}

const char *word_level_name(enum word_level level)
{
    static const char *const names[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED",
                                        "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"};
    return names[level];
}

const char *word_text(struct arena *arena, struct word word, uint32_t barriers)
{
    static const char *const names[] = {"P", "P1", "M", "S", "S", "S", "S", "P", "", "P"};
    enum { CAP = 4096 };
    struct text text;
    uint32_t team = word.count; /* barriers follow the innermost team */
    for (uint32_t i = 0; i < word.count; i++)
        if (word.letters[i].kind == WORD_PARALLEL)
            team = i;
    text_init(&text, CAP);
    for (uint32_t i = 0; i < word.count; i++) {
        const char *name = names[word.letters[i].kind];
        if (*name)
            text_addf(&text, "%s%s", text.length ? " " : "", name);
        for (uint32_t k = 0; i == team && k < barriers; k++)
            text_add(&text, " B");
    }
    const char *result = arena_copy(arena, text.data);
    text_free(&text);
    return result;
}

bool word_letter_same(const struct word_letter *a, const struct word_letter *b)
{
    return a->kind == b->kind && a->construct == b->construct && a->instance == b->instance &&
           a->thread == b->thread;
}

bool word_same(struct word a, struct word b)
{
    if (a.count != b.count)
        return false;
    for (uint32_t i = 0; i < a.count; i++)
        if (!word_letter_same(&a.letters[i], &b.letters[i]))
            return false;
    return true;
}

/* ---- guards: the edges that enter the body of a construct */

static bool integer_of(const struct ir_value *value, int64_t *integer)
{
    if (value->kind == IR_NULL)
        *integer = 0;
    else if (value->kind == IR_INTEGER && !value->wide)
        *integer = value->integer;
    else
        return false;
    return true;
}

/* Returns the result of a function, if it is always the same value. */
static const struct ir_value *only_result(const struct ir_function *function)
{
    const struct ir_value *result = NULL;
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_value *end = ir_terminator(function->blocks[i]);
        if (end->opcode != IR_RETURN)
            continue;
        if (result || end->operand_count == 0)
            return NULL;
        result = end->operands[0];
    }
    return result;
}

static bool is_thread_number(const struct threading *threading, const struct ir_value *value,
                             int depth);

/* Returns whether every caller passes the number of the thread. */
static bool is_passed_number(const struct threading *threading, const struct ir_value *parameter,
                             int depth)
{
    const struct ir_function *function = parameter->function;
    if (function->caller_count == 0 || function->address_taken)
        return false;
    for (uint32_t i = 0; i < function->caller_count; i++) {
        const struct ir_value *call = function->callers[i];
        if (call->operand_count <= parameter->index || openmp_body(threading->openmp, call) ||
            !is_thread_number(threading, call->operands[parameter->index], depth + 1))
            return false;
    }
    return true;
}

/* Returns whether the value is the number of the thread in its team: omp_get_thread_num(), also
 * through functions that get or return it, and variables that hold nothing else. */
static bool is_thread_number(const struct threading *threading, const struct ir_value *value,
                             int depth)
{
    enum { MOST_DEPTH = 4 };
    value = openmp_plain(value);
    if (value->kind == IR_INSTRUCTION && value->opcode == IR_LOAD)
        value = thread_only(threading, value->operands[0]);
    if (!value || depth >= MOST_DEPTH)
        return false;
    value = openmp_plain(value);
    if (openmp_kind(threading->openmp, value) == OPENMP_THREAD_NUMBER)
        return true;
    if (value->kind == IR_ARGUMENT)
        return is_passed_number(threading, value, depth);
    if (value->kind != IR_INSTRUCTION || value->opcode != IR_CALL || value->target_count != 1 ||
        value->targets_unknown || !value->targets[0]->defined)
        return false;
    const struct ir_value *result = only_result(value->targets[0]);
    return result && is_thread_number(threading, result, depth + 1);
}

/* Returns the static loop with this iteration number: its lower bound, or a phi that starts there,
 * plus or times constants. */
static const struct ir_value *iteration_of(const struct threading *threading,
                                           const struct ir_value *value)
{
    enum { MOST_STEPS = 16, LOWER = 4 };
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        value = openmp_plain(value);
        if (value->kind != IR_INSTRUCTION || value->operand_count == 0)
            return NULL;
        int64_t constant;
        if (value->opcode == IR_PHI) {
            value = value->operands[0];
        } else if (value->opcode == IR_ADD || value->opcode == IR_MULTIPLY) {
            bool second = integer_of(value->operands[0], &constant);
            const struct ir_value *bound = value->operands[second ? 0 : 1];
            /* flang adds the lower bound to a counter from zero. */
            value =
                !second && openmp_plain(bound)->opcode == IR_LOAD ? bound : value->operands[second];
        } else if (value->opcode == IR_LOAD) {
            const struct ir_value *address = value->operands[0];
            for (uint32_t i = 0; i < address->user_count; i++)
                if (openmp_kind(threading->openmp, address->users[i]) == OPENMP_STATIC_LOOP &&
                    address->users[i]->operand_count > LOWER &&
                    address->users[i]->operands[LOWER] == address)
                    return address->users[i];
            return NULL;
        } else {
            return NULL;
        }
    }
    return NULL;
}

/* Returns whether the value is `flag` after MPI_Is_thread_main(&flag). */
static bool is_main_flag(const struct threading *threading, const struct ir_value *value)
{
    value = openmp_plain(value);
    if (value->kind != IR_INSTRUCTION || value->opcode != IR_LOAD)
        return false;
    const struct ir_value *address = value->operands[0];
    for (uint32_t i = 0; i < address->user_count; i++) {
        const struct api_function *mpi = address->users[i]->opcode == IR_CALL
                                             ? analysis_mpi(threading->analysis, address->users[i])
                                             : NULL;
        if (mpi && strcmp(mpi->name, "MPI_Is_thread_main") == 0)
            return true;
    }
    return false;
}

/* A comparison without the negations around it. `equal`: if the condition is true, both sides are
 * equal. */
struct comparison {
    const struct ir_value *left, *right;
    bool equal;
};

static bool comparison_of(const struct ir_value *condition, struct comparison *comparison)
{
    enum { MOST_STEPS = 16 };
    bool negated = false;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        condition = openmp_plain(condition);
        int64_t constant;
        if (condition->kind != IR_INSTRUCTION)
            return false;
        if (condition->opcode == IR_XOR && integer_of(condition->operands[1], &constant) &&
            constant) {
            negated = !negated;
            condition = condition->operands[0];
            continue;
        }
        if (condition->opcode != IR_COMPARE)
            return false;
        bool is_constant = integer_of(condition->operands[1], &constant);
        const struct ir_value *left = openmp_plain(condition->operands[0]);
        bool is_equal = condition->predicate == IR_EQUAL;
        bool is_unequal = condition->predicate == IR_NOT_EQUAL;
        /* `!= 0` of a comparison is the comparison. */
        if (is_constant && constant == 0 && (is_equal || is_unequal) &&
            left->kind == IR_INSTRUCTION &&
            (left->opcode == IR_COMPARE || left->opcode == IR_XOR)) {
            negated = negated != is_equal;
            condition = left;
            continue;
        }
        /* `thread < 1` and `thread > 0` for a number that is not negative. */
        bool below = (condition->predicate == IR_LESS || condition->predicate == IR_BELOW) &&
                     is_constant && constant == 1;
        bool above = (condition->predicate == IR_GREATER || condition->predicate == IR_ABOVE) &&
                     is_constant && constant == 0;
        static const struct ir_value zero = {.kind = IR_INTEGER};
        *comparison = (struct comparison){condition->operands[0],
                                          below || above ? &zero : condition->operands[1], false};
        comparison->equal = (is_equal || below) != negated;
        return is_equal || is_unequal || below || above;
    }
    return false;
}

/* Finds the construct whose body the edge of equality enters. For a comparison with 0 it may be the
 * other edge. */
static bool letter_of_comparison(const struct threading *threading, const struct ir_value *branch,
                                 struct comparison comparison, struct word_letter *letter,
                                 bool *when_equal)
{
    int64_t constant = 0;
    const struct ir_value *left = openmp_plain(comparison.left);
    bool is_constant = integer_of(openmp_plain(comparison.right), &constant);
    enum openmp_kind kind = openmp_kind(threading->openmp, left);
    *when_equal = false;
    *letter = (struct word_letter){.construct = left};
    if (is_constant && constant == 0 && kind == OPENMP_SINGLE) {
        letter->kind = WORD_SINGLE;
        return true;
    }
    if (is_constant && constant == 0 && kind == OPENMP_MASTER) {
        letter->kind = WORD_MASTER;
        return true;
    }
    if (is_constant && constant == 0 && kind == OPENMP_MASKED) {
        const struct ir_value *filter = left->operand_count > 2 ? left->operands[2] : NULL;
        bool known = filter && integer_of(filter, &letter->thread);
        if (filter && !known && (thread_value(threading, filter) & THREAD_DIFFERS))
            return false;
        letter->kind = !known ? WORD_SINGLE : letter->thread ? WORD_FIXED : WORD_MASTER;
        return true;
    }
    if (is_constant && constant == 0 && is_main_flag(threading, left)) {
        *letter = (struct word_letter){.kind = WORD_MASTER, .construct = branch};
        return true;
    }
    *when_equal = true;
    if (is_constant && constant == 1 && kind == OPENMP_TEAM_SIZE) {
        *letter = (struct word_letter){.kind = WORD_MASTER, .construct = branch};
        return true;
    }
    const struct ir_value *other = comparison.right;
    if (!is_thread_number(threading, left, 0)) {
        if (!is_thread_number(threading, other, 0))
            return false;
        other = left;
        is_constant = integer_of(other, &constant);
    }
    if (!is_constant && (thread_value(threading, other) & (THREAD_DIFFERS | THREAD_TICKET)))
        return false;
    *letter = (struct word_letter){.kind = !is_constant ? WORD_SINGLE
                                           : constant   ? WORD_FIXED
                                                        : WORD_MASTER,
                                   .construct = branch,
                                   .thread = constant};
    return true;
}

/* Finds the letter that entering this successor of the block adds. */
static bool letter_of_edge(const struct threading *threading, const struct ir_block *block,
                           uint32_t successor, struct word_letter *letter)
{
    const struct ir_value *end = ir_terminator(block);
    if (end->opcode == IR_SWITCH && successor > 0) {
        const struct ir_value *loop = iteration_of(threading, end->operands[0]);
        if (loop) {
            /* Each section has a letter of its own: its number tells sections apart. */
            *letter = (struct word_letter){WORD_SECTION, loop, 0, (int64_t)successor, false};
            return true;
        }
        int64_t number;
        if (!is_thread_number(threading, end->operands[0], 0) ||
            !integer_of(end->operands[successor], &number))
            return false;
        *letter = (struct word_letter){number ? WORD_FIXED : WORD_MASTER, end, 0, number, false};
        return true;
    }
    if (end->opcode != IR_BRANCH || block->successor_count != 2)
        return false;
    const struct ir_value *condition = openmp_plain(end->operands[0]);
    if (openmp_kind(threading->openmp, condition) == OPENMP_DYNAMIC_NEXT && successor == 0) {
        *letter = (struct word_letter){.kind = WORD_LOOP, .construct = condition};
        return true;
    }
    struct comparison comparison;
    bool when_equal;
    if (!comparison_of(condition, &comparison))
        return false;
    const struct ir_value *left = openmp_plain(comparison.left);
    if (openmp_kind(threading->openmp, left) == OPENMP_DYNAMIC_NEXT &&
        comparison.equal == (successor == 1)) {
        *letter = (struct word_letter){.kind = WORD_LOOP, .construct = left};
        return true;
    }
    return letter_of_comparison(threading, end, comparison, letter, &when_equal) &&
           (comparison.equal == (successor == 0)) == when_equal;
}

bool words_edge_dead(const struct threading *threading, const struct ir_block *block,
                     uint32_t successor)
{
    const struct ir_value *end = ir_terminator(block);
    struct comparison comparison;
    int64_t constant;
    if (end->opcode != IR_BRANCH || block->successor_count != 2 ||
        !comparison_of(end->operands[0], &comparison) ||
        openmp_kind(threading->openmp, openmp_plain(comparison.left)) != OPENMP_IN_PARALLEL ||
        !integer_of(openmp_plain(comparison.right), &constant))
        return false;
    bool taken_when_equal = comparison.equal == (successor == 0);
    return taken_when_equal == (constant == 0);
}

/* Returns whether only this edge enters the successor, so that the successor dominates the body. */
static bool enters_alone(const struct ir_block *block, uint32_t successor)
{
    const struct ir_block *entered = block->successors[successor];
    if (entered->predecessor_count != 1)
        return false;
    for (uint32_t i = 0; i < block->successor_count; i++)
        if (i != successor && block->successors[i] == entered)
            return false;
    return true;
}

/* Returns the loop that a call ends: the nearest that began before it. Static loops do not nest. */
static const struct ir_value *loop_of_end(const struct threading *threading,
                                          const struct threads_flow *flow,
                                          const struct ir_value *end)
{
    const struct ir_function *function = end->function;
    for (uint32_t node = end->block->number; node < function->block_count;
         node = flow->above[node]) {
        const struct ir_block *block = function->blocks[node];
        for (uint32_t i = block->instruction_count; i-- > 0;)
            if (openmp_kind(threading->openmp, block->instructions[i]) == OPENMP_STATIC_LOOP &&
                (node != end->block->number))
                return block->instructions[i];
    }
    return NULL;
}

/* Sets the loop of each block of a static loop's body. Static loops have no branch of their own:
 * the body is between the call that sets the bounds and the call that ends the loop. */
static void mark_static_loop(const struct threading *threading, const struct threads_flow *flow,
                             const struct ir_value *end, const struct ir_value **loops)
{
    const struct ir_value *loop = loop_of_end(threading, flow, end);
    if (!loop)
        return;
    uint32_t start = loop->block->number;
    uint32_t *work = NULL;
    size_t count = 0, space = 0;
    const struct ir_block *block = end->block;
    for (;;) {
        for (uint32_t i = 0; i < block->predecessor_count; i++) {
            uint32_t node = block->predecessors[i]->number;
            if (loops[node] || node == start || !graph_dominates(flow->above, start, node))
                continue;
            loops[node] = loop;
            work = memory_room(work, count, &space, sizeof *work);
            work[count++] = node;
        }
        if (count == 0)
            break;
        block = end->function->blocks[work[--count]];
    }
    free(work);
}

/* Returns the word of the dominating block, extended by the letter of entering this block. */
static struct word word_extend(struct arena *arena, struct word word, struct word_letter letter)
{
    struct word_letter *letters = arena_alloc(arena, (word.count + 1) * sizeof *letters);
    if (word.count)
        memcpy(letters, word.letters, word.count * sizeof *letters);
    letters[word.count] = letter;
    return (struct word){letters, word.count + 1};
}

static void word_enter_block(struct threading *threading, const struct ir_block *block,
                             struct word *word)
{
    struct word_letter letter;
    if (block->predecessor_count != 1)
        return;
    const struct ir_block *from = block->predecessors[0];
    for (uint32_t i = 0; i < from->successor_count; i++)
        if (from->successors[i] == block && enters_alone(from, i) &&
            letter_of_edge(threading, from, i, &letter)) {
            *word = word_extend(&threading->arena, *word, letter);
            return;
        }
}

static bool has_section(struct word word, const struct ir_value *loop)
{
    for (uint32_t i = 0; i < word.count; i++)
        if (word.letters[i].kind == WORD_SECTION && word.letters[i].construct == loop)
            return true;
    return false;
}

const struct function_guards *words_of_function(struct threading *threading,
                                                const struct ir_function *function)
{
    struct function_guards *guards = threading->guards[function->number];
    if (guards)
        return guards;
    const struct threads_flow *flow = threading_flow(threading, function);
    guards = arena_alloc(&threading->arena, sizeof *guards);
    guards->words = arena_alloc(&threading->arena, function->block_count * sizeof *guards->words);
    threading->guards[function->number] = guards;
    uint32_t *order = memory_zero(function->block_count + 2, sizeof *order);
    const struct ir_value **loops = memory_zero(function->block_count + 1, sizeof *loops);
    uint32_t count = graph_order(flow->graph, 0, order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = order[i];
        if (node >= function->block_count)
            continue;
        if (flow->above[node] < function->block_count)
            guards->words[node] = guards->words[flow->above[node]];
        word_enter_block(threading, function->blocks[node], &guards->words[node]);
    }
    for (uint32_t i = 0; i < function->call_count; i++)
        if (openmp_kind(threading->openmp, function->calls[i]) == OPENMP_END_STATIC_LOOP)
            mark_static_loop(threading, flow, function->calls[i], loops);
    for (uint32_t i = 0; i < function->block_count; i++)
        if (loops[i] && !has_section(guards->words[i], loops[i]))
            guards->words[i] =
                word_extend(&threading->arena, guards->words[i],
                            (struct word_letter){.kind = WORD_LOOP, .construct = loops[i]});
    free((void *)loops);
    free(order);
    return guards;
}
