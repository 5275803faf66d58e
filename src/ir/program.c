#include "ir/program.h"

#include "ir/calls.h"
#include "ir/copy/copy.h"
#include "ir/merge.h"

#include <stdlib.h>
#include <string.h>

int ir_program_load(const struct ir_bitcode *pieces, size_t count, struct ir_program **program,
                    struct error *error)
{
    struct ir_program *made = memory_zero(1, sizeof *made);
    struct merged merged;
    if (merge_bitcode(pieces, count, made, &merged, error) != 0) {
        ir_program_free(made);
        return -1;
    }
    copy_module(merged.module, made);
    merge_free(&merged);
    calls_resolve(made);
    *program = made;
    return 0;
}

void ir_program_free(struct ir_program *program)
{
    if (!program)
        return;
    arena_free(&program->arena);
    free(program);
}

const struct ir_function *ir_program_function(const struct ir_program *program, const char *symbol)
{
    for (uint32_t i = 0; i < program->function_count; i++)
        if (strcmp(program->functions[i]->symbol, symbol) == 0)
            return program->functions[i];
    return NULL;
}

const struct ir_value *ir_terminator(const struct ir_block *block)
{
    return block->instructions[block->instruction_count - 1];
}

const char *ir_string(const struct ir_value *value, struct arena *arena)
{
    if (value->kind == IR_GLOBAL && value->constant && value->operand_count)
        value = value->operands[0];
    const struct ir_type *type = value->type;
    if (type->kind != IR_TYPE_ARRAY || type->parts[0]->kind != IR_TYPE_INTEGER ||
        type->parts[0]->bits != 8)
        return NULL;
    if (value->kind == IR_NULL)
        return arena_copy(arena, "");
    if (value->kind != IR_AGGREGATE)
        return NULL;
    char *string = arena_alloc(arena, (size_t)value->operand_count + 1);
    for (uint32_t i = 0; i < value->operand_count; i++) {
        if (value->operands[i]->kind != IR_INTEGER)
            return NULL;
        string[i] = (char)value->operands[i]->integer;
    }
    return string;
}
