#include "ir/copy/copy.h"

#include <llvm-c/Core.h>

static const enum ir_opcode opcodes[] = {
    [LLVMRet] = IR_RETURN,
    [LLVMBr] = IR_BRANCH,
    [LLVMSwitch] = IR_SWITCH,
    [LLVMIndirectBr] = IR_JUMP_COMPUTED,
    [LLVMCallBr] = IR_JUMP_COMPUTED, /* assembly chooses among its successors */
    [LLVMInvoke] = IR_CALL,
    [LLVMUnreachable] = IR_UNREACHABLE,
    [LLVMResume] = IR_UNWIND,
    [LLVMCleanupRet] = IR_UNWIND,
    [LLVMCatchRet] = IR_UNWIND,
    [LLVMCatchSwitch] = IR_UNWIND,
    [LLVMAlloca] = IR_ALLOCA,
    [LLVMLoad] = IR_LOAD,
    [LLVMStore] = IR_STORE,
    [LLVMGetElementPtr] = IR_ADDRESS,
    [LLVMAtomicCmpXchg] = IR_ATOMIC,
    [LLVMAtomicRMW] = IR_ATOMIC,
    [LLVMFence] = IR_FENCE,
    [LLVMCall] = IR_CALL,
    [LLVMPHI] = IR_PHI,
    [LLVMSelect] = IR_SELECT,
    [LLVMICmp] = IR_COMPARE,
    [LLVMFCmp] = IR_COMPARE_FLOAT,
    [LLVMAdd] = IR_ADD,
    [LLVMSub] = IR_SUBTRACT,
    [LLVMMul] = IR_MULTIPLY,
    [LLVMSDiv] = IR_DIVIDE_SIGNED,
    [LLVMUDiv] = IR_DIVIDE_UNSIGNED,
    [LLVMSRem] = IR_REMAINDER_SIGNED,
    [LLVMURem] = IR_REMAINDER_UNSIGNED,
    [LLVMAnd] = IR_AND,
    [LLVMOr] = IR_OR,
    [LLVMXor] = IR_XOR,
    [LLVMShl] = IR_SHIFT_LEFT,
    [LLVMAShr] = IR_SHIFT_RIGHT_SIGNED,
    [LLVMLShr] = IR_SHIFT_RIGHT_UNSIGNED,
    [LLVMFNeg] = IR_FLOAT_ARITHMETIC,
    [LLVMFAdd] = IR_FLOAT_ARITHMETIC,
    [LLVMFSub] = IR_FLOAT_ARITHMETIC,
    [LLVMFMul] = IR_FLOAT_ARITHMETIC,
    [LLVMFDiv] = IR_FLOAT_ARITHMETIC,
    [LLVMFRem] = IR_FLOAT_ARITHMETIC,
    [LLVMTrunc] = IR_TRUNCATE,
    [LLVMZExt] = IR_EXTEND_ZERO,
    [LLVMSExt] = IR_EXTEND_SIGN,
    [LLVMFPToUI] = IR_CAST,
    [LLVMFPToSI] = IR_CAST,
    [LLVMUIToFP] = IR_CAST,
    [LLVMSIToFP] = IR_CAST,
    [LLVMFPTrunc] = IR_CAST,
    [LLVMFPExt] = IR_CAST,
    [LLVMPtrToInt] = IR_CAST,
    [LLVMIntToPtr] = IR_CAST,
    [LLVMBitCast] = IR_CAST,
    [LLVMAddrSpaceCast] = IR_CAST,
    [LLVMExtractElement] = IR_EXTRACT,
    [LLVMExtractValue] = IR_EXTRACT,
    [LLVMInsertElement] = IR_INSERT,
    [LLVMInsertValue] = IR_INSERT,
    [LLVMFreeze] = IR_FREEZE,
    [LLVMLandingPad] = IR_LANDING,
    [LLVMCleanupPad] = IR_LANDING,
    [LLVMCatchPad] = IR_LANDING,
};

enum ir_opcode copy_opcode(LLVMOpcode opcode)
{
    enum { COUNT = sizeof opcodes / sizeof *opcodes };
    return (unsigned)opcode < COUNT && opcodes[opcode] ? opcodes[opcode] : IR_OTHER_OPCODE;
}

static enum ir_predicate predicate_of(LLVMValueRef from)
{
    switch (LLVMGetICmpPredicate(from)) {
    case LLVMIntEQ:
        return IR_EQUAL;
    case LLVMIntNE:
        return IR_NOT_EQUAL;
    case LLVMIntUGT:
        return IR_ABOVE;
    case LLVMIntUGE:
        return IR_ABOVE_EQUAL;
    case LLVMIntULT:
        return IR_BELOW;
    case LLVMIntULE:
        return IR_BELOW_EQUAL;
    case LLVMIntSGT:
        return IR_GREATER;
    case LLVMIntSGE:
        return IR_GREATER_EQUAL;
    case LLVMIntSLT:
        return IR_LESS;
    case LLVMIntSLE:
        return IR_LESS_EQUAL;
    }
    return IR_EQUAL;
}

/* Returns false if the comparison is not by size, but tests for NaN. */
static bool float_predicate_of(LLVMValueRef from, enum ir_predicate *predicate)
{
    switch (LLVMGetFCmpPredicate(from)) {
    case LLVMRealOEQ:
    case LLVMRealUEQ:
        *predicate = IR_EQUAL;
        return true;
    case LLVMRealONE:
    case LLVMRealUNE:
        *predicate = IR_NOT_EQUAL;
        return true;
    case LLVMRealOGT:
    case LLVMRealUGT:
        *predicate = IR_GREATER;
        return true;
    case LLVMRealOGE:
    case LLVMRealUGE:
        *predicate = IR_GREATER_EQUAL;
        return true;
    case LLVMRealOLT:
    case LLVMRealULT:
        *predicate = IR_LESS;
        return true;
    case LLVMRealOLE:
    case LLVMRealULE:
        *predicate = IR_LESS_EQUAL;
        return true;
    default:
        return false;
    }
}

/* Copies all operands except blocks, which are in the block's successors. */
static void instruction_copy_operands(struct copy *copy, struct ir_value *to, LLVMValueRef from,
                                      int count)
{
    to->operands = copy_list(copy, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(from, (unsigned)i);
        if (operand && !LLVMValueIsBasicBlock(operand))
            to->operands[to->operand_count++] = copy_value(copy, operand);
    }
}

static void copy_call(struct copy *copy, struct ir_value *to, LLVMValueRef from)
{
    instruction_copy_operands(copy, to, from, (int)LLVMGetNumArgOperands(from));
    to->callee = copy_value(copy, LLVMGetCalledValue(from));
    to->accessed = copy_type(copy, LLVMGetCalledFunctionType(from));
    to->invoke = LLVMGetInstructionOpcode(from) == LLVMInvoke;
}

static void copy_phi(struct copy *copy, struct ir_value *to, LLVMValueRef from)
{
    unsigned count = LLVMCountIncoming(from);
    to->operands = copy_list(copy, count);
    to->incoming = arena_alloc(copy->arena, count * sizeof(const struct ir_block *));
    for (unsigned i = 0; i < count; i++) {
        const struct ir_block *block = map_get(&copy->blocks, LLVMGetIncomingBlock(from, i));
        if (!block)
            continue; /* it is unreachable */
        to->incoming[to->operand_count] = block;
        to->operands[to->operand_count++] = copy_value(copy, LLVMGetIncomingValue(from, i));
    }
}

static void copy_switch(struct copy *copy, struct ir_value *to, LLVMValueRef from)
{
    unsigned successors = LLVMGetNumSuccessors(from);
    to->operands = copy_list(copy, successors);
    to->operands[to->operand_count++] = copy_value(copy, LLVMGetOperand(from, 0));
    for (unsigned i = 1; i < successors; i++) /* operands: value, default, then case and block */
        to->operands[to->operand_count++] = copy_value(copy, LLVMGetOperand(from, 2 * i));
}

void copy_instruction(struct copy *copy, LLVMValueRef from, struct ir_value *to)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(from);
    switch (opcode) {
    case LLVMCall:
    case LLVMInvoke:
        copy_call(copy, to, from);
        return;
    case LLVMPHI:
        copy_phi(copy, to, from);
        return;
    case LLVMSwitch:
        copy_switch(copy, to, from);
        return;
    default:
        instruction_copy_operands(copy, to, from, LLVMGetNumOperands(from));
        break;
    }
    switch (opcode) {
    case LLVMAlloca:
        to->accessed = copy_type(copy, LLVMGetAllocatedType(from));
        break;
    case LLVMLoad:
        to->accessed = to->type;
        to->volatile_access = LLVMGetVolatile(from);
        break;
    case LLVMStore:
        to->accessed = to->operands[0]->type;
        to->volatile_access = LLVMGetVolatile(from);
        break;
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        to->accessed = to->operands[1]->type;
        to->volatile_access = LLVMGetVolatile(from);
        break;
    case LLVMGetElementPtr:
        to->accessed = copy_type(copy, LLVMGetGEPSourceElementType(from));
        to->constant = copy_address_offset(copy, from, &to->offset);
        break;
    case LLVMICmp:
        to->predicate = predicate_of(from);
        break;
    case LLVMFCmp:
        if (!float_predicate_of(from, &to->predicate))
            to->opcode = IR_FLOAT_ARITHMETIC;
        break;
    default:
        break;
    }
}
