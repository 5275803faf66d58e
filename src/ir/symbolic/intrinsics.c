/* intrinsics.c: the effect of LLVM's own functions, and of the C library's on real numbers, on
 * expressions. */
#include "ir/symbolic/heavy.h"

#include <string.h>

struct known {
    const char *name; /* without "llvm." and types, or the final f */
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

/* Functions of the C library that compute a number from numbers. Those without an operation here
 * are concrete: they neither use nor make expressions. */
static const struct known library[] = {
    {"sqrt", INTRINSIC_UNARY, SYMBOLIC_FLOAT_SQUARE_ROOT},
    {"fabs", INTRINSIC_UNARY, SYMBOLIC_FLOAT_ABSOLUTE},
    {"floor", INTRINSIC_UNARY, SYMBOLIC_FLOAT_FLOOR},
    {"ceil", INTRINSIC_UNARY, SYMBOLIC_FLOAT_CEILING},
    {"trunc", INTRINSIC_UNARY, SYMBOLIC_FLOAT_TRUNCATE},
    {"fmin", INTRINSIC_BINARY, SYMBOLIC_FLOAT_MINIMUM},
    {"fmax", INTRINSIC_BINARY, SYMBOLIC_FLOAT_MAXIMUM},
    {"exp", INTRINSIC_OTHER, 0},
    {"exp2", INTRINSIC_OTHER, 0},
    {"expm1", INTRINSIC_OTHER, 0},
    {"log", INTRINSIC_OTHER, 0},
    {"log2", INTRINSIC_OTHER, 0},
    {"log10", INTRINSIC_OTHER, 0},
    {"log1p", INTRINSIC_OTHER, 0},
    {"pow", INTRINSIC_OTHER, 0},
    {"cbrt", INTRINSIC_OTHER, 0},
    {"hypot", INTRINSIC_OTHER, 0},
    {"fmod", INTRINSIC_OTHER, 0},
    {"sin", INTRINSIC_OTHER, 0},
    {"cos", INTRINSIC_OTHER, 0},
    {"tan", INTRINSIC_OTHER, 0},
    {"asin", INTRINSIC_OTHER, 0},
    {"acos", INTRINSIC_OTHER, 0},
    {"atan", INTRINSIC_OTHER, 0},
    {"atan2", INTRINSIC_OTHER, 0},
    {"sinh", INTRINSIC_OTHER, 0},
    {"cosh", INTRINSIC_OTHER, 0},
    {"tanh", INTRINSIC_OTHER, 0},
    {"erf", INTRINSIC_OTHER, 0},
    {"erfc", INTRINSIC_OTHER, 0},
    {"round", INTRINSIC_OTHER, 0},
    {"copysign", INTRINSIC_OTHER, 0},
};

/* Returns the entry of a function outside that has only real numbers of one type: a program may
 * define its own. */
static const struct known *library_function(LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(function) || !LLVMIsDeclaration(function))
        return NULL;
    LLVMTypeRef type = LLVMGlobalGetValueType(function), result = LLVMGetReturnType(type);
    bool narrow = LLVMGetTypeKind(result) == LLVMFloatTypeKind;
    if (!narrow && LLVMGetTypeKind(result) != LLVMDoubleTypeKind)
        return NULL;
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    unsigned count = LLVMCountParamTypes(type);
    if (LLVMGetNumArgOperands(call) != count || !count || (narrow && name[length - 1] != 'f'))
        return NULL;
    for (unsigned i = 0; i < count; i++)
        if (LLVMTypeOf(LLVMGetOperand(call, i)) != result)
            return NULL;
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (strlen(library[i].name) == length - narrow &&
            memcmp(library[i].name, name, length - narrow) == 0)
            return &library[i];
    return NULL;
}

bool heavy_is_intrinsic(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) &&
           (LLVMGetIntrinsicID(callee) != 0 || library_function(call) != NULL);
}

enum heavy_intrinsic heavy_intrinsic(LLVMValueRef call, enum symbolic_op *op)
{
    size_t length;
    const struct known *known = library_function(call);
    if (known) {
        *op = known->op;
        return known->kind;
    }
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
