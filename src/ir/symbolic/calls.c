/* calls.c: passes expressions into functions and out of them. */
#include "ir/symbolic/heavy.h"

#include <string.h>

static LLVMValueRef call_argument_slot(struct symbolic *symbolic, unsigned index)
{
    LLVMTypeRef type = LLVMArrayType2(symbolic->i32, SYMBOLIC_ARGUMENTS);
    LLVMValueRef slots =
        symbolic_runtime_variable(symbolic, "tutti_symbolic_arguments", type, true);
    LLVMValueRef at = LLVMConstInt(symbolic->i64, (uint64_t)index * sizeof(uint32_t), 0);
    return LLVMConstGEP2(symbolic->i8, slots, &at, 1);
}

static LLVMValueRef result_slot(struct symbolic *symbolic)
{
    return symbolic_runtime_variable(symbolic, "tutti_symbolic_result", symbolic->i32, true);
}

static LLVMValueRef load_shadow(struct symbolic *symbolic, LLVMValueRef slot)
{
    return symbolic_own(symbolic, LLVMBuildLoad2(symbolic->builder, symbolic->i32, slot, ""));
}

static void store_shadow(struct symbolic *symbolic, LLVMValueRef shadow, LLVMValueRef slot)
{
    symbolic_own(symbolic, LLVMBuildStore(symbolic->builder, shadow, slot));
}

static bool is_main(LLVMValueRef body)
{
    size_t length;
    return strcmp(LLVMGetValueName2(body, &length), "main" SYMBOLIC_HEAVY) == 0;
}

/* Adds a call of the runtime, which marks what argv points to, and may make the count symbolic. */
static void begin_main(struct heavy *heavy)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMTypeRef types[] = {symbolic->i32, symbolic->pointer};
    LLVMTypeRef type = LLVMFunctionType(symbolic->void_type, types, 2, 0);
    LLVMValueRef arguments[] = {symbolic_number(symbolic, 0), LLVMConstNull(symbolic->pointer)};
    if (LLVMCountParams(heavy->body) >= 2)
        for (unsigned i = 0; i < 2; i++)
            arguments[i] = LLVMGetParam(heavy->body, i);
    if (LLVMTypeOf(arguments[0]) != types[0] || LLVMTypeOf(arguments[1]) != types[1])
        return;
    LLVMValueRef function = symbolic_runtime_function(symbolic, "tutti_symbolic_main", type);
    LLVMValueRef call = LLVMBuildCall2(symbolic->builder, type, function, arguments, 2, "");
    LLVMSetMetadata(call, symbolic->scope_kind, symbolic->own_scope);
}

void heavy_enter(struct heavy *heavy)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(heavy->body));
    while (LLVMIsAAllocaInst(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(symbolic->builder, at);
    if (is_main(heavy->body))
        begin_main(heavy);
    heavy_enter_variadic(heavy);
    LLVMValueRef parameter = LLVMGetFirstParam(heavy->body);
    for (unsigned i = 0; parameter; i++, parameter = LLVMGetNextParam(parameter))
        if (heavy_may(heavy, parameter) && LLVMGetFirstUse(parameter))
            map_put(&heavy->shadows, parameter,
                    load_shadow(symbolic, call_argument_slot(symbolic, i)));
}

void heavy_return(struct heavy *heavy, LLVMValueRef instruction)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef value = LLVMGetNumOperands(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
    if (!value || heavy_type(LLVMTypeOf(value)) < 0)
        return;
    /* Nothing may stand between such a call and the return. Its result is in the slot already. */
    if (LLVMIsACallInst(value) && LLVMGetTailCallKind(value) == LLVMTailCallKindMustTail)
        return;
    LLVMPositionBuilderBefore(symbolic->builder, instruction);
    store_shadow(symbolic, heavy_shadow(heavy, value), result_slot(symbolic));
}

static bool is_assembly(LLVMValueRef call)
{
    return LLVMIsAInlineAsm(LLVMGetCalledValue(call)) != NULL;
}

bool heavy_returns_shadow(LLVMValueRef at)
{
    if (!LLVMIsACallInst(at) && !LLVMIsAInvokeInst(at))
        return false;
    return !heavy_is_intrinsic(at) && !is_assembly(at) && LLVMGetFirstUse(at) &&
           heavy_type(LLVMTypeOf(at)) >= 0 &&
           !(LLVMIsACallInst(at) && LLVMGetTailCallKind(at) == LLVMTailCallKindMustTail);
}

/* Sets the callee, and removes attributes that are no longer true: the call now has more effects on
 * memory. */
static void set_callee(LLVMValueRef call, LLVMValueRef callee)
{
    static const char *const names[] = {"memory", "nobuiltin", "builtin"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMRemoveCallSiteEnumAttribute(
            call, LLVMAttributeFunctionIndex,
            LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, callee);
}

/* Calls a function that this module does not define. Another file of the program may define it,
 * perhaps under the name of a function of the C library, or it is code outside: the linker knows. A
 * weak reference that stays open is zero. */
static void call_elsewhere(struct heavy *heavy, LLVMValueRef call, const char *symbol,
                           LLVMValueRef outside)
{
    struct symbolic *symbolic = heavy->symbolic;
    struct arena names = {0};
    const char *name = arena_printf(&names, "%s" SYMBOLIC_HEAVY, symbol);
    LLVMValueRef known = LLVMGetNamedFunction(symbolic->module, name);
    if (!known) {
        known = LLVMAddFunction(symbolic->module, name, LLVMGetCalledFunctionType(call));
        LLVMSetLinkage(known, LLVMExternalWeakLinkage);
    }
    arena_free(&names);
    LLVMValueRef there =
        LLVMBuildICmp(symbolic->builder, LLVMIntNE, known, LLVMConstNull(symbolic->pointer), "");
    set_callee(call, LLVMBuildSelect(symbolic->builder, there, known, outside, ""));
}

static bool is_mpi(const char *symbol)
{
    return strncmp(symbol, "MPI_", strlen("MPI_")) == 0;
}

/* Adds steps for counts, ranks and tags that are passed to MPI. */
static void note_sizes(struct heavy *heavy, LLVMValueRef call)
{
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (heavy_may(heavy, argument) &&
            LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMIntegerTypeKind)
            heavy_add_step(heavy, STEP_SIZE, call, i);
    }
}

static void pass_arguments(struct heavy *heavy, LLVMValueRef call)
{
    struct symbolic *symbolic = heavy->symbolic;
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count && i < SYMBOLIC_ARGUMENTS; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (heavy_type(LLVMTypeOf(argument)) >= 0)
            store_shadow(symbolic, heavy_shadow(heavy, argument), call_argument_slot(symbolic, i));
    }
}

static bool is_heavy(const char *symbol, size_t length)
{
    const size_t suffix = strlen(SYMBOLIC_HEAVY);
    return length > suffix && strcmp(symbol + length - suffix, SYMBOLIC_HEAVY) == 0;
}

static LLVMValueRef model_of(struct symbolic *symbolic, const char *symbol, LLVMTypeRef type)
{
    struct arena names = {0};
    LLVMValueRef model = symbolic_runtime_function(
        symbolic, arena_printf(&names, SYMBOLIC_MODEL "%s", symbol), type);
    arena_free(&names);
    return model;
}

/* Replaces strtol() by its model where it is passed on: std::stoi() and the like pass it to a
 * function that calls it. Other functions keep their addresses: code outside may call them, and a
 * model would then find expressions of other calls. */
static void give_models(struct heavy *heavy, LLVMValueRef call)
{
    struct symbolic *symbolic = heavy->symbolic;
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        size_t length;
        const char *symbol =
            LLVMIsAFunction(argument) ? LLVMGetValueName2(argument, &length) : NULL;
        if (symbol && strncmp(symbol, "strto", strlen("strto")) == 0 &&
            symbolic->options->modelled(symbol))
            LLVMSetOperand(call, i, model_of(symbolic, symbol, LLVMGlobalGetValueType(argument)));
    }
}

/* Directs the call to the right function. */
static void direct_call(struct heavy *heavy, LLVMValueRef call)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef callee = LLVMGetCalledValue(call), zero = symbolic_number(symbolic, 0);
    size_t length = 0;
    const char *symbol = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : NULL;
    if (symbol && is_heavy(symbol, length)) {
        set_callee(call, callee);
        give_models(heavy, call);
    } else if (symbol && symbolic->options->modelled(symbol)) {
        call_elsewhere(heavy, call, symbol,
                       model_of(symbolic, symbol, LLVMGetCalledFunctionType(call)));
    } else {
        store_shadow(symbolic, zero, result_slot(symbolic));
        if (symbol) {
            call_elsewhere(heavy, call, symbol, callee);
        } else {
            LLVMValueRef slot = symbolic_runtime_variable(symbolic, "tutti_symbolic_callee",
                                                          symbolic->pointer, true);
            symbolic_own(symbolic, LLVMBuildStore(symbolic->builder, callee, slot));
            set_callee(call, callee);
        }
    }
}

void heavy_call(struct heavy *heavy, LLVMValueRef call)
{
    struct symbolic *symbolic = heavy->symbolic;
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsACallBrInst(call) || is_assembly(call) || heavy_is_intrinsic(call)) {
        heavy_flush(heavy, call);
        return;
    }
    if (LLVMIsAFunction(callee) && is_mpi(LLVMGetValueName2(callee, &length)))
        note_sizes(heavy, call);
    heavy_flush(heavy, call);
    LLVMPositionBuilderBefore(symbolic->builder, call);
    pass_arguments(heavy, call);
    heavy_pass_kinds(heavy, call);
    direct_call(heavy, call);
    if (!heavy_may(heavy, call))
        return;
    LLVMValueRef next = LLVMIsAInvokeInst(call) ? symbolic_after_phis(LLVMGetNormalDest(call))
                                                : LLVMGetNextInstruction(call);
    LLVMPositionBuilderBefore(symbolic->builder, next);
    map_put(&heavy->shadows, call, load_shadow(symbolic, result_slot(symbolic)));
}
