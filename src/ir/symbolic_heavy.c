/* symbolic_heavy.c: expressions beside the values of a function's body. */
#include "ir/symbolic_private.h"

#include <string.h>

static bool is_marker(LLVMValueRef instruction)
{
    static const char prefix[] = "tutti.mark.";
    if (!LLVMIsACallInst(instruction))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t length;
    return LLVMIsAFunction(callee) &&
           strncmp(LLVMGetValueName2(callee, &length), prefix, strlen(prefix)) == 0;
}

void symbolic_heavy(struct symbolic *symbolic, LLVMValueRef body)
{
    (void)symbolic;
    LLVMValueRef at, next;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(body); block;
         block = LLVMGetNextBasicBlock(block))
        for (at = LLVMGetFirstInstruction(block); at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (is_marker(at))
                LLVMInstructionEraseFromParent(at);
        }
}
