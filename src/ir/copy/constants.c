#include "ir/copy/copy.h"

#include <stdlib.h>
#include <string.h>

/* A larger table of numbers is not copied: no analysis needs its elements. */
enum { TABLE_MAX = 4096, ALIAS_DEPTH_MAX = 64 };

struct ir_value *copy_new_value(struct copy *copy, LLVMValueRef from, enum ir_kind kind)
{
    struct ir_value *value = arena_alloc(copy->arena, sizeof *value);
    value->kind = kind;
    value->number = (uint32_t)copy->value_count;
    value->type = copy_type(copy, LLVMTypeOf(from));
    copy->list = memory_room(copy->list, copy->value_count, &copy->value_space, sizeof *copy->list);
    copy->list[copy->value_count++] = value;
    map_put(&copy->values, from, value);
    return value;
}

const struct ir_value **copy_list(struct copy *copy, uint32_t count)
{
    return arena_alloc(copy->arena, count * sizeof(const struct ir_value *));
}

const struct ir_value *copy_value(struct copy *copy, LLVMValueRef value)
{
    for (int i = 0; i < ALIAS_DEPTH_MAX && LLVMGetValueKind(value) == LLVMGlobalAliasValueKind; i++)
        value = LLVMAliasGetAliasee(value);
    struct ir_value *to = map_get(&copy->values, value);
    if (to)
        return to;
    to = copy_new_value(copy, value, IR_OTHER);
    copy->pending = memory_room(copy->pending, copy->pending_count, &copy->pending_space,
                                sizeof *copy->pending);
    copy->pending[copy->pending_count++] = (struct copy_pending){value, to};
    return to;
}

static void copy_integer(struct ir_value *to, LLVMValueRef from)
{
    enum { BITS = 64 };
    to->kind = IR_INTEGER;
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(from));
    if (width <= BITS) {
        to->integer = LLVMConstIntGetSExtValue(from);
        return;
    }
    /* LLVM-C gives the words of a wider integer only as text. */
    char *text = LLVMPrintValueToString(from), *digits = strrchr(text, ' ');
    bool negative = digits && digits[1] == '-';
    uint64_t low = 0;
    for (const char *c = digits ? digits + 1 + negative : ""; *c >= '0' && *c <= '9'; c++)
        low = low * 10 + (uint64_t)(*c - '0');
    to->integer = (int64_t)(negative ? 0 - low : low);
    to->wide = true;
    LLVMDisposeMessage(text);
}

static void constant_copy_operands(struct copy *copy, struct ir_value *to, LLVMValueRef from)
{
    int count = LLVMGetNumOperands(from);
    to->operand_count = (uint32_t)count;
    to->operands = copy_list(copy, to->operand_count);
    for (int i = 0; i < count; i++)
        to->operands[i] = copy_value(copy, LLVMGetOperand(from, (unsigned)i));
}

/* Copies an array or vector of numbers, which LLVM packs. */
static void copy_table(struct copy *copy, struct ir_value *to, LLVMValueRef from)
{
    uint64_t count = to->type->length;
    if (count > TABLE_MAX)
        return;
    to->kind = IR_AGGREGATE;
    to->operand_count = (uint32_t)count;
    to->operands = copy_list(copy, to->operand_count);
    for (uint32_t i = 0; i < count; i++)
        to->operands[i] = copy_value(copy, LLVMGetAggregateElement(from, i));
}

static void copy_expression(struct copy *copy, struct ir_value *to, LLVMValueRef from)
{
    to->kind = IR_EXPRESSION;
    to->opcode = copy_opcode(LLVMGetConstOpcode(from));
    constant_copy_operands(copy, to, from);
    if (to->opcode == IR_ADDRESS) {
        to->accessed = copy_type(copy, LLVMGetGEPSourceElementType(from));
        to->constant = copy_address_offset(copy, from, &to->offset);
    }
}

static void copy_constant(struct copy *copy, struct ir_value *to, LLVMValueRef from)
{
    LLVMBool inexact;
    switch (LLVMGetValueKind(from)) {
    case LLVMConstantIntValueKind:
        copy_integer(to, from);
        break;
    case LLVMConstantFPValueKind:
        to->kind = IR_FLOAT;
        to->real = LLVMConstRealGetDouble(from, &inexact);
        break;
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind:
    case LLVMConstantTokenNoneValueKind:
        to->kind = IR_NULL;
        break;
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        to->kind = IR_UNDEFINED;
        break;
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind:
        to->kind = IR_AGGREGATE;
        constant_copy_operands(copy, to, from);
        break;
    case LLVMConstantDataArrayValueKind:
    case LLVMConstantDataVectorValueKind:
        copy_table(copy, to, from);
        break;
    case LLVMConstantExprValueKind:
        copy_expression(copy, to, from);
        break;
    default: /* inline assembly, addresses of blocks, metadata: IR_OTHER */
        break;
    }
}

void copy_fill_pending(struct copy *copy)
{
    while (copy->pending_count) {
        struct copy_pending next = copy->pending[--copy->pending_count];
        copy_constant(copy, next.to, next.from);
    }
}
