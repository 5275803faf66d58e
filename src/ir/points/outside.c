/* outside.c: the effect of functions outside the program on pointers.
 *
 * A function outside keeps all that it gets, unless library.h knows more of it. For MPI, a buffer
 * holds data, no pointers, and a handle is outside.
 */
#include "ir/calls.h"
#include "ir/library.h"
#include "ir/points/private.h"

#include <limits.h>
#include <string.h>

static const struct library_facts unknown = {.effect = EFFECT_KEEPS};

/* Returns the cell of the memory that this call allocates. */
static uint32_t outside_memory_of(struct points *points, const struct ir_value *call)
{
    return points_cell(points, points_object(points, call), 0);
}

/* Returns a node that holds the cell, for constraints that store it. */
static uint32_t node_holding(struct points *points, uint32_t cell)
{
    uint32_t node = points_new_node(points);
    points_add(points, node, cell);
    return node;
}

static void store_at(struct points *points, const struct ir_value *address, uint32_t from)
{
    points_constrain(points, points_node(points, address),
                     (struct constraint){CONSTRAIN_STORE, from, 0, NULL, 0, NULL});
}

static void copy_between(struct points *points, uint32_t from, uint32_t to,
                         const struct ir_value *size)
{
    int64_t bytes = size && size->kind == IR_INTEGER ? size->integer : -1;
    points_constrain(points, from,
                     (struct constraint){CONSTRAIN_COPY, to, bytes, NULL, false, NULL});
    points_constrain(points, to,
                     (struct constraint){CONSTRAIN_COPY, from, bytes, NULL, true, NULL});
}

static void keep_operands(struct points *points, const struct ir_value *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++)
        points_edge(points, points_node(points, call->operands[i]), NODE_ESCAPE);
}

/* Stores the address of the shared variables, which follow the task, in the first word of the task,
 * as the runtime does. */
static void link_task(struct points *points, const struct ir_value *call)
{
    enum { TASK_SIZE = 3 };
    const struct ir_value *size = call->operands[TASK_SIZE];
    if (size->kind != IR_INTEGER)
        return;
    uint32_t object = points_object(points, call);
    uint32_t shared = points_cell(points, object, size->integer);
    points_add(points, points_held(points, object, 0), shared);
}

static bool has_operands(const struct library_facts *facts, const struct ir_value *call)
{
    uint32_t needed = 0;
    if (facts->effect == EFFECT_COPIES || facts->effect == EFFECT_ENDS)
        needed = 2;
    else if (facts->effect == EFFECT_RETURNS || facts->effect == EFFECT_PUTS_MEMORY)
        needed = facts->operand + 1U;
    else if (facts->effect == EFFECT_REALLOCATES || facts->effect == EFFECT_FILLS)
        needed = 1;
    return call->operand_count >= needed;
}

enum allocates points_allocates_outside(struct points *points, const struct ir_function *function,
                                        uint32_t *resized)
{
    enum library_effect effect = points->outside[function->number].effect;
    *resized = 0;
    if (effect == EFFECT_REALLOCATES)
        return ALLOCATES_AGAIN;
    return effect == EFFECT_ALLOCATES ? ALLOCATES : ALLOCATES_NOT;
}

bool points_only_looks(struct points *points, const struct ir_value *call)
{
    if (call->opcode != IR_CALL || call->callee->kind != IR_FUNCTION ||
        call->callee->as_function->defined)
        return false;
    enum library_effect effect = points->outside[call->callee->as_function->number].effect;
    return effect == EFFECT_NOTHING || (effect == EFFECT_RETURNS && !call->user_count);
}

void points_allocate(struct points *points, const struct ir_value *call, struct allocator allocator)
{
    uint32_t result = points_node(points, call);
    points_add(points, result, outside_memory_of(points, call));
    if (allocator.kind == ALLOCATES_AGAIN && allocator.resized < call->operand_count)
        copy_between(points, points_node(points, call->operands[allocator.resized]), result, NULL);
}

void points_outside(struct points *points, const struct ir_value *call,
                    const struct ir_function *function)
{
    const struct library_facts *facts = function ? &points->outside[function->number] : &unknown;
    if (!has_operands(facts, call))
        facts = &unknown;
    uint32_t result = points_node(points, call);
    switch (facts->effect) {
    case EFFECT_NOTHING:
        points_add(points, result, CELL_OUTSIDE);
        break;
    case EFFECT_RETURNS:
        points_edge(points, points_node(points, call->operands[facts->operand]), result);
        break;
    case EFFECT_COPIES: {
        uint32_t to = points_node(points, call->operands[0]);
        copy_between(points, points_node(points, call->operands[1]), to,
                     call->operand_count > 2 ? call->operands[2] : NULL);
        points_edge(points, to, result);
        break;
    }
    case EFFECT_ALLOCATES:
        points_allocate(points, call, (struct allocator){ALLOCATES, 0});
        if (strstr(function->symbol, "task_alloc") && call->operand_count > 3)
            link_task(points, call);
        break;
    case EFFECT_REALLOCATES:
        points_allocate(points, call, (struct allocator){ALLOCATES_AGAIN, 0});
        break;
    case EFFECT_PUTS_MEMORY:
        store_at(points, call->operands[facts->operand],
                 node_holding(points, outside_memory_of(points, call)));
        for (uint32_t i = facts->operand + 1U; i < call->operand_count; i++)
            store_at(points, call->operands[i], NODE_OUTSIDE);
        break;
    case EFFECT_ENDS:
        store_at(points, call->operands[1], points_node(points, call->operands[0]));
        points_edge(points, points_node(points, call->operands[0]), result);
        break;
    case EFFECT_KEEPS_SOME:
    case EFFECT_WRITES:
        for (uint32_t i = 0; i < call->operand_count; i++)
            if (facts->effect == EFFECT_KEEPS_SOME && i < CHAR_BIT && facts->operand >> i & 1)
                points_edge(points, points_node(points, call->operands[i]), NODE_ESCAPE);
            else
                store_at(points, call->operands[i], NODE_OUTSIDE);
        points_add(points, result, CELL_OUTSIDE);
        break;
    case EFFECT_FILLS:
        points_constrain(points, points_node(points, call->operands[0]),
                         (struct constraint){CONSTRAIN_COPY, NODE_OUTSIDE, -1, NULL, true, NULL});
        break;
    case EFFECT_UNKNOWN:
    case EFFECT_KEEPS:
        keep_operands(points, call);
        points_add(points, result, CELL_OUTSIDE);
        break;
    }
}
