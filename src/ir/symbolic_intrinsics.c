/* symbolic_intrinsics.c: what LLVM's own functions do to expressions. */
#include "ir/symbolic_heavy.h"

#include <string.h>

struct known {
    const char *name; /* without "llvm." and types */
    enum heavy_intrinsic kind;
    enum symbolic_op op;
};

static const struct known table[] = {
    {"smin", INTRINSIC_BINARY, SYMBOLIC_MINIMUM_SIGNED},
    {"smax", INTRINSIC_BINARY, SYMBOLIC_MAXIMUM_SIGNED},
    {"umin", INTRINSIC_BINARY, SYMBOLIC_MINIMUM_UNSIGNED},
    {"umax", INTRINSIC_BINARY, SYMBOLIC_MAXIMUM_UNSIGNED},
    {"minnum", INTRINSIC_BINARY, SYMBOLIC_FLOAT_MINIMUM},
    {"maxnum", INTRINSIC_BINARY, SYMBOLIC_FLOAT_MAXIMUM},
    {"abs", INTRINSIC_UNARY, SYMBOLIC_ABSOLUTE},
    {"fabs", INTRINSIC_UNARY, SYMBOLIC_FLOAT_ABSOLUTE},
    {"floor", INTRINSIC_UNARY, SYMBOLIC_FLOAT_FLOOR},
    {"ceil", INTRINSIC_UNARY, SYMBOLIC_FLOAT_CEILING},
    {"trunc", INTRINSIC_UNARY, SYMBOLIC_FLOAT_TRUNCATE},
    {"sqrt", INTRINSIC_UNARY, SYMBOLIC_FLOAT_SQUARE_ROOT},
    {"fma", INTRINSIC_FUSED, 0},
    {"fmuladd", INTRINSIC_FUSED, 0},
    {"expect", INTRINSIC_SAME, 0},
    {"launder.invariant.group", INTRINSIC_SAME, 0},
    {"strip.invariant.group", INTRINSIC_SAME, 0},
    {"sadd.with.overflow", INTRINSIC_OVERFLOW, SYMBOLIC_ADD},
    {"uadd.with.overflow", INTRINSIC_OVERFLOW, SYMBOLIC_ADD},
    {"ssub.with.overflow", INTRINSIC_OVERFLOW, SYMBOLIC_SUBTRACT},
    {"usub.with.overflow", INTRINSIC_OVERFLOW, SYMBOLIC_SUBTRACT},
    {"smul.with.overflow", INTRINSIC_OVERFLOW, SYMBOLIC_MULTIPLY},
    {"umul.with.overflow", INTRINSIC_OVERFLOW, SYMBOLIC_MULTIPLY},
    {"memcpy", INTRINSIC_COPY, 0},
    {"memcpy.inline", INTRINSIC_COPY, 0},
    {"memmove", INTRINSIC_COPY, 0},
    {"memset", INTRINSIC_SET, 0},
    {"memset.inline", INTRINSIC_SET, 0},
};

bool heavy_is_intrinsic(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0;
}

enum heavy_intrinsic heavy_intrinsic(LLVMValueRef call, enum symbolic_op *op)
{
    size_t length;
    const char *name = LLVMIntrinsicGetName(LLVMGetIntrinsicID(LLVMGetCalledValue(call)), &length);
    const size_t prefix = strlen("llvm.");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) + prefix == length &&
            memcmp(table[i].name, name + prefix, length - prefix) == 0) {
            *op = table[i].op;
            return table[i].kind;
        }
    return INTRINSIC_OTHER;
}
