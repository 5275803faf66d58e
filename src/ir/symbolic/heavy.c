/* heavy.c: finds values that may be symbolic; builds segments and their tests. */
#include "ir/symbolic/heavy.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

bool heavy_may(const struct heavy *heavy, LLVMValueRef value)
{
    return map_get(&heavy->may, value) != NULL;
}

LLVMValueRef heavy_shadow(const struct heavy *heavy, LLVMValueRef value)
{
    LLVMValueRef shadow = map_get(&heavy->shadows, value);
    return shadow ? shadow : symbolic_number(heavy->symbolic, 0);
}

bool heavy_is_own(const struct symbolic *symbolic, LLVMValueRef instruction)
{
    return LLVMGetMetadata(instruction, symbolic->scope_kind) == symbolic->own_scope;
}

static bool is_marker(LLVMValueRef instruction, const char *prefix)
{
    if (!LLVMIsACallInst(instruction))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t length;
    return LLVMIsAFunction(callee) &&
           strncmp(LLVMGetValueName2(callee, &length), prefix, strlen(prefix)) == 0;
}

/* Returns whether the load reads a constant: its value is fixed by the program's text. */
static bool reads_constant(LLVMValueRef load)
{
    LLVMValueRef address = LLVMGetOperand(load, 0);
    while (LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAGlobalVariable(address) && LLVMIsGlobalConstant(address);
}

/* Returns whether the load reads a table of constants at an address that may be symbolic. The value
 * has no expression, but another address may be tried. */
static bool looks_up(LLVMValueRef at)
{
    int type = heavy_type(LLVMTypeOf(at));
    return LLVMIsALoadInst(at) && type >= 0 && type != SYMBOLIC_I1 && reads_constant(at);
}

/* Returns whether expressions may enter a function here; parameters are extra. */
static bool is_source(const struct symbolic *symbolic, LLVMValueRef at)
{
    if (heavy_type(LLVMTypeOf(at)) < 0 || heavy_is_own(symbolic, at))
        return false;
    if (LLVMIsALoadInst(at))
        return heavy_type(LLVMTypeOf(at)) != SYMBOLIC_I1 && !reads_constant(at);
    return heavy_returns_shadow(at);
}

/* Values that may be symbolic, and those whose users must still be examined. */
struct spreading {
    struct heavy *heavy;
    LLVMValueRef *waiting;
    size_t count, space;
};

static void spread_to(struct spreading *spreading, LLVMValueRef value)
{
    if (heavy_may(spreading->heavy, value))
        return;
    map_put(&spreading->heavy->may, value, value);
    spreading->waiting = memory_room(spreading->waiting, spreading->count, &spreading->space,
                                     sizeof *spreading->waiting);
    spreading->waiting[spreading->count++] = value;
}

/* Finds values that may be symbolic, from sources onwards: a loop that counts from a constant to a
 * constant is not symbolic. */
static void find_symbolic(struct heavy *heavy)
{
    struct spreading spreading = {.heavy = heavy};
    LLVMValueRef parameter = LLVMGetFirstParam(heavy->body);
    for (unsigned i = 0; parameter && i < SYMBOLIC_ARGUMENTS;
         i++, parameter = LLVMGetNextParam(parameter))
        if (heavy_type(LLVMTypeOf(parameter)) >= 0)
            spread_to(&spreading, parameter);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(heavy->body); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            if (is_source(heavy->symbolic, at))
                spread_to(&spreading, at);
    while (spreading.count) {
        LLVMValueRef value = spreading.waiting[--spreading.count];
        for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsAInstruction(user) && (heavy_follows(user) || looks_up(user)))
                spread_to(&spreading, user);
        }
    }
    free(spreading.waiting);
}

void heavy_add_step(struct heavy *heavy, enum heavy_step_kind kind, LLVMValueRef instruction,
                    unsigned operand)
{
    heavy->steps =
        memory_room(heavy->steps, heavy->step_count, &heavy->step_space, sizeof *heavy->steps);
    heavy->steps[heavy->step_count++] = (struct heavy_step){kind, instruction, operand};
}

/* Builds an i64 that is zero if nothing in the segment's input is symbolic. Shadows of values that
 * the segment itself computes do not exist yet. */
static LLVMValueRef build_test(struct heavy *heavy)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef any = symbolic_number(symbolic, 0);
    struct map seen = {0};
    for (size_t i = 0; i < heavy->step_count; i++) {
        const struct heavy_step *step = &heavy->steps[i];
        LLVMValueRef from = step->instruction;
        if (step->kind == STEP_VALUE && LLVMIsAExtractValueInst(from))
            from = LLVMGetOperand(from, 0);
        int count = LLVMGetNumOperands(from);
        for (int j = 0; j < count; j++) {
            LLVMValueRef operand = LLVMGetOperand(from, (unsigned)j);
            LLVMValueRef shadow = map_get(&heavy->shadows, operand);
            if (!shadow || map_get(&seen, shadow))
                continue;
            map_put(&seen, shadow, shadow);
            any = LLVMBuildOr(symbolic->builder, any, shadow, "");
        }
    }
    map_free(&seen);
    any = LLVMBuildZExt(symbolic->builder, any, symbolic->i64, "");
    return LLVMBuildOr(symbolic->builder, any, heavy_build_tags(heavy), "");
}

/* Joins shadows after the test and the steps: they are those of the steps, or zero. */
static void join_shadows(struct heavy *heavy, LLVMBasicBlockRef fast, LLVMBasicBlockRef slow,
                         LLVMValueRef before)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMBasicBlockRef blocks[] = {slow, fast};
    LLVMPositionBuilderBeforeInstrAndDbgRecords(symbolic->builder, before); /* phis come first */
    for (size_t i = 0; i < heavy->step_count; i++) {
        const struct heavy_step *step = &heavy->steps[i];
        LLVMValueRef shadow =
            step->kind == STEP_VALUE ? map_get(&heavy->shadows, step->instruction) : NULL;
        if (!shadow)
            continue;
        LLVMValueRef values[] = {shadow, symbolic_number(symbolic, 0)};
        LLVMValueRef phi = LLVMBuildPhi(symbolic->builder, symbolic->i32, "");
        LLVMAddIncoming(phi, values, blocks, 2);
        map_put(&heavy->shadows, step->instruction, phi);
    }
}

void heavy_flush(struct heavy *heavy, LLVMValueRef before)
{
    struct symbolic *symbolic = heavy->symbolic;
    if (!heavy->step_count)
        return;
    LLVMPositionBuilderBefore(symbolic->builder, before);
    LLVMValueRef any = build_test(heavy);
    if (LLVMIsAConstantInt(any)) { /* nothing can be symbolic: the code is unreachable */
        heavy->step_count = 0;
        return;
    }
    LLVMValueRef test =
        LLVMBuildICmp(symbolic->builder, LLVMIntNE, any, LLVMConstInt(symbolic->i64, 0, 0), "");
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(before);
    LLVMBasicBlockRef head = symbolic_split(symbolic, before);
    LLVMBasicBlockRef slow = LLVMAppendBasicBlockInContext(symbolic->context, heavy->body, "");
    LLVMPositionBuilderAtEnd(symbolic->builder, head);
    symbolic_build_rare(symbolic, test, slow, rest);
    LLVMPositionBuilderAtEnd(symbolic->builder, slow);
    for (size_t i = 0; i < heavy->step_count; i++) {
        LLVMSetCurrentDebugLocation2(symbolic->builder,
                                     LLVMInstructionGetDebugLoc(heavy->steps[i].instruction));
        LLVMValueRef shadow = heavy_replay(heavy, &heavy->steps[i]);
        if (shadow)
            map_put(&heavy->shadows, heavy->steps[i].instruction, shadow);
    }
    LLVMBuildBr(symbolic->builder, rest);
    join_shadows(heavy, head, slow, before);
    heavy->step_count = 0;
}

static void take_write(struct heavy *heavy, LLVMValueRef at, LLVMValueRef next)
{
    if (LLVMIsAStoreInst(at) && heavy_type(LLVMTypeOf(LLVMGetOperand(at, 0))) > SYMBOLIC_I1) {
        heavy_add_step(heavy, STEP_STORE, at, 0);
        return;
    }
    struct heavy_step step = {STEP_FORGET, at, 0};
    if (heavy_is_small(heavy, at)) {
        heavy_add_step(heavy, STEP_FORGET, at, 0);
        return;
    }
    heavy_flush(heavy, at);
    LLVMPositionBuilderBefore(heavy->symbolic->builder, next);
    heavy_replay(heavy, &step);
}

/* Adds a step for memcpy or memset. The runtime reads the memory when it is told, so nothing may be
 * written in between. */
static void heavy_take_memory(struct heavy *heavy, enum heavy_step_kind kind, LLVMValueRef at,
                              LLVMValueRef next)
{
    struct heavy_step step = {kind, at, 0};
    if (heavy_is_small(heavy, at)) {
        heavy_add_step(heavy, kind, at, 0);
        heavy_flush(heavy, next);
        return;
    }
    heavy_flush(heavy, at);
    LLVMPositionBuilderBefore(heavy->symbolic->builder, next);
    heavy_replay(heavy, &step);
}

static void take_call(struct heavy *heavy, LLVMValueRef at, LLVMValueRef next)
{
    enum symbolic_op op;
    if (is_marker(at, SYMBOLIC_MARK)) {
        bool branch = is_marker(at, SYMBOLIC_MARK_BRANCH);
        if (heavy_may(heavy, LLVMGetOperand(at, 1)))
            heavy_add_step(heavy, branch ? STEP_BRANCH : STEP_SWITCH, at, 1);
        return;
    }
    if (!heavy_is_intrinsic(at)) {
        heavy_call(heavy, at);
        return;
    }
    enum heavy_intrinsic kind = heavy_intrinsic(at, &op);
    if (heavy_is_va_start(heavy, at))
        heavy_start_variadic(heavy, at, next);
    else if (kind == INTRINSIC_COPY || kind == INTRINSIC_SET)
        heavy_take_memory(heavy, kind == INTRINSIC_COPY ? STEP_COPY : STEP_SET, at, next);
    else if (heavy_may(heavy, at) && kind != INTRINSIC_OVERFLOW)
        heavy_add_step(heavy, STEP_VALUE, at, 0);
}

static bool is_division(LLVMOpcode opcode)
{
    return opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem;
}

static void take_instruction(struct heavy *heavy, LLVMValueRef at, LLVMValueRef next)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
    switch (opcode) {
    case LLVMPHI:
        return;
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        take_write(heavy, at, next);
        return;
    case LLVMCall:
        take_call(heavy, at, next);
        return;
    case LLVMInvoke:
    case LLVMCallBr:
        heavy_call(heavy, at);
        return;
    case LLVMRet:
        heavy_flush(heavy, at);
        heavy_return(heavy, at);
        return;
    case LLVMAlloca:
        if (heavy_may(heavy, LLVMGetOperand(at, 0))) {
            heavy_add_step(heavy, STEP_SIZE, at, 0);
            heavy_flush(heavy, at);
        }
        return;
    default:
        break;
    }
    if (!next) {
        heavy_flush(heavy, at);
        return;
    }
    if (is_division(opcode) && heavy_may(heavy, LLVMGetOperand(at, 1))) {
        /* The program may end here. */
        heavy_add_step(heavy, STEP_DIVISOR, at, 1);
        heavy_flush(heavy, at);
    }
    if (heavy_may(heavy, at))
        heavy_add_step(heavy, STEP_VALUE, at, 0);
}

static void take_block(struct heavy *heavy, LLVMBasicBlockRef block)
{
    /* Lists the instructions first: instrumentation adds others in between. */
    LLVMValueRef *list = NULL;
    size_t count = 0, space = 0;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
        if (heavy_is_own(heavy->symbolic, at))
            continue;
        list = memory_room(list, count, &space, sizeof *list);
        list[count++] = at;
    }
    for (size_t i = 0; i < count; i++)
        take_instruction(heavy, list[i], i + 1 < count ? list[i + 1] : NULL);
    free(list);
}

/* Blocks from the entry on, each after those that dominate it. */
struct ordering {
    struct map seen;
    LLVMBasicBlockRef *blocks; /* in reverse */
    size_t count;
};

struct visit {
    LLVMBasicBlockRef block;
    unsigned next;
};

static void order_blocks(struct ordering *ordering, LLVMValueRef function)
{
    size_t all = LLVMCountBasicBlocks(function), depth = 0;
    struct visit *stack = memory_zero(all, sizeof *stack);
    ordering->blocks = memory_zero(all, sizeof(LLVMBasicBlockRef));
    stack[depth++] = (struct visit){LLVMGetEntryBasicBlock(function), 0};
    map_put(&ordering->seen, stack[0].block, stack);
    while (depth) {
        struct visit *visit = &stack[depth - 1];
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(visit->block);
        if (visit->next == LLVMGetNumSuccessors(terminator)) {
            ordering->blocks[ordering->count++] = visit->block;
            depth--;
            continue;
        }
        LLVMBasicBlockRef to = LLVMGetSuccessor(terminator, visit->next++);
        if (map_get(&ordering->seen, to))
            continue;
        map_put(&ordering->seen, to, stack);
        stack[depth++] = (struct visit){to, 0};
    }
    free(stack);
    map_free(&ordering->seen);
}

static void add_phis(struct heavy *heavy, LLVMBasicBlockRef block)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    for (; at && LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at)) {
        if (!heavy_may(heavy, at))
            continue;
        LLVMPositionBuilderBefore(heavy->symbolic->builder, at);
        map_put(&heavy->shadows, at,
                LLVMBuildPhi(heavy->symbolic->builder, heavy->symbolic->i32, ""));
    }
}

static void fill_phi(struct heavy *heavy, LLVMValueRef phi)
{
    LLVMValueRef shadow = map_get(&heavy->shadows, phi);
    unsigned count = shadow ? LLVMCountIncoming(phi) : 0;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = heavy_shadow(heavy, LLVMGetIncomingValue(phi, i));
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(shadow, &value, &from, 1);
    }
}

/* Gives each invoke a normal successor of its own, at whose start its result is known. */
static void separate_invokes(struct symbolic *symbolic, LLVMValueRef body)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(body); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (LLVMIsAInvokeInst(terminator) && !symbolic_one_way_in(LLVMGetNormalDest(terminator)))
            symbolic_edge_block(symbolic, terminator, 0);
    }
}

/* Moves allocas to the front: only allocas of the entry block have a fixed place on the stack, and
 * the block will be split. */
static void gather_allocas(struct symbolic *symbolic, LLVMValueRef body)
{
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(body)), next;
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    for (LLVMValueRef at = first; at; at = next) {
        next = LLVMGetNextInstruction(at);
        if (!LLVMIsAAllocaInst(at) || !LLVMIsAConstantInt(LLVMGetOperand(at, 0)))
            continue;
        LLVMInstructionRemoveFromParent(at);
        LLVMPositionBuilderBefore(symbolic->builder, first);
        LLVMSetCurrentDebugLocation2(symbolic->builder, NULL);
        LLVMInsertIntoBuilder(symbolic->builder, at);
    }
}

static void erase_markers(LLVMValueRef body)
{
    LLVMValueRef at, next;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(body); block;
         block = LLVMGetNextBasicBlock(block))
        for (at = LLVMGetFirstInstruction(block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (is_marker(at, SYMBOLIC_MARK))
                LLVMInstructionEraseFromParent(at);
        }
}

void symbolic_heavy(struct symbolic *symbolic, LLVMValueRef body)
{
    struct heavy heavy = {.symbolic = symbolic, .body = body};
    struct ordering ordering = {0};
    heavy.entry = (uint32_t)((uintptr_t)map_get(&symbolic->entries, body) - 1);
    symbolic->copy.directory = copy_directory(&symbolic->copy, body);
    separate_invokes(symbolic, body);
    gather_allocas(symbolic, body);
    find_symbolic(&heavy);
    order_blocks(&ordering, body);
    heavy_enter(&heavy);
    for (size_t i = ordering.count; i-- > 0;)
        add_phis(&heavy, ordering.blocks[i]);
    LLVMValueRef *phis = NULL;
    size_t count = 0, space = 0;
    for (size_t i = ordering.count; i-- > 0;)
        for (LLVMValueRef at = LLVMGetFirstInstruction(ordering.blocks[i]);
             at && LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at)) {
            phis = memory_room(phis, count, &space, sizeof *phis);
            phis[count++] = at;
        }
    for (size_t i = ordering.count; i-- > 0;)
        take_block(&heavy, ordering.blocks[i]);
    for (size_t i = 0; i < count; i++)
        fill_phi(&heavy, phis[i]);
    erase_markers(body);
    free(phis);
    free(ordering.blocks);
    free(heavy.steps);
    map_free(&heavy.may);
    map_free(&heavy.shadows);
}
