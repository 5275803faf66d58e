/* allocators.c: finds functions of the program that are allocators.
 *
 * Most programs call malloc in one place, from a function that ends the program if it fails. Taken
 * literally, all memory would be one object. So a function counts as an allocator if it returns
 * memory from an allocator, and only compares, clears or frees that memory.
 */
#include "ir/points/private.h"

#include <stdlib.h>

enum { FOLLOW_MAX = 64 };

/* The values that one value becomes, or that it comes from, each once. */
struct followed {
    const struct ir_value *values[FOLLOW_MAX];
    uint32_t count;
    bool cut;
};

static void allocator_follow(struct followed *followed, const struct ir_value *value)
{
    for (uint32_t i = 0; i < followed->count; i++)
        if (followed->values[i] == value)
            return;
    if (followed->count == FOLLOW_MAX)
        followed->cut = true;
    else
        followed->values[followed->count++] = value;
}

static bool is_join(const struct ir_value *value)
{
    return value->opcode == IR_PHI || value->opcode == IR_SELECT || points_is_transparent(value);
}

/* Returns whether the memory leaves the function only as its result, with nothing stored in it. */
static bool is_only_returned(struct points *points, const struct ir_value *call)
{
    struct followed uses = {.values = {call}, .count = 1};
    for (uint32_t i = 0; i < uses.count; i++)
        for (uint32_t j = 0; j < uses.values[i]->user_count; j++) {
            const struct ir_value *user = uses.values[i]->users[j];
            if (is_join(user))
                allocator_follow(&uses, user);
            else if (user->opcode != IR_COMPARE && user->opcode != IR_RETURN &&
                     !points_only_looks(points, user))
                return false;
        }
    return !uses.cut;
}

static enum allocates allocation_by(struct points *points, const struct ir_value *call,
                                    uint32_t *resized)
{
    if (call->opcode != IR_CALL || call->callee->kind != IR_FUNCTION)
        return ALLOCATES_NOT;
    const struct ir_function *callee = call->callee->as_function;
    if (!callee->defined)
        return points_allocates_outside(points, callee, resized);
    *resized = points->allocators[callee->number].resized;
    return points->allocators[callee->number].kind;
}

/* Returns the allocator whose memory the function returns. */
static struct allocator find_allocator(struct points *points, const struct ir_function *function)
{
    struct allocator found = {ALLOCATES_NOT, 0}, none = found;
    struct followed sources = {.count = 0};
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_value *end = ir_terminator(function->blocks[i]);
        if (end->opcode == IR_RETURN && end->operand_count)
            allocator_follow(&sources, end->operands[0]);
    }
    for (uint32_t i = 0; i < sources.count; i++) {
        const struct ir_value *value = sources.values[i];
        uint32_t resized = 0;
        if (value->kind == IR_NULL || value->kind == IR_UNDEFINED)
            continue;
        if (is_join(value)) {
            for (uint32_t j = value->opcode == IR_SELECT; j < value->operand_count; j++)
                allocator_follow(&sources, value->operands[j]);
            continue;
        }
        enum allocates kind = allocation_by(points, value, &resized);
        if (kind == ALLOCATES_NOT || !is_only_returned(points, value))
            return none;
        if (kind == ALLOCATES_AGAIN) {
            const struct ir_value *old =
                resized < value->operand_count ? value->operands[resized] : value;
            if (old->kind != IR_ARGUMENT || (found.kind && found.resized != old->index))
                return none;
            resized = old->index;
        } else if (found.kind == ALLOCATES_AGAIN) {
            continue;
        }
        found = (struct allocator){kind, resized};
    }
    return sources.cut ? none : found;
}

void points_find_allocators(struct points *points)
{
    const struct ir_program *program = points->program;
    points->allocators = memory_zero(program->function_count, sizeof *points->allocators);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->bottom_up[i];
        if (function->defined && function->type->parts[0]->kind == IR_TYPE_POINTER)
            points->allocators[function->number] = find_allocator(points, function);
    }
}
