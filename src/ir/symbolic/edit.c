/* edit.c: makes small changes of functions that LLVM-C has no function for. */
#include "ir/split.h"
#include "ir/symbolic/private.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

LLVMValueRef symbolic_after_phis(LLVMBasicBlockRef block)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    while (at && LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    return at;
}

bool symbolic_one_way_in(LLVMBasicBlockRef block)
{
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    return use && !LLVMGetNextUse(use);
}

/* Makes a phi anew with a changed predecessor, which LLVM-C cannot change in place. */
static void redirect_phi(struct symbolic *symbolic, LLVMValueRef phi, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef to)
{
    LLVMPositionBuilderBefore(symbolic->builder, phi);
    LLVMValueRef made = LLVMBuildPhi(symbolic->builder, LLVMTypeOf(phi), "");
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (value == phi)
            value = made;
        if (block == from && to) {
            block = to;
            to = NULL; /* one edge only: a switch may lead there by several */
        }
        LLVMAddIncoming(made, &value, &block, 1);
    }
    LLVMReplaceAllUsesWith(phi, made);
    LLVMInstructionEraseFromParent(phi);
}

LLVMBasicBlockRef symbolic_edge_block(struct symbolic *symbolic, LLVMValueRef terminator,
                                      unsigned index)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(terminator);
    LLVMBasicBlockRef to = LLVMGetSuccessor(terminator, index);
    LLVMBasicBlockRef edge = LLVMInsertBasicBlockInContext(symbolic->context, to, "edge");
    LLVMValueRef phi, next;
    for (phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = next) {
        next = LLVMGetNextInstruction(phi);
        redirect_phi(symbolic, phi, from, edge);
    }
    LLVMSetSuccessor(terminator, index, edge);
    LLVMPositionBuilderAtEnd(symbolic->builder, edge);
    LLVMSetCurrentDebugLocation2(symbolic->builder, LLVMInstructionGetDebugLoc(terminator));
    LLVMBuildBr(symbolic->builder, to);
    return edge;
}

LLVMBasicBlockRef symbolic_split(struct symbolic *symbolic, LLVMValueRef before)
{
    return split_block(symbolic->context, symbolic->builder, before);
}

static unsigned edit_attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

bool symbolic_has_attribute(LLVMValueRef function, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       edit_attribute_kind(name)) != NULL;
}

void symbolic_drop_attribute(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, edit_attribute_kind(name));
}

/* Everything of the runtime is in the same executable. */
LLVMValueRef symbolic_runtime_variable(struct symbolic *symbolic, const char *name,
                                       LLVMTypeRef type, bool thread)
{
    LLVMValueRef variable = LLVMGetNamedGlobal(symbolic->module, name);
    if (variable)
        return variable;
    variable = LLVMAddGlobal(symbolic->module, type, name);
    LLVMSetVisibility(variable, LLVMHiddenVisibility);
    if (thread)
        LLVMSetThreadLocalMode(variable, LLVMLocalExecTLSModel);
    return variable;
}

LLVMValueRef symbolic_runtime_function(struct symbolic *symbolic, const char *name,
                                       LLVMTypeRef type)
{
    LLVMValueRef function = LLVMGetNamedFunction(symbolic->module, name);
    if (function)
        return function;
    function = LLVMAddFunction(symbolic->module, name, type);
    LLVMSetVisibility(function, LLVMHiddenVisibility);
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(symbolic->context, edit_attribute_kind("nounwind"), 0));
    return function;
}

LLVMValueRef symbolic_own(struct symbolic *symbolic, LLVMValueRef access)
{
    LLVMSetMetadata(access, symbolic->scope_kind, symbolic->own_scope);
    if (symbolic->own_type)
        LLVMSetMetadata(access, symbolic->type_kind, symbolic->own_type);
    return access;
}

void symbolic_build_rare(struct symbolic *symbolic, LLVMValueRef condition, LLVMBasicBlockRef rare,
                         LLVMBasicBlockRef usual)
{
    split_build_rare(symbolic->context, symbolic->builder, condition, rare, usual);
}
