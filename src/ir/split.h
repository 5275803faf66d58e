/* split.h: cuts blocks in two, to insert code in between.
 *
 * Private to the layer. Instructions are moved one by one, so the module should have the older form
 * of debug information (LLVMSetIsNewDbgInfoFormat). LLVM 21 has only the newer form: there, the
 * records of where variables are stay in the old block.
 */
#ifndef TUTTI_IR_SPLIT_H
#define TUTTI_IR_SPLIT_H

#include <llvm-c/Core.h>

/* Moves the instructions before this one to a new block without a terminator, and returns that
 * block. The old block keeps this instruction and all later ones. Leaves the builder at the end of
 * the old block. */
LLVMBasicBlockRef split_block(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef before);

/* Builds a branch whose first way is rare. */
void split_build_rare(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef condition,
                      LLVMBasicBlockRef rare, LLVMBasicBlockRef usual);

#endif
