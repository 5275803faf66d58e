/* variadic.c: passes expressions of arguments in place of "...".
 *
 * The callee finds such arguments in memory, where llvm.va_start says. Its prologue and its caller
 * wrote that memory, and neither has expressions. So the caller also says what kinds of arguments
 * there are. The callee keeps this and the expressions when it is entered, and the runtime stores
 * them where the arguments are. */
#include "ir/symbolic/heavy.h"

#include <string.h>

static LLVMValueRef kinds_slot(struct symbolic *symbolic)
{
    return symbolic_runtime_variable(symbolic, "tutti_symbolic_kinds", symbolic->pointer, true);
}

static bool is_by_value(LLVMValueRef call, unsigned index)
{
    static const char name[] = "byval";
    return LLVMGetCallSiteEnumAttribute(
               call, index + 1, LLVMGetEnumAttributeKindForName(name, sizeof name - 1)) != NULL;
}

static unsigned char variadic_kind_of(LLVMValueRef call, unsigned index)
{
    int type = heavy_type(LLVMTypeOf(LLVMGetOperand(call, index)));
    if (is_by_value(call, index) ||
        (type < 0 &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, index))) == LLVMX86_FP80TypeKind))
        return SYMBOLIC_KIND_MEMORY;
    return type < 0 ? SYMBOLIC_KIND_OTHER : (unsigned char)type;
}

void heavy_pass_kinds(struct heavy *heavy, LLVMValueRef call)
{
    struct symbolic *symbolic = heavy->symbolic;
    if (!LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
        return;
    unsigned count = LLVMGetNumArgOperands(call);
    char kinds[SYMBOLIC_ARGUMENTS + 1];
    count = count < SYMBOLIC_ARGUMENTS ? count : SYMBOLIC_ARGUMENTS;
    kinds[0] = (char)count;
    for (unsigned i = 0; i < count; i++)
        kinds[i + 1] = (char)variadic_kind_of(call, i);
    LLVMValueRef text = LLVMConstStringInContext2(symbolic->context, kinds, count + 1, 1);
    LLVMValueRef constant = LLVMAddGlobal(symbolic->module, LLVMTypeOf(text), "");
    LLVMSetInitializer(constant, text);
    LLVMSetGlobalConstant(constant, 1);
    LLVMSetLinkage(constant, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(constant, LLVMGlobalUnnamedAddr);
    symbolic_own(symbolic, LLVMBuildStore(symbolic->builder, constant, kinds_slot(symbolic)));
}

static void call_runtime(struct symbolic *symbolic, const char *name, LLVMTypeRef *types,
                         LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef type = LLVMFunctionType(symbolic->void_type, types, count, 0);
    LLVMValueRef function = symbolic_runtime_function(symbolic, name, type);
    LLVMValueRef call = LLVMBuildCall2(symbolic->builder, type, function, arguments, count, "");
    LLVMSetMetadata(call, symbolic->scope_kind, symbolic->own_scope); /* it is not the program's */
}

void heavy_enter_variadic(struct heavy *heavy)
{
    struct symbolic *symbolic = heavy->symbolic;
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(heavy->body)))
        return;
    LLVMTypeRef words = LLVMArrayType2(symbolic->i64, sizeof(struct symbolic_variadic) / 8);
    heavy->variadic = LLVMBuildAlloca(symbolic->builder, words, "");
    call_runtime(symbolic, "tutti_symbolic_keep", &symbolic->pointer, &heavy->variadic, 1);
}

bool heavy_is_va_start(const struct heavy *heavy, LLVMValueRef call)
{
    static const char name[] = "llvm.va_start";
    return heavy->variadic && LLVMGetIntrinsicID(LLVMGetCalledValue(call)) ==
                                  LLVMLookupIntrinsicID(name, sizeof name - 1);
}

void heavy_start_variadic(struct heavy *heavy, LLVMValueRef call, LLVMValueRef next)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMTypeRef types[] = {symbolic->pointer, symbolic->i32, symbolic->pointer};
    LLVMValueRef arguments[] = {LLVMGetOperand(call, 0),
                                symbolic_number(symbolic, LLVMCountParams(heavy->body)),
                                heavy->variadic};
    heavy_flush(heavy, call);
    LLVMPositionBuilderBefore(symbolic->builder, next);
    call_runtime(symbolic, "tutti_symbolic_variadic", types, arguments, 3);
}
