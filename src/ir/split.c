#include "ir/split.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

LLVMBasicBlockRef split_block(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef before)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(before);
    LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(context, block, "");
    LLVMValueRef at = LLVMGetFirstInstruction(block), next;
    LLVMPositionBuilderAtEnd(builder, head);
    for (; at != before; at = next) {
        LLVMMetadataRef place = LLVMInstructionGetDebugLoc(at);
        next = LLVMGetNextInstruction(at);
        LLVMInstructionRemoveFromParent(at);
        /* The builder would replace the place of the instruction by its own. */
        LLVMSetCurrentDebugLocation2(builder, place);
        LLVMInsertIntoBuilder(builder, at);
    }
    /* Jumps to the block must go to its head now. If the block kept its terminator, LLVM would also
     * tell the phis of the successors that they are reached from the head. */
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(terminator);
    LLVMInstructionRemoveFromParent(terminator);
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(block), LLVMBasicBlockAsValue(head));
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMSetCurrentDebugLocation2(builder, place);
    LLVMInsertIntoBuilder(builder, terminator);
    return head;
}

void split_build_rare(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef condition,
                      LLVMBasicBlockRef rare, LLVMBasicBlockRef usual)
{
    enum { USUAL = 1 << 20 };
    static const char weights[] = "branch_weights", profile[] = "prof";
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    LLVMMetadataRef parts[] = {
        LLVMMDStringInContext2(context, weights, strlen(weights)),
        LLVMValueAsMetadata(LLVMConstInt(number, 1, 0)),
        LLVMValueAsMetadata(LLVMConstInt(number, USUAL, 0)),
    };
    LLVMValueRef branch = LLVMBuildCondBr(builder, condition, rare, usual);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(context, profile, strlen(profile)),
                    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, parts, 3)));
}
