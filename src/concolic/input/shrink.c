#include "concolic/input/shrink.h"

#include "concolic/path/operation.h"

enum { LOOK = 4 }; /* depth to which an expression is examined */

/* Finds the only variable of the expression. Returns false if there is none, or several. */
static bool only_variable(const struct trace *trace, uint32_t number, unsigned depth,
                          uint32_t *variable)
{
    if (number == 0 || number >= trace->node_count || depth == 0)
        return false;
    const struct symbolic_node *node = &trace->nodes[number];
    const uint32_t operands[] = {node->a, node->b, node->c};
    unsigned found = 0, count = operation_operands(node->op);
    if (node->op == SYMBOLIC_VARIABLE) {
        *variable = node->a;
        return true;
    }
    for (unsigned i = 0; i < count; i++)
        if (trace->nodes[operands[i]].op != SYMBOLIC_CONSTANT)
            found += only_variable(trace, operands[i], depth - 1, variable) ? 1 : 2;
    return found == 1;
}

static bool is_large(const struct symbolic_variable *variable)
{
    return (variable->kind == SYMBOLIC_NUMBER || variable->kind == SYMBOLIC_MARKED) &&
           !operation_is_float(variable->type) && variable->type != SYMBOLIC_I1 &&
           variable->value > 1 && variable->value < UINT32_MAX / 2;
}

size_t shrink_find(const struct trace *trace, uint32_t variables[SHRINK_MOST])
{
    size_t count = 0;
    for (uint32_t i = 0; i < trace->constraint_count && count < SHRINK_MOST; i++) {
        const struct constraint *constraint = &trace->constraints[i];
        uint32_t variable;
        if (constraint->kind != EVENT_BRANCH || !constraint->loose ||
            !only_variable(trace, constraint->expression, LOOK, &variable) ||
            !is_large(&trace->variables[variable]))
            continue;
        size_t known = 0;
        while (known < count && variables[known] != variable)
            known++;
        variables[known] = variable;
        count += known == count;
    }
    return count;
}

size_t shrink_make(const struct input *input, struct trace *trace,
                   const struct input_originals *originals, struct input shrunk[SHRINK_MOST])
{
    uint32_t variables[SHRINK_MOST];
    size_t found = shrink_find(trace, variables), count = 0;
    struct solver_model model = {
        .values = arena_alloc(&trace->arena, trace->variable_count * sizeof *model.values),
        .changed = arena_alloc(&trace->arena, trace->variable_count * sizeof *model.changed)};
    for (size_t i = 0; i < found; i++) {
        struct error ignored;
        model.values[variables[i]] = 1;
        model.changed[variables[i]] = true;
        count += input_apply(input, trace, &model, originals, &shrunk[count], &ignored) == 0;
        model.changed[variables[i]] = false;
    }
    return count;
}
