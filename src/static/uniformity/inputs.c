#include "static/uniformity/inputs.h"

#include "ir/graph.h"
#include "ir/library.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 4096 }; /* examined for one branch */

/* The values that a value may come from, each once. */
struct slice {
    bool *seen; /* by number */
    const struct ir_value **list;
    size_t count;
};

static void input_add(struct slice *slice, const struct ir_value *value)
{
    if (value == NULL || slice->seen[value->number] || slice->count == VALUES_MAX) {
        return;
    }
    slice->seen[value->number] = true;
    slice->list[slice->count++] = value;
}

/* Returns whether the call is of a function that reads data from outside the program. */
static bool calls_input(const struct ir_value *call)
{
    return call->callee != NULL && call->callee->kind == IR_FUNCTION &&
           library_of(call->callee->as_function->symbol).flags & CALL_READS;
}

static bool input_is_memory(const struct ir_value *value)
{
    return value->kind == IR_GLOBAL ||
           (value->kind == IR_INSTRUCTION && value->opcode == IR_ALLOCA);
}

/* Adds what is stored to a variable to the slice; returns true if a function that gets its address
 * reads input into it. */
static bool add_stored(struct slice *slice, const struct ir_value *address)
{
    bool read = false;

    for (uint32_t i = 0; i < address->user_count && !read; i++) {
        const struct ir_value *user = address->users[i];

        if (user->opcode == IR_STORE && user->operands[1] == address) {
            input_add(slice, user->operands[0]);
        }
        read =
            (user->opcode == IR_CALL && calls_input(user)) ||
            (user->opcode == IR_ADDRESS && user->operands[0] == address && add_stored(slice, user));
    }
    return read;
}

/* Adds what callers pass for a parameter; returns true for parameters of main(), which are
 * input. */
static bool input_add_argument(struct slice *slice, const struct ir_value *argument)
{
    const struct ir_function *function = argument->function;

    if (strcmp(function->symbol, "main") == 0) {
        return true;
    }
    for (uint32_t i = 0; i < function->caller_count; i++) {
        input_add(slice, ir_call_argument(function->callers[i], function, argument->index));
    }
    return false;
}

/* Returns true if the value is input itself; else adds its operands to the slice. */
static bool input_follow(struct slice *slice, const struct ir_value *value)
{
    if (value->kind == IR_ARGUMENT) {
        return input_add_argument(slice, value);
    }
    if (input_is_memory(value)) {
        return add_stored(slice, value);
    }
    if (value->kind != IR_INSTRUCTION && value->kind != IR_EXPRESSION) {
        return false;
    }
    if (value->opcode == IR_CALL && calls_input(value)) {
        return true;
    }
    for (uint32_t i = 0; i < value->operand_count; i++) {
        input_add(slice, value->operands[i]);
    }
    return false;
}

/* Returns whether the value comes from input. The slice must be empty, and is empty afterwards. */
static bool comes_from_input(struct slice *slice, const struct ir_value *value)
{
    bool found = false;

    input_add(slice, value);
    for (size_t i = 0; i < slice->count && !found; i++) {
        found = input_follow(slice, slice->list[i]);
    }
    while (slice->count > 0) {
        slice->seen[slice->list[--slice->count]->number] = false;
    }
    return found;
}

static bool input_decides(const struct ir_value *value)
{
    return (value->opcode == IR_BRANCH || value->opcode == IR_SWITCH) && value->operand_count > 0;
}

/* Lists the blocks between a block and the place where its ways meet; returns how many there
 * are. */
static uint32_t list_between(const struct ir_block *block, uint32_t *list)
{
    struct arena arena = {0};
    const struct ir_function *function = block->function;
    struct graph *graph = graph_of_function(&arena, function);
    const uint32_t *after = graph_dominators(&arena, graph, graph->count - 1, true);
    bool *known = arena_alloc(&arena, graph->count * sizeof *known);
    uint32_t count = 1;

    memset(known, 0, graph->count * sizeof *known);
    list[0] = block->number;
    known[block->number] = true;
    for (uint32_t i = 0; i < count; i++) {
        const struct graph_node *node = &graph->nodes[list[i]];

        for (uint32_t k = 0; k < node->successor_count; k++) {
            uint32_t next = node->successors[k];

            if (next != after[block->number] && next < function->block_count && !known[next]) {
                known[next] = true;
                list[count++] = next;
            }
        }
    }
    arena_free(&arena);
    return count;
}

const struct ir_value *inputs_between(const struct ir_program *program,
                                      const struct ir_value *branch)
{
    const struct ir_value *found = NULL;

    if (branch->block == NULL) {
        return NULL;
    }
    const struct ir_function *function = branch->function;
    struct slice slice = {.seen = memory_zero(program->value_count + 1, sizeof *slice.seen),
                          .list = memory_zero(VALUES_MAX, sizeof *slice.list)};
    uint32_t *list = memory_zero(function->block_count + 1, sizeof *list);
    uint32_t count = list_between(branch->block, list);

    for (uint32_t i = 0; i < count && found == NULL; i++) {
        const struct ir_value *end = ir_terminator(function->blocks[list[i]]);

        if (input_decides(end) && comes_from_input(&slice, end->operands[0])) {
            found = end;
        }
    }
    free(list);
    free(slice.seen);
    free(slice.list);
    return found;
}
