#include "ir/copy/copy.h"

#include <stdlib.h>

enum { TYPE_DEPTH_MAX = 200 };

static const struct ir_type *copy_type_at(struct copy *copy, LLVMTypeRef type, int depth);

static void copy_parts(struct copy *copy, struct ir_type *to, LLVMTypeRef *parts, size_t count,
                       int depth)
{
    to->part_count = count;
    to->parts = arena_alloc(copy->arena, count * sizeof(struct ir_type *));
    for (size_t i = 0; i < count; i++)
        to->parts[i] = copy_type_at(copy, parts[i], depth + 1);
}

/* Returns whether LLVM knows the size of the type: LLVM ends the process if asked about another
 * type. */
static bool is_sized(const struct ir_type *type)
{
    while (type->kind == IR_TYPE_ARRAY)
        type = type->parts[0];
    return type->size || type->offsets;
}

static void copy_struct(struct copy *copy, LLVMTypeRef type, struct ir_type *to, int depth)
{
    unsigned count = LLVMCountStructElementTypes(type);
    LLVMTypeRef *parts = memory_zero(count, sizeof(LLVMTypeRef));
    LLVMGetStructElementTypes(type, parts);
    to->kind = IR_TYPE_STRUCT;
    to->name = arena_copy(copy->arena, LLVMGetStructName(type));
    copy_parts(copy, to, parts, count, depth);
    free(parts);
    bool sized = !LLVMIsOpaqueStruct(type);
    for (unsigned i = 0; i < count; i++)
        sized = sized && is_sized(to->parts[i]);
    if (!sized)
        return;
    to->size = LLVMABISizeOfType(copy->layout, type);
    to->offsets = arena_alloc(copy->arena, count * sizeof *to->offsets);
    for (unsigned i = 0; i < count; i++)
        to->offsets[i] = LLVMOffsetOfElement(copy->layout, type, i);
}

static void copy_function_type(struct copy *copy, LLVMTypeRef type, struct ir_type *to, int depth)
{
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *parts = memory_zero((size_t)count + 1, sizeof(LLVMTypeRef));
    parts[0] = LLVMGetReturnType(type);
    LLVMGetParamTypes(type, parts + 1);
    to->kind = IR_TYPE_FUNCTION;
    to->variadic = LLVMIsFunctionVarArg(type);
    copy_parts(copy, to, parts, (size_t)count + 1, depth);
    free(parts);
}

static void copy_array(struct copy *copy, LLVMTypeRef type, struct ir_type *to, uint64_t length,
                       int depth)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    to->kind = IR_TYPE_ARRAY;
    to->length = length;
    copy_parts(copy, to, &element, 1, depth);
    if (is_sized(to))
        to->size = LLVMABISizeOfType(copy->layout, type);
}

static void copy_float(struct copy *copy, LLVMTypeRef type, struct ir_type *to, uint32_t bits)
{
    to->kind = IR_TYPE_FLOAT;
    to->bits = bits;
    to->size = LLVMABISizeOfType(copy->layout, type);
}

static void fill_type(struct copy *copy, LLVMTypeRef type, struct ir_type *to, int depth)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
        to->kind = IR_TYPE_VOID;
        break;
    case LLVMIntegerTypeKind:
        to->kind = IR_TYPE_INTEGER;
        to->bits = LLVMGetIntTypeWidth(type);
        to->size = LLVMABISizeOfType(copy->layout, type);
        break;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        copy_float(copy, type, to, 16);
        break;
    case LLVMFloatTypeKind:
        copy_float(copy, type, to, 32);
        break;
    case LLVMDoubleTypeKind:
        copy_float(copy, type, to, 64);
        break;
    case LLVMX86_FP80TypeKind:
        copy_float(copy, type, to, 80);
        break;
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        copy_float(copy, type, to, 128);
        break;
    case LLVMPointerTypeKind:
        to->kind = IR_TYPE_POINTER;
        to->size = LLVMABISizeOfType(copy->layout, type);
        break;
    case LLVMStructTypeKind:
        copy_struct(copy, type, to, depth);
        break;
    case LLVMArrayTypeKind:
        copy_array(copy, type, to, LLVMGetArrayLength2(type), depth);
        break;
    case LLVMVectorTypeKind:
        copy_array(copy, type, to, LLVMGetVectorSize(type), depth);
        break;
    case LLVMFunctionTypeKind:
        copy_function_type(copy, type, to, depth);
        break;
    default: /* labels, metadata, tokens, and vectors whose length the processor decides */
        to->kind = IR_TYPE_OTHER;
        break;
    }
}

static const struct ir_type *copy_type_at(struct copy *copy, LLVMTypeRef type, int depth)
{
    struct ir_type *to = map_get(&copy->types, type);
    if (to)
        return to;
    to = arena_alloc(copy->arena, sizeof *to);
    to->kind = IR_TYPE_OTHER;
    map_put(&copy->types, type, to);
    if (depth < TYPE_DEPTH_MAX)
        fill_type(copy, type, to, depth);
    return to;
}

const struct ir_type *copy_type(struct copy *copy, LLVMTypeRef type)
{
    return copy_type_at(copy, type, 0);
}

bool copy_address_offset(struct copy *copy, LLVMValueRef address, int64_t *offset)
{
    const struct ir_type *type = copy_type(copy, LLVMGetGEPSourceElementType(address));
    int count = LLVMGetNumOperands(address);
    uint64_t sum = 0;
    for (int i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)i);
        if (!LLVMIsAConstantInt(index) || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64)
            return false;
        int64_t number = LLVMConstIntGetSExtValue(index);
        if (i == 1) {
            sum += (uint64_t)number * type->size;
        } else if (type->kind == IR_TYPE_STRUCT && type->offsets && number >= 0 &&
                   (size_t)number < type->part_count) {
            sum += type->offsets[number];
            type = type->parts[number];
        } else if (type->kind == IR_TYPE_ARRAY) {
            type = type->parts[0];
            sum += (uint64_t)number * type->size;
        } else {
            return false;
        }
    }
    *offset = (int64_t)sum;
    return true;
}
