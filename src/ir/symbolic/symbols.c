/* symbols.c: makes one copy of each variable, three functions of each function.
 *
 * The light module defines the variables and the choosers; the heavy one declares them. The body of
 * a function moves to a new function. So code that has the function's address (tables, aliases,
 * other files) has the address of the chooser.
 */
#include "ir/symbolic/private.h"

#include <llvm-c/Comdat.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool symbol_is_local(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* Returns whether another definition may replace the symbol. */
static bool is_replaceable(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage ||
           linkage == LLVMExternalWeakLinkage;
}

/* Returns whether the body is only there for inlining: code outside, or another file, defines it,
 * too. */
static bool is_available(LLVMValueRef function)
{
    return LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage;
}

/* A body that must be inlined may be the only one. But a function with a model uses the model: the
 * C library has bodies that check sizes. */
bool symbolic_is_outside(const struct symbolic *symbolic, LLVMValueRef function)
{
    size_t length;
    return is_available(function) &&
           (!symbolic_has_attribute(function, "alwaysinline") ||
            symbolic->options->modelled(LLVMGetValueName2(function, &length)));
}

/* Returns whether every file that uses the symbol has the same definition. */
static bool is_shared(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMWeakODRLinkage || linkage == LLVMLinkOnceODRLinkage;
}

const char *symbolic_name(const struct symbolic *symbolic, struct arena *arena, LLVMValueRef global)
{
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    return symbol_is_local(global) ? arena_printf(arena, "%s$%s", name, symbolic->options->unique)
                                   : arena_copy_bytes(arena, name, length);
}

/* Makes the symbol visible to both modules, under a name that no other file has. */
static void make_known(struct symbolic *symbolic, LLVMValueRef global)
{
    const char *name = symbolic_name(symbolic, &symbolic->result->arena, global);
    LLVMSetLinkage(global, LLVMExternalLinkage);
    LLVMSetVisibility(global, LLVMHiddenVisibility);
    LLVMSetValueName2(global, name, strlen(name));
}

/* Keeps a symbol that one module does not use, because the other may. */
static void make_kept(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (linkage == LLVMLinkOnceODRLinkage)
        LLVMSetLinkage(global, LLVMWeakODRLinkage);
    else if (linkage == LLVMLinkOnceAnyLinkage)
        LLVMSetLinkage(global, LLVMWeakAnyLinkage);
}

static void make_declaration(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (linkage != LLVMExternalWeakLinkage)
        LLVMSetLinkage(global, LLVMExternalLinkage);
    LLVMSetComdat(global, NULL);
    LLVMGlobalClearMetadata(global);
}

/* Returns whether the constant has the address of a label, which belongs to one body. */
static bool has_label(LLVMValueRef constant)
{
    if (LLVMIsABlockAddress(constant))
        return true;
    if (LLVMIsAGlobalValue(constant) || !LLVMIsAConstant(constant) ||
        LLVMIsAConstantDataSequential(constant))
        return false;
    int count = LLVMGetNumOperands(constant);
    for (int i = 0; i < count; i++)
        if (has_label(LLVMGetOperand(constant, (unsigned)i)))
            return true;
    return false;
}

/* Returns whether each module may have a copy of the variable. */
static bool may_be_twice(LLVMValueRef variable)
{
    if (!symbol_is_local(variable) || LLVMIsDeclaration(variable))
        return false;
    return (LLVMIsGlobalConstant(variable) &&
            LLVMGetUnnamedAddress(variable) == LLVMGlobalUnnamedAddr) ||
           has_label(LLVMGetInitializer(variable));
}

static void settle_variable(struct symbolic *symbolic, LLVMValueRef variable, unsigned number)
{
    size_t length;
    const char *name = LLVMGetValueName2(variable, &length);
    if (strncmp(name, "llvm.", 5) == 0 || strcmp(name, "tutti_cover") == 0) {
        /* LLVM's own variables: constructors, and lists of symbols to keep. */
        if (symbolic->heavy && name[0] == 'l')
            LLVMDeleteGlobal(variable);
        return;
    }
    if (LLVMIsDeclaration(variable) || may_be_twice(variable))
        return;
    if (!length) {
        char made[32];
        int size = snprintf(made, sizeof made, "tutti.%u", number);
        LLVMSetValueName2(variable, made, (size_t)size);
    }
    if (symbol_is_local(variable))
        make_known(symbolic, variable);
    if (!symbolic->heavy) {
        make_kept(variable);
        return;
    }
    if (LLVMGetLinkage(variable) == LLVMAvailableExternallyLinkage)
        return;
    bool known = LLVMIsGlobalConstant(variable) && !is_replaceable(variable);
    make_declaration(variable);
    if (known)
        LLVMSetLinkage(variable, LLVMAvailableExternallyLinkage);
    else
        LLVMSetInitializer(variable, NULL);
}

static void settle_variables(struct symbolic *symbolic)
{
    unsigned number = 0;
    LLVMValueRef variable, next;
    for (variable = LLVMGetFirstGlobal(symbolic->module); variable; variable = next) {
        next = LLVMGetNextGlobal(variable);
        settle_variable(symbolic, variable, number++);
    }
}

/* Turns an alias in a heavy module into a declaration: the module has nothing that the alias could
 * stand for. */
static void declare_alias(struct symbolic *symbolic, LLVMValueRef alias, LLVMValueRef dummy)
{
    size_t length;
    LLVMTypeRef type = LLVMGlobalGetValueType(alias);
    const char *name = arena_copy(&symbolic->result->arena, LLVMGetValueName2(alias, &length));
    LLVMSetValueName2(alias, "", 0);
    LLVMValueRef declared = LLVMGetTypeKind(type) == LLVMFunctionTypeKind
                                ? LLVMAddFunction(symbolic->module, name, type)
                                : LLVMAddGlobal(symbolic->module, type, name);
    LLVMSetVisibility(declared, LLVMGetVisibility(alias));
    if (LLVMIsAGlobalVariable(declared))
        LLVMSetThreadLocalMode(declared, LLVMGetThreadLocalMode(alias));
    LLVMReplaceAllUsesWith(alias, declared);
    if (dummy) {
        LLVMAliasSetAliasee(alias, dummy); /* LLVM-C cannot delete an alias */
        LLVMSetLinkage(alias, LLVMInternalLinkage);
    }
}

static void settle_aliases(struct symbolic *symbolic)
{
    LLVMValueRef dummy = NULL, alias, next;
    for (alias = LLVMGetFirstGlobalAlias(symbolic->module); alias; alias = next) {
        next = LLVMGetNextGlobalAlias(alias);
        if (symbol_is_local(alias))
            make_known(symbolic, alias);
        make_kept(alias);
        if (!symbolic->heavy)
            continue;
        if (!dummy) {
            dummy = LLVMAddGlobal(symbolic->module, symbolic->i8, "");
            LLVMSetInitializer(dummy, LLVMConstNull(symbolic->i8));
            LLVMSetLinkage(dummy, LLVMInternalLinkage);
        }
        declare_alias(symbolic, alias, dummy);
    }
    for (alias = LLVMGetFirstGlobalIFunc(symbolic->module); alias; alias = next) {
        next = LLVMGetNextGlobalIFunc(alias);
        if (symbol_is_local(alias))
            make_known(symbolic, alias);
        make_kept(alias);
        if (symbolic->heavy) {
            declare_alias(symbolic, alias, NULL);
            LLVMEraseGlobalIFunc(alias);
        }
    }
}

/* Returns whether anything but calls of its name refers to the function. */
static bool is_taken(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsABlockAddress(user))
            continue;
        if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
            return true;
        unsigned callee = (unsigned)LLVMGetNumOperands(user) - 1;
        if (LLVMGetOperandUse(user, callee) != use)
            return true;
    }
    return false;
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to)
{
    enum { ATTRIBUTES_MAX = 64 };
    LLVMAttributeRef list[ATTRIBUTES_MAX];
    for (unsigned i = 0; i <= LLVMCountParams(from) + 1; i++) {
        LLVMAttributeIndex index = i ? i - 1 : (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
        unsigned count = LLVMGetAttributeCountAtIndex(from, index);
        if (count > ATTRIBUTES_MAX)
            continue;
        LLVMGetAttributesAtIndex(from, index, list);
        for (unsigned j = 0; j < count; j++)
            LLVMAddAttributeAtIndex(to, index, list[j]);
    }
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(from, &count);
    for (size_t i = 0; i < count; i++)
        LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(entries, (unsigned)i),
                              LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i));
    LLVMDisposeValueMetadataEntries(entries);
}

/* Drops attributes that no longer fit: without optimisation clang forbids inlining, and the effects
 * on memory have changed. */
static void drop_attributes(LLVMValueRef function)
{
    static const char *const names[] = {"noinline", "optnone", "memory", "speculatable"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        symbolic_drop_attribute(function, names[i]);
}

/* Moves addresses of labels, which name the function as well. */
static void move_labels(LLVMValueRef function, LLVMValueRef body)
{
    LLVMUseRef use, next;
    for (use = LLVMGetFirstUse(function); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMIsABlockAddress(user))
            LLVMReplaceAllUsesWith(user,
                                   LLVMBlockAddress(body, LLVMGetBlockAddressBasicBlock(user)));
    }
}

static LLVMValueRef move_body(struct symbolic *symbolic, LLVMValueRef function, const char *name)
{
    LLVMValueRef body = LLVMAddFunction(symbolic->module, name, LLVMGlobalGetValueType(function));
    copy_attributes(function, body);
    copy_metadata(function, body);
    LLVMSetFunctionCallConv(body, LLVMGetFunctionCallConv(function));
    LLVMSetUnnamedAddress(body, LLVMGlobalUnnamedAddr);
    if (LLVMGetSection(function))
        LLVMSetSection(body, LLVMGetSection(function));
    if (LLVMGetGC(function))
        LLVMSetGC(body, LLVMGetGC(function));
    if (LLVMHasPersonalityFn(function)) {
        LLVMSetPersonalityFn(body, LLVMGetPersonalityFn(function));
        LLVMSetPersonalityFn(function, NULL);
    }
    LLVMBasicBlockRef block;
    while ((block = LLVMGetFirstBasicBlock(function))) {
        LLVMRemoveBasicBlockFromParent(block);
        LLVMAppendExistingBasicBlock(body, block);
    }
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        size_t length;
        LLVMValueRef from = LLVMGetParam(function, i), to = LLVMGetParam(body, i);
        const char *parameter = LLVMGetValueName2(from, &length);
        LLVMSetValueName2(to, parameter, length);
        LLVMReplaceAllUsesWith(from, to);
    }
    move_labels(function, body);
    LLVMGlobalClearMetadata(function);
    drop_attributes(function);
    drop_attributes(body);
    return body;
}

static LLVMValueRef symbols_forward(struct symbolic *symbolic, LLVMValueRef chooser,
                                    LLVMValueRef body)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(chooser);
    unsigned count = LLVMCountParams(chooser);
    LLVMValueRef *arguments = memory_zero((size_t)count + 1, sizeof(LLVMValueRef));
    LLVMGetParams(chooser, arguments);
    LLVMValueRef call = LLVMBuildCall2(symbolic->builder, type, body, arguments, count, "");
    free(arguments);
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(chooser));
    enum { ATTRIBUTES_MAX = 64 };
    LLVMAttributeRef list[ATTRIBUTES_MAX];
    for (unsigned index = 0; index <= count; index++) {
        unsigned attributes = LLVMGetAttributeCountAtIndex(chooser, index);
        if (attributes > ATTRIBUTES_MAX)
            continue;
        LLVMGetAttributesAtIndex(chooser, index, list);
        for (unsigned j = 0; j < attributes; j++)
            LLVMAddCallSiteAttribute(call, index, list[j]);
    }
    if (LLVMIsFunctionVarArg(type))
        LLVMSetTailCallKind(call, LLVMTailCallKindMustTail);
    return call;
}

static void return_value(struct symbolic *symbolic, LLVMValueRef call)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(symbolic->builder);
    else
        LLVMBuildRet(symbolic->builder, call);
}

static LLVMValueRef symbol_argument_slot(struct symbolic *symbolic, unsigned index)
{
    LLVMTypeRef type = LLVMArrayType2(symbolic->i32, SYMBOLIC_ARGUMENTS);
    LLVMValueRef slots =
        symbolic_runtime_variable(symbolic, "tutti_symbolic_arguments", type, true);
    LLVMValueRef at = LLVMConstInt(symbolic->i64, (uint64_t)index * sizeof(uint32_t), 0);
    return LLVMConstGEP2(symbolic->i8, slots, &at, 1);
}

/* Calls the heavy body for a call from code outside: the slots belong to another call, and the
 * expression of the result is not used. */
static void forward_from_outside(struct symbolic *symbolic, LLVMValueRef chooser,
                                 LLVMValueRef heavy)
{
    LLVMValueRef zero = symbolic_number(symbolic, 0);
    unsigned count = LLVMCountParams(chooser);
    for (unsigned i = 0; i < count && i < SYMBOLIC_ARGUMENTS; i++)
        LLVMBuildStore(symbolic->builder, zero, symbol_argument_slot(symbolic, i));
    bool variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(chooser));
    if (variadic)
        LLVMBuildStore(
            symbolic->builder, LLVMConstNull(symbolic->pointer),
            symbolic_runtime_variable(symbolic, "tutti_symbolic_kinds", symbolic->pointer, true));
    LLVMValueRef call = symbols_forward(symbolic, chooser, heavy);
    if (!variadic)
        LLVMBuildStore(
            symbolic->builder, zero,
            symbolic_runtime_variable(symbolic, "tutti_symbolic_result", symbolic->i32, true));
    return_value(symbolic, call);
}

static void build_chooser(struct symbolic *symbolic, LLVMValueRef chooser, LLVMValueRef light,
                          const char *heavy_name)
{
    LLVMBuilderRef builder = symbolic->builder;
    LLVMValueRef heavy =
        LLVMAddFunction(symbolic->module, heavy_name, LLVMGlobalGetValueType(chooser));
    copy_attributes(chooser, heavy);
    LLVMSetFunctionCallConv(heavy, LLVMGetFunctionCallConv(chooser));
    LLVMSetVisibility(heavy, LLVMHiddenVisibility);
    LLVMBasicBlockRef blocks[5];
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        blocks[i] = LLVMAppendBasicBlockInContext(symbolic->context, chooser, "");
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMPositionBuilderAtEnd(builder, blocks[0]);
    LLVMValueRef kind = LLVMBuildLoad2(
        builder, symbolic->i32,
        symbolic_runtime_variable(symbolic, "tutti_symbolic", symbolic->i32, false), "");
    LLVMValueRef is_heavy =
        LLVMBuildICmp(builder, LLVMIntNE, kind, symbolic_number(symbolic, 0), "");
    symbolic_build_rare(symbolic, is_heavy, blocks[1], blocks[4]);
    LLVMPositionBuilderAtEnd(builder, blocks[1]);
    LLVMValueRef callee =
        symbolic_runtime_variable(symbolic, "tutti_symbolic_callee", symbolic->pointer, true);
    LLVMValueRef known = LLVMBuildICmp(
        builder, LLVMIntEQ, LLVMBuildLoad2(builder, symbolic->pointer, callee, ""), chooser, "");
    LLVMBuildStore(builder, LLVMConstNull(symbolic->pointer), callee);
    LLVMBuildCondBr(builder, known, blocks[2], blocks[3]);
    LLVMPositionBuilderAtEnd(builder, blocks[2]);
    return_value(symbolic, symbols_forward(symbolic, chooser, heavy));
    LLVMPositionBuilderAtEnd(builder, blocks[3]);
    forward_from_outside(symbolic, chooser, heavy);
    LLVMPositionBuilderAtEnd(builder, blocks[4]);
    LLVMValueRef call = symbols_forward(symbolic, chooser, light);
    /* If it were inlined into the chooser, which has no lines, it would have no lines either. */
    static const char name[] = "noinline";
    unsigned kind_of = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(symbolic->context, kind_of, 0));
    return_value(symbolic, call);
}

static void symbol_share(struct symbolic *symbolic, LLVMValueRef body, const char *name)
{
    LLVMSetLinkage(body, LLVMWeakODRLinkage);
    LLVMSetComdat(body, LLVMGetOrInsertComdat(symbolic->module, name));
}

static void drop_body(struct symbolic *symbolic, LLVMValueRef function)
{
    LLVMValueRef body = move_body(symbolic, function, "");
    make_declaration(function);
    LLVMDeleteFunction(body);
}

/* Sets the visibility of the body. Only the chooser and calls in this module know a light body. */
static void settle_body(struct symbolic *symbolic, LLVMValueRef function, LLVMValueRef body,
                        const char *name, bool taken)
{
    if ((symbol_is_local(function) && !taken) || is_available(function) ||
        (!symbolic->heavy && !is_shared(function)))
        LLVMSetLinkage(body, LLVMInternalLinkage);
    else if (is_shared(function))
        symbol_share(symbolic, body, name);
    else if (is_replaceable(function))
        LLVMSetLinkage(body, LLVMWeakAnyLinkage);
    if (LLVMGetLinkage(body) != LLVMInternalLinkage)
        LLVMSetVisibility(body, LLVMHiddenVisibility);
}

static void settle_function(struct symbolic *symbolic, LLVMValueRef function)
{
    struct arena *arena = &symbolic->result->arena;
    const char *name = symbolic_name(symbolic, arena, function);
    const char *own =
        arena_printf(arena, "%s%s", name, symbolic->heavy ? SYMBOLIC_HEAVY : SYMBOLIC_LIGHT);
    bool taken = is_taken(function), local = symbol_is_local(function);
    bool available = is_available(function);
    LLVMValueRef body = move_body(symbolic, function, own);
    settle_body(symbolic, function, body, own, taken);
    symbolic->list =
        memory_room(symbolic->list, symbolic->count, &symbolic->space, sizeof *symbolic->list);
    symbolic->list[symbolic->count++] = body;
    if (!is_replaceable(function))
        map_put(&symbolic->bodies, function, body);
    void *entry = map_get(&symbolic->entries, function);
    if (entry)
        map_put(&symbolic->entries, body, entry);
    if (local && !taken) /* only calls, and unused addresses of labels */
        LLVMReplaceAllUsesWith(function, body);
    if (local)
        make_known(symbolic, function);
    if (symbolic->heavy || available || (local && !taken)) {
        make_declaration(function);
        return;
    }
    make_kept(function);
    build_chooser(symbolic, function, body, arena_printf(arena, "%s" SYMBOLIC_HEAVY, name));
}

static void settle_plain(struct symbolic *symbolic, LLVMValueRef function)
{
    if (symbol_is_local(function))
        make_known(symbolic, function);
    if (symbolic->heavy)
        drop_body(symbolic, function);
}

/* Makes calls of the module's functions stay within its kind. */
static void redirect_calls(struct symbolic *symbolic, LLVMValueRef body)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(body); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at)) {
            if (!LLVMIsACallInst(at) && !LLVMIsAInvokeInst(at))
                continue;
            LLVMValueRef callee = LLVMGetCalledValue(at);
            if (LLVMIsAGlobalAlias(callee) && !is_replaceable(callee))
                callee = LLVMAliasGetAliasee(callee);
            LLVMValueRef own = map_get(&symbolic->bodies, callee);
            if (own)
                LLVMSetOperand(at, (unsigned)LLVMGetNumOperands(at) - 1, own);
        }
}

void symbolic_symbols(struct symbolic *symbolic)
{
    size_t count = 0, space = 0;
    LLVMValueRef *functions = NULL, function;
    for (function = LLVMGetFirstFunction(symbolic->module); function;
         function = LLVMGetNextFunction(function)) {
        if (LLVMIsDeclaration(function))
            continue;
        functions = memory_room(functions, count, &space, sizeof *functions);
        functions[count++] = function;
    }
    for (size_t i = 0; i < count; i++)
        if (symbolic_is_outside(symbolic, functions[i]))
            drop_body(symbolic, functions[i]);
        else if (symbolic_is_plain(functions[i]))
            settle_plain(symbolic, functions[i]);
        else
            settle_function(symbolic, functions[i]);
    for (size_t i = 0; i < symbolic->count; i++)
        redirect_calls(symbolic, symbolic->list[i]);
    for (size_t i = 0; i < count; i++)
        if (LLVMIsDeclaration(functions[i]) && !LLVMGetFirstUse(functions[i]))
            LLVMDeleteFunction(functions[i]);
    free(functions);
    settle_variables(symbolic);
    settle_aliases(symbolic);
    if (symbolic->heavy)
        LLVMSetModuleInlineAsm2(symbolic->module, "", 0);
}
