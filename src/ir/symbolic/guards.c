/* guards.c: builds calls of the runtime.
 *
 * If one step of a segment is symbolic, others are not. To keep the code for these small, each call
 * goes through a function of the module that first tests whether there is an expression.
 */
#include "ir/symbolic/heavy.h"

#include <string.h>

enum { PARAMETERS_MAX = 8 };

/* Letters: i is i32, l is i64, p a pointer. If a capital parameter is nonzero, the runtime is
 * called. The result is i, or v for none. */
struct guard {
    const char *name, *parameters;
    char result;
};

static const struct guard guards[] = {
    [GUARD_BINARY] = {"binary", "iiIIlll", 'i'},    [GUARD_UNARY] = {"unary", "iiIll", 'i'},
    [GUARD_CHOOSE] = {"choose", "iIiilll", 'i'},    [GUARD_LOAD] = {"load", "pil", 'i'},
    [GUARD_STORE] = {"store", "piIl", 'v'},         [GUARD_BRANCH] = {"branch", "iIi", 'v'},
    [GUARD_SWITCH] = {"switch", "iIl", 'v'},        [GUARD_ADDRESS] = {"address", "iIl", 'v'},
    [GUARD_INDEX] = {"index", "iIll", 'v'},         [GUARD_DIVISOR] = {"divisor", "iIl", 'v'},
    [GUARD_ARITHMETIC] = {"arithmetic", "iI", 'v'}, [GUARD_SIZE] = {"size", "iIl", 'v'},
};

static LLVMTypeRef guard_type_of(const struct symbolic *symbolic, char letter)
{
    switch (letter) {
    case 'p':
        return symbolic->pointer;
    case 'l':
        return symbolic->i64;
    case 'v':
        return symbolic->void_type;
    default:
        return symbolic->i32;
    }
}

static bool is_access(enum heavy_guard guard)
{
    return guard == GUARD_LOAD || guard == GUARD_STORE;
}

/* Returns the type of a guard. A guard of an access has one more parameter: the distance of its
 * last byte from the first. */
static LLVMTypeRef guard_type(const struct symbolic *symbolic, enum heavy_guard guard, bool runtime)
{
    LLVMTypeRef types[PARAMETERS_MAX];
    unsigned count = (unsigned)strlen(guards[guard].parameters);
    for (unsigned i = 0; i < count; i++)
        types[i] = guard_type_of(symbolic, guards[guard].parameters[i]);
    if (is_access(guard) && !runtime)
        types[count++] = symbolic->i64;
    return LLVMFunctionType(guard_type_of(symbolic, guards[guard].result), types, count, 0);
}

LLVMValueRef heavy_build_tag(struct symbolic *symbolic, LLVMValueRef address, LLVMTypeRef type)
{
    enum { BYTES_OF_TAG = 3 }; /* logarithm */
    LLVMBuilderRef builder = symbolic->builder;
    LLVMValueRef area =
        LLVMConstIntToPtr(LLVMConstInt(symbolic->i64, SYMBOLIC_TAGS, 0), symbolic->pointer);
    LLVMValueRef index =
        LLVMBuildLShr(builder, address, LLVMConstInt(symbolic->i64, BYTES_OF_TAG, 0), "");
    LLVMValueRef at = LLVMBuildGEP2(builder, symbolic->i8, area, &index, 1, "");
    LLVMValueRef tags = LLVMBuildLoad2(builder, type, at, "");
    LLVMSetAlignment(tags, 1);
    return symbolic_own(symbolic, tags);
}

/* Builds an i32 that is not zero if there is something to do. */
static LLVMValueRef build_decision(struct symbolic *symbolic, enum heavy_guard guard,
                                   LLVMValueRef function)
{
    LLVMBuilderRef builder = symbolic->builder;
    LLVMValueRef any = symbolic_number(symbolic, 0);
    const char *parameters = guards[guard].parameters;
    for (unsigned i = 0; parameters[i]; i++)
        if (parameters[i] == 'I')
            any = LLVMBuildOr(builder, any, LLVMGetParam(function, i), "");
    if (is_access(guard)) {
        LLVMValueRef first =
            LLVMBuildPtrToInt(builder, LLVMGetParam(function, 0), symbolic->i64, "");
        LLVMValueRef last =
            LLVMBuildAdd(builder, first, LLVMGetParam(function, (unsigned)strlen(parameters)), "");
        LLVMValueRef tags = LLVMBuildOr(builder, heavy_build_tag(symbolic, first, symbolic->i8),
                                        heavy_build_tag(symbolic, last, symbolic->i8), "");
        any = LLVMBuildOr(builder, any, LLVMBuildZExt(builder, tags, symbolic->i32, ""), "");
    }
    return any;
}

static LLVMValueRef runtime_function(struct symbolic *symbolic, const char *name, LLVMTypeRef type)
{
    struct arena names = {0};
    LLVMValueRef function =
        symbolic_runtime_function(symbolic, arena_printf(&names, "tutti_symbolic_%s", name), type);
    arena_free(&names);
    return function;
}

/* Returns the result of a guard that does not call. For a choice by a condition without expression,
 * this is the expression of the chosen value. */
static LLVMValueRef build_otherwise(struct symbolic *symbolic, enum heavy_guard guard,
                                    LLVMValueRef function)
{
    enum { IF_TRUE = 2, IF_FALSE = 3, CONDITION = 4 };
    LLVMBuilderRef builder = symbolic->builder;
    if (guard != GUARD_CHOOSE)
        return symbolic_number(symbolic, 0);
    LLVMValueRef condition = LLVMBuildICmp(builder, LLVMIntNE, LLVMGetParam(function, CONDITION),
                                           LLVMConstInt(symbolic->i64, 0, 0), "");
    return LLVMBuildSelect(builder, condition, LLVMGetParam(function, IF_TRUE),
                           LLVMGetParam(function, IF_FALSE), "");
}

static void add_attributes(struct symbolic *symbolic, LLVMValueRef function)
{
    static const char *const names[] = {"noinline", "cold", "nounwind"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMAddAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(
                symbolic->context, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])), 0));
}

static void build_guard(struct symbolic *symbolic, enum heavy_guard guard, LLVMValueRef function)
{
    LLVMBuilderRef builder = symbolic->builder;
    LLVMBasicBlockRef blocks[3];
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        blocks[i] = LLVMAppendBasicBlockInContext(symbolic->context, function, "");
    LLVMPositionBuilderAtEnd(builder, blocks[0]);
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMValueRef any = build_decision(symbolic, guard, function);
    LLVMBuildCondBr(builder,
                    LLVMBuildICmp(builder, LLVMIntNE, any, symbolic_number(symbolic, 0), ""),
                    blocks[1], blocks[2]);
    LLVMPositionBuilderAtEnd(builder, blocks[1]);
    LLVMTypeRef type = guard_type(symbolic, guard, true);
    LLVMValueRef arguments[PARAMETERS_MAX];
    unsigned count = LLVMCountParamTypes(type);
    for (unsigned i = 0; i < count; i++)
        arguments[i] = LLVMGetParam(function, i);
    LLVMValueRef call = LLVMBuildCall2(
        builder, type, runtime_function(symbolic, guards[guard].name, type), arguments, count, "");
    LLVMSetTailCall(call, 1);
    bool gives = guards[guard].result == 'i';
    if (gives)
        LLVMBuildRet(builder, call);
    else
        LLVMBuildRetVoid(builder);
    LLVMPositionBuilderAtEnd(builder, blocks[2]);
    if (gives)
        LLVMBuildRet(builder, build_otherwise(symbolic, guard, function));
    else
        LLVMBuildRetVoid(builder);
}

static LLVMValueRef guard_function(struct symbolic *symbolic, enum heavy_guard guard)
{
    struct arena names = {0};
    const char *name = arena_printf(&names, "tutti.guard.%s", guards[guard].name);
    LLVMValueRef function = LLVMGetNamedFunction(symbolic->module, name);
    if (!function) {
        LLVMBasicBlockRef at = LLVMGetInsertBlock(symbolic->builder);
        LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(symbolic->builder);
        function = LLVMAddFunction(symbolic->module, name, guard_type(symbolic, guard, false));
        LLVMSetLinkage(function, LLVMInternalLinkage);
        add_attributes(symbolic, function);
        build_guard(symbolic, guard, function);
        LLVMPositionBuilderAtEnd(symbolic->builder, at);
        LLVMSetCurrentDebugLocation2(symbolic->builder, place);
    }
    arena_free(&names);
    return function;
}

LLVMValueRef heavy_guard(struct symbolic *symbolic, enum heavy_guard guard, LLVMValueRef *arguments)
{
    LLVMTypeRef type = guard_type(symbolic, guard, false);
    return LLVMBuildCall2(symbolic->builder, type, guard_function(symbolic, guard), arguments,
                          LLVMCountParamTypes(type), "");
}

void heavy_build_copy(struct symbolic *symbolic, LLVMValueRef to, LLVMValueRef from,
                      LLVMValueRef length)
{
    LLVMTypeRef types[] = {symbolic->pointer, symbolic->pointer, symbolic->i64};
    LLVMTypeRef type = LLVMFunctionType(symbolic->void_type, types, 3, 0);
    LLVMValueRef arguments[] = {to, from,
                                LLVMBuildZExt(symbolic->builder, length, symbolic->i64, "")};
    LLVMBuildCall2(symbolic->builder, type, runtime_function(symbolic, "copy", type), arguments, 3,
                   "");
}

void heavy_build_set(struct symbolic *symbolic, LLVMValueRef to, LLVMValueRef shadow,
                     LLVMValueRef value, LLVMValueRef length)
{
    enum { VALUE_PARAMETER = 3 };
    LLVMTypeRef types[] = {symbolic->pointer, symbolic->i32, symbolic->i8, symbolic->i64};
    LLVMTypeRef type = LLVMFunctionType(symbolic->void_type, types, 4, 0);
    LLVMValueRef arguments[] = {to, shadow, value,
                                LLVMBuildZExt(symbolic->builder, length, symbolic->i64, "")};
    LLVMValueRef function = runtime_function(symbolic, "set", type);
    unsigned extend = LLVMGetEnumAttributeKindForName("zeroext", strlen("zeroext"));
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(symbolic->context, extend, 0);
    LLVMAddAttributeAtIndex(function, VALUE_PARAMETER, attribute);
    LLVMAddCallSiteAttribute(LLVMBuildCall2(symbolic->builder, type, function, arguments, 4, ""),
                             VALUE_PARAMETER, attribute);
}

void heavy_build_forget(struct symbolic *symbolic, LLVMValueRef at, LLVMValueRef length)
{
    LLVMTypeRef types[] = {symbolic->pointer, symbolic->i64};
    LLVMTypeRef type = LLVMFunctionType(symbolic->void_type, types, 2, 0);
    LLVMValueRef arguments[] = {at, length};
    LLVMBuildCall2(symbolic->builder, type, runtime_function(symbolic, "forget", type), arguments,
                   2, "");
}
