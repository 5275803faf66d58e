/* build.c: makes the constraints of each instruction. */
#include "ir/calls.h"
#include "ir/points/private.h"

#include <stdlib.h>

bool points_carries(const struct ir_type *type)
{
    switch (type->kind) {
    case IR_TYPE_POINTER:
        return true;
    case IR_TYPE_INTEGER:
    case IR_TYPE_STRUCT:
    case IR_TYPE_ARRAY:
        return type->size >= POINTS_WORD;
    default:
        return false;
    }
}

/* An integer that a pointer is cast to and back keeps what the pointer pointed to. */
bool points_is_transparent(const struct ir_value *value)
{
    return (value->opcode == IR_CAST || value->opcode == IR_FREEZE) && value->operand_count == 1 &&
           !(value->type->kind == IR_TYPE_POINTER &&
             value->operands[0]->type->kind == IR_TYPE_INTEGER);
}

static const struct ir_value *see_through(const struct ir_value *value)
{
    while (points_is_transparent(value))
        value = value->operands[0];
    return value;
}

uint32_t points_node(struct points *points, const struct ir_value *value)
{
    value = see_through(value);
    switch (value->kind) {
    case IR_INTEGER:
    case IR_FLOAT:
    case IR_NULL:
    case IR_UNDEFINED:
        return NODE_NONE;
    case IR_OTHER:
        return value->type->kind == IR_TYPE_POINTER ? NODE_OUTSIDE : NODE_NONE;
    default:
        break;
    }
    if (!points_carries(value->type))
        return NODE_NONE;
    uint32_t node = points->of_value[value->number];
    if (node)
        return node;
    node = points_new_node(points);
    points->of_value[value->number] = node;
    if (value->kind == IR_GLOBAL || value->kind == IR_FUNCTION) {
        points_add(points, node, points_cell(points, points_object(points, value), 0));
    } else if (value->kind == IR_AGGREGATE || value->kind == IR_EXPRESSION) {
        points->build = memory_room((void *)points->build, points->build_count,
                                    &points->build_space, sizeof *points->build);
        points->build[points->build_count++] = value;
    }
    return node;
}

uint32_t points_result(struct points *points, const struct ir_function *function)
{
    uint32_t *node = &points->results[function->number];
    if (!*node)
        *node = points_new_node(points);
    return *node;
}

static void copy_operand(struct points *points, const struct ir_value *value, uint32_t operand)
{
    points_edge(points, points_node(points, value->operands[operand]), points_node(points, value));
}

/* Makes the constraints of an access as wide as a structure, which may hold pointers at any of its
 * words. */
static void access_words(struct points *points, enum constraint_kind kind,
                         const struct ir_value *address, uint32_t other, uint64_t size)
{
    uint32_t node = points_node(points, address);
    for (uint64_t at = 0; at < size && at < POINTS_WIDE_MAX && other != NODE_NONE;
         at += POINTS_WORD)
        points_constrain(points, node,
                         (struct constraint){kind, other, (int64_t)at, NULL, 0, NULL});
}

static void build_address(struct points *points, const struct ir_value *value)
{
    uint32_t base = points_node(points, value->operands[0]), node = points_node(points, value);
    if (value->constant && value->offset == 0)
        points_edge(points, base, node);
    else
        points_constrain(points, base,
                         (struct constraint){CONSTRAIN_ADDRESS, node, 0, value, 0, NULL});
}

static void build_atomic(struct points *points, const struct ir_value *value)
{
    if (!points_carries(value->accessed))
        return;
    uint32_t changed = points_node(points, value->operands[value->operand_count - 1]);
    access_words(points, CONSTRAIN_STORE, value->operands[0], changed, POINTS_WORD);
    access_words(points, CONSTRAIN_LOAD, value->operands[0], points_node(points, value),
                 POINTS_WORD);
}

/* Makes the constraints of sums of pointers and numbers, in integers; a difference of two pointers
 * is a number. */
static void build_arithmetic(struct points *points, const struct ir_value *value)
{
    if (!points_carries(value->type))
        return;
    copy_operand(points, value, 0);
    if (value->opcode != IR_SUBTRACT)
        copy_operand(points, value, 1);
}

static bool is_difference(const struct ir_value *value)
{
    const struct ir_value *second = value->operands[1];
    return value->opcode == IR_SUBTRACT && second->opcode == IR_CAST &&
           second->operands[0]->type->kind == IR_TYPE_POINTER;
}

static void build_call(struct points *points, const struct ir_value *call)
{
    const struct ir_value *callee = call->callee;
    for (uint32_t i = 0; i < call->operand_count; i++)
        points_node(points, call->operands[i]);
    if (callee->kind == IR_FUNCTION) {
        points_connect(points, call, callee->as_function);
        const struct calls_handing *handing = calls_handing(call);
        if (handing)
            points_constrain(points, points_node(points, call->operands[handing->function]),
                             (struct constraint){CONSTRAIN_CALL, 0, 0, call, 0, NULL});
    } else if (callee->kind == IR_OTHER) {
        points_outside(points, call, NULL);
    } else {
        points_constrain(points, points_node(points, callee),
                         (struct constraint){CONSTRAIN_CALL, 0, 0, call, 0, NULL});
    }
}

void points_connect(struct points *points, const struct ir_value *call,
                    const struct ir_function *function)
{
    bool handed = call->callee->kind == IR_FUNCTION && call->callee != function->value;
    if (!function->defined) {
        if (!handed)
            points_outside(points, call, function);
        return;
    }
    for (uint32_t i = 0; i < function->argument_count; i++) {
        const struct ir_value *parameter = function->arguments[i];
        const struct ir_value *argument = ir_call_argument(call, function, i);
        uint32_t node = points_node(points, parameter);
        if (argument)
            points_edge(points, points_node(points, argument), node);
        else if (parameter->type->kind == IR_TYPE_POINTER)
            points_add(points, node, CELL_OUTSIDE);
    }
    if (handed)
        return;
    /* va_arg reads further arguments as if they came from outside. */
    for (uint32_t i = function->argument_count; i < call->operand_count; i++)
        points_edge(points, points_node(points, call->operands[i]), NODE_ESCAPE);
    if (points->allocators[function->number].kind)
        points_allocate(points, call, points->allocators[function->number]);
    else
        points_edge(points, points_result(points, function), points_node(points, call));
}

static void build_value(struct points *points, const struct ir_value *value)
{
    switch (value->opcode) {
    case IR_RETURN:
        if (value->operand_count)
            points_edge(points, points_node(points, value->operands[0]),
                        points_result(points, value->function));
        break;
    case IR_ALLOCA:
        points_add(points, points_node(points, value),
                   points_cell(points, points_object(points, value), 0));
        break;
    case IR_LOAD:
        if (points_carries(value->type))
            access_words(points, CONSTRAIN_LOAD, value->operands[0], points_node(points, value),
                         value->type->size);
        break;
    case IR_STORE:
        access_words(points, CONSTRAIN_STORE, value->operands[1],
                     points_node(points, value->operands[0]), value->accessed->size);
        break;
    case IR_ADDRESS:
        build_address(points, value);
        break;
    case IR_ATOMIC:
        build_atomic(points, value);
        break;
    case IR_CALL:
        build_call(points, value);
        break;
    case IR_SELECT:
        copy_operand(points, value, 1);
        copy_operand(points, value, 2);
        break;
    case IR_NO_OPCODE: /* a constant structure */
    case IR_PHI:
    case IR_EXTRACT:
    case IR_INSERT:
        for (uint32_t i = 0; i < value->operand_count; i++)
            copy_operand(points, value, i);
        break;
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_AND:
    case IR_OR:
        if (!is_difference(value))
            build_arithmetic(points, value);
        break;
    case IR_CAST: /* from an integer; see_through() passes other casts */
        if (!points_is_transparent(value) && value->operand_count)
            points_constrain(
                points, points_node(points, value->operands[0]),
                (struct constraint){CONSTRAIN_BLUR, points_node(points, value), 0, NULL, 0, NULL});
        break;
    case IR_LANDING:
    case IR_OTHER_OPCODE:
        points_add(points, points_node(points, value), CELL_OUTSIDE);
        break;
    default:
        break;
    }
}

void points_build_pending(struct points *points)
{
    while (points->build_count)
        build_value(points, points->build[--points->build_count]);
}

/* A part of an initialiser and its place in the variable. */
struct build_part {
    const struct ir_value *value;
    uint64_t offset;
};

static void build_initialiser(struct points *points, const struct ir_value *global)
{
    struct build_part *stack = NULL;
    size_t count = 0, space = 0;
    uint32_t object = points_object(points, global);
    stack = memory_room(stack, count, &space, sizeof *stack);
    stack[count++] = (struct build_part){global->operands[0], 0};
    while (count) {
        struct build_part part = stack[--count];
        const struct ir_type *type = part.value->type;
        if (part.value->kind != IR_AGGREGATE) {
            uint32_t node = points_node(points, part.value);
            if (node != NODE_NONE)
                points_edge(points, node, points_held(points, object, (int64_t)part.offset));
            continue;
        }
        for (uint32_t i = 0; i < part.value->operand_count; i++) {
            uint64_t offset =
                type->kind == IR_TYPE_STRUCT ? type->offsets[i] : i * type->parts[0]->size;
            if (!points_carries(part.value->operands[i]->type))
                continue;
            stack = memory_room(stack, count, &space, sizeof *stack);
            stack[count++] = (struct build_part){part.value->operands[i], part.offset + offset};
        }
    }
    free(stack);
}

void points_build(struct points *points)
{
    const struct ir_program *program = points->program;
    const struct ir_function *main_function = ir_program_function(program, "main");
    bool whole = main_function && main_function->defined;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct ir_value *global = program->globals[i];
        uint32_t object = points_object(points, global);
        if (!whole && !global->local && !global->constant)
            points_escape(points, object);
        if (global->operand_count)
            build_initialiser(points, global);
    }
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        if (function->defined && !function->local)
            points_escape(points, points_object(points, function->value));
        for (uint32_t j = 0; j < function->block_count; j++)
            for (uint32_t k = 0; k < function->blocks[j]->instruction_count; k++)
                build_value(points, function->blocks[j]->instructions[k]);
    }
}
