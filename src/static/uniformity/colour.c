/* colour.c: finds values that are the same on all ranks of a communicator because MPI_Comm_split
 * gave these ranks the same colour.
 *
 * The colour is the same, and so is what follows from it (the condition of `c ? 1 : 0`, n from n +
 * 1), and every repetition of the same expression. The program is solved once more with these
 * values taken as the same. A value that still differs then differs within the communicator, as far
 * as the analysis can tell.
 */
#include "static/uniformity/colour.h"
#include "static/calls/handle_index.h"

#include "static/uniformity/program.h"
#include "static/uniformity/regions.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

enum { SOLUTIONS_MAX = 24, EQUAL_DEPTH = 4, MARKS_MAX = 512, ARMS_MAX = 16 };

struct marking {
    struct uniformity *uniformity;
    bool *same; /* by value number */
    const struct ir_value *list[MARKS_MAX];
    size_t count;
};

static void colour_mark(struct marking *marking, const struct ir_value *value)
{
    if ((value->kind != IR_INSTRUCTION && value->kind != IR_ARGUMENT) ||
        marking->same[value->number] || marking->count == MARKS_MAX)
        return;
    marking->same[value->number] = true;
    marking->list[marking->count++] = value;
}

static bool same_expression(const struct marking *marking, const struct ir_value *a,
                            const struct ir_value *b, int depth)
{
    if (a == b)
        return true;
    if (a->kind == IR_INTEGER && b->kind == IR_INTEGER)
        return a->integer == b->integer;
    if (depth == 0 || a->kind != IR_INSTRUCTION || b->kind != IR_INSTRUCTION ||
        a->opcode != b->opcode || a->operand_count != b->operand_count || a->operand_count == 0)
        return false;
    switch (a->opcode) {
    case IR_PHI:
    case IR_CALL:
    case IR_ALLOCA:
        return false;
    case IR_LOAD: {
        const struct taint *values = marking->uniformity->base->values;
        if (values[a->number].definer == NO_VALUE ||
            values[a->number].definer != values[b->number].definer)
            return false;
        break;
    }
    case IR_COMPARE:
        if (a->predicate != b->predicate)
            return false;
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < a->operand_count; i++)
        if (!same_expression(marking, a->operands[i], b->operands[i], depth - 1))
            return false;
    return true;
}

static void mark_repeated(struct marking *marking, const struct ir_value *value)
{
    if (value->kind != IR_INSTRUCTION)
        return;
    const struct ir_function *function = value->function;
    for (uint32_t i = 0; i < function->block_count; i++)
        for (uint32_t k = 0; k < function->blocks[i]->instruction_count; k++) {
            const struct ir_value *other = function->blocks[i]->instructions[k];
            if (other->opcode == value->opcode && other != value &&
                same_expression(marking, value, other, EQUAL_DEPTH))
                colour_mark(marking, other);
        }
}

/* Returns whether all values are constants and no two are equal: then the value shows which way was
 * taken. */
static bool colour_distinct(const struct ir_value **values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i]->kind != IR_INTEGER)
            return false;
        for (size_t k = 0; k < i; k++)
            if (values[k]->integer == values[i]->integer)
                return false;
    }
    return count > 1;
}

static void mark_conditions_of_join(struct marking *marking, const struct ir_block *join)
{
    const struct ir_function *function = join->function;
    struct regions *regions = regions_of(marking->uniformity, function);
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_value *end = ir_terminator(function->blocks[i]);
        if (function->blocks[i]->successor_count < 2 || end->operand_count == 0)
            continue;
        const struct joins *joins = regions_joins(regions, i);
        for (size_t k = 0; k < joins->count; k++)
            if (joins->blocks[k] == join->number)
                colour_mark(marking, end->operands[0]);
    }
}

/* Marks the condition of the branch above if the block has no other predecessor. */
static void mark_condition_above(struct marking *marking, const struct ir_block *block)
{
    if (block->predecessor_count != 1 || block->predecessors[0]->successor_count < 2)
        return;
    const struct ir_value *end = ir_terminator(block->predecessors[0]);
    if (end->operand_count > 0)
        colour_mark(marking, end->operands[0]);
}

/* Marks what is stored to a variable in memory. If only distinct constants are stored, also marks
 * the branches that decide between them. */
static void mark_memory(struct marking *marking, const struct ir_value *address)
{
    struct points_location exact;
    struct points_set set = analysis_places(marking->uniformity->analysis, address, &exact);
    if (set.count != 1 || set.unknown)
        return;
    const struct ir_value *object = set.locations[0].object;
    const struct ir_value *stored[16], *stores[16];
    size_t count = 0;
    for (uint32_t i = 0; i < object->user_count; i++) {
        const struct ir_value *user = object->users[i];
        if (user->opcode != IR_STORE || user->operands[1] != object || count == 16)
            continue;
        stores[count] = user;
        stored[count++] = user->operands[0];
        colour_mark(marking, user->operands[0]);
    }
    if (!colour_distinct(stored, count))
        return;
    for (size_t i = 0; i < count; i++)
        mark_condition_above(marking, stores[i]->block);
}

static void mark_operands(struct marking *marking, const struct ir_value *value)
{
    bool second = value->operand_count > 1 && value->operands[1]->kind == IR_INTEGER;
    bool first = value->operand_count > 0 && value->operands[0]->kind == IR_INTEGER;
    switch (value->opcode) {
    case IR_EXTEND_SIGN:
    case IR_EXTEND_ZERO:
    case IR_CAST:
    case IR_FREEZE:
        colour_mark(marking, value->operands[0]);
        break;
    case IR_MULTIPLY:
        if (second && value->operands[1]->integer == 0)
            break;
        __attribute__((fallthrough));
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_XOR:
        if (second || first)
            colour_mark(marking, value->operands[second ? 0 : 1]);
        break;
    case IR_SELECT:
        if (colour_distinct(value->operands + 1, 2))
            colour_mark(marking, value->operands[0]);
        break;
    case IR_PHI:
        if (colour_distinct(value->operands, value->operand_count))
            mark_conditions_of_join(marking, value->block);
        break;
    case IR_LOAD:
        mark_memory(marking, value->operands[0]);
        break;
    default:
        break;
    }
}

/* Marks what the calls pass for a parameter. */
static void mark_passed(struct marking *marking, const struct ir_value *argument)
{
    const struct ir_function *function = argument->function;
    const struct analysis_callers *callers =
        &marking->uniformity->analysis->callers[function->number];
    for (size_t i = 0; i < callers->count; i++) {
        const struct ir_value *actual =
            analysis_actual(callers->calls[i], function, argument->index);
        if (actual)
            colour_mark(marking, actual);
    }
}

/* Marks the colours of the calls that make this communicator, each in an arm of its own. */
static void mark_arms(struct marking *marking, const struct ir_value *split)
{
    const struct analysis *analysis = marking->uniformity->analysis;
    const struct ir_value *calls[ARMS_MAX], *colours[ARMS_MAX];
    size_t count = 0;
    calls[count++] = split;
    for (size_t i = 0; i < analysis->handles->pair_count && count < ARMS_MAX; i++)
        if (analysis->handles->pairs[i].first == split)
            calls[count++] = analysis->handles->pairs[i].call;
    for (size_t i = 0; i < count; i++) {
        struct analysis_argument colour = analysis_role(analysis, calls[i], "color");
        colours[i] = colour.value;
        if (colour.by_reference)
            mark_memory(marking, colour.value);
        else
            colour_mark(marking, colour.value);
    }
    if (!colour_distinct(colours, count))
        return;
    for (size_t i = 0; i < count; i++)
        mark_condition_above(marking, calls[i]->block);
}

static void mark_colour(struct marking *marking, const struct ir_value *split)
{
    size_t done = marking->count;
    mark_arms(marking, split);
    for (; done < marking->count; done++) {
        const struct ir_value *value = marking->list[done];
        if (value->kind == IR_ARGUMENT) {
            mark_passed(marking, value);
        } else {
            mark_operands(marking, value);
            mark_repeated(marking, value);
        }
    }
}

static bool is_split(const struct uniformity *uniformity, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(uniformity->analysis, call);
    return mpi && strcmp(mpi->name, "MPI_Comm_split") == 0;
}

struct solution *colour_solution(struct uniformity *uniformity, const struct ir_value *split)
{
    for (size_t i = 0; i < uniformity->colouring_count; i++)
        if (uniformity->colourings[i].split == split)
            return uniformity->colourings[i].solution;
    if (!is_split(uniformity, split) || uniformity->colouring_count == SOLUTIONS_MAX)
        return NULL;
    struct marking marking = {.uniformity = uniformity};
    marking.same = arena_alloc(&uniformity->arena,
                               (uniformity->analysis->program->value_count + 1) * sizeof(bool));
    /* The ranks of a part of a part share the colours of both splits. */
    const struct ir_value *at = split;
    for (int depth = 0; depth < 8 && is_split(uniformity, at); depth++) {
        mark_colour(&marking, at);
        struct handle parent = uniform_handle_of_call(uniformity, at);
        if (parent.kind != HANDLE_MADE || parent.made == at)
            break;
        at = parent.made;
    }
    struct colouring *colouring =
        arena_push(&uniformity->arena, uniformity->colourings, uniformity->colouring_count);
    colouring->split = split;
    if (marking.count > 0)
        colouring->solution = program_solve(uniformity, marking.same, uniformity->base);
    return colouring->solution;
}
